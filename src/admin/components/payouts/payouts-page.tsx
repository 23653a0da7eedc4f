import { useTexts } from "../../hooks/common/use-texts"
import { usePayouts } from "../../hooks/payouts/use-payouts"
import { useListParams } from "../../hooks/common/use-list-params"
import type { Connection } from "../../lib/answers/connection"
import { List } from "../common/list"
import { AccountSection } from "./account-section"
import { Exports } from "./exports"
import { usePayoutColumns, usePayoutFilters } from "./payout-columns"
import { PayoutChart } from "./payout-chart"
import { Unsettled } from "./unsettled"

export const PayoutsPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset, filter, range } = useListParams()
  const { from, to } = range("occurred_at")
  const payouts = usePayouts({ connection_id: connection.id, limit, offset, state: filter("state"), from, to })
  const columns = usePayoutColumns(connection)
  const filters = usePayoutFilters()
  return (
    <>
      <AccountSection connection={connection} />
      <PayoutChart connection={connection} />
      <List
        heading={t("menu.payouts")}
        headingLevel="h2"
        subHeading={t("payouts.hint")}
        query={payouts}
        rows={payouts.data?.payouts}
        counted={payouts.data}
        columns={columns}
        filters={filters}
        rowHref={({ id }) => `/pos/payouts/${id}`}
        empty={{ heading: t("payouts.empty.title"), description: t("payouts.empty.hint") }}
      />
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <Unsettled connection={connection} />
        <Exports connection={connection} />
      </div>
    </>
  )
}
