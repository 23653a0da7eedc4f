import { useTexts } from "../../hooks/common/use-texts"
import { useTransactions } from "../../hooks/payouts/use-payouts"
import { useListParams } from "../../hooks/common/use-list-params"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { useTransactionColumns } from "../payouts/transaction-columns"

/** Payments in the account that belong to no receipt of the shop. */
export const WithoutReceiptList = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const transactions = useTransactions({ connection_id: connection.id, without_receipt: "true", limit, offset })
  const columns = useTransactionColumns(connection)
  return (
    <List
      heading={t("review.withoutReceipt.title")}
      subHeading={t("review.withoutReceipt.hint")}
      query={transactions}
      rows={transactions.data?.account_transactions}
      counted={transactions.data}
      columns={columns}
      empty={{ heading: t("review.withoutReceipt.none"), description: t("review.withoutReceipt.hint") }}
    />
  )
}
