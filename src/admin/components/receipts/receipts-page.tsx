import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { useReceipts } from "../../hooks/receipts/use-receipts"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useReceiptColumns } from "./receipt-columns"
import { useReceiptFilters } from "./receipt-filters"

const NUMBER = /^\d{1,9}$/

export const ReceiptsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, q, filter, range } = useListParams()
  const sold = range("sold_at")
  const receipts = useReceipts({
    connection_id: connection.id,
    limit,
    offset,
    // A search for words finds nothing: receipts are found by number, or by the UUID the service gave them.
    ...(q === "" ? {} : NUMBER.test(q) ? { purchase_number: Number(q) } : { purchase_uuid: q }),
    state: filter("state"),
    refund: filter("refund"),
    sold_from: sold.from,
    sold_to: sold.to,
  })
  const columns = useReceiptColumns(connection.time_zone)
  const filters = useReceiptFilters()
  return (
    <List
      heading={t("menu.receipts")}
      subHeading={t("receipts.hint")}
      query={receipts}
      rows={receipts.data?.receipts}
      counted={receipts.data}
      columns={columns}
      filters={filters}
      enableSearch
      rowHref={({ id }) => `/pos/receipts/${id}`}
      empty={{ heading: t("receipts.empty.title"), description: t("receipts.empty.hint") }}
    />
  )
}
