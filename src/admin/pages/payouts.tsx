import { createDataTableColumnHelper, type DataTableFilter, Label, Select } from "@medusajs/ui"
import { useId, useMemo, useState } from "react"
import { Link } from "react-router-dom"
import { Button } from "../components/common/button"
import { ACCOUNTANT_EXPORTS, type ExportKind } from "../../contract/accounting"
import { SHOWN_PAYOUT_STATES } from "../../contract/finance"
import { BarChart } from "../components/common/bar-chart"
import { ConnectionPage } from "../components/common/connection-page"
import { Failure } from "../components/common/failure"
import { DayField } from "../components/common/fields"
import { Moment, Money } from "../components/common/figures"
import { List } from "../components/common/list"
import { Section } from "../components/common/section"
import { AccountSection, Unsettled } from "../components/payouts/account-section"
import { PayoutState } from "../components/payouts/payout-columns"
import { GeneralRates, WrittenFile } from "../components/payouts/written-file"
import { useDateFilter, useListParams, useStateFilters } from "../hooks/common/use-list"
import { useTexts } from "../hooks/common/use-texts"
import { useDailyReport, useExport } from "../hooks/reports/use-reports"
import { usePayouts } from "../hooks/finance/use-finance"
import type { Connection } from "../lib/answers/connection"
import type { Payout } from "../lib/answers/finance"
import { formatDay, isoDay } from "../lib/format/time"

const DAY_MS = 86_400_000

const MONTH_DAYS = 30

/** Tables for the accountant, and the report of a day. Days are the organization's, both ends included. */
const Exports = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const [kind, setKind] = useState<ExportKind>("receipts")
  const [from, setFrom] = useState(() => isoDay(new Date(Date.now() - MONTH_DAYS * DAY_MS), connection.time_zone))
  const [to, setTo] = useState(() => isoDay(new Date(), connection.time_zone))
  const table = useExport()
  const report = useDailyReport()
  const labelId = useId()
  return (
    <Section title={t("exports.title")} hint={t("exports.hint")}>
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <div className="flex flex-col gap-y-1">
          <Label id={labelId} size="small">
            {t("exports.table")}
          </Label>
          <Select
            value={kind}
            onValueChange={(chosen) => setKind(ACCOUNTANT_EXPORTS.find((each) => each === chosen) ?? kind)}
          >
            <Select.Trigger aria-labelledby={labelId}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {ACCOUNTANT_EXPORTS.map((each) => (
                <Select.Item key={each} value={each}>
                  {t(`exports.kinds.${each}`)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
        <div className="grid grid-cols-2 gap-4">
          <DayField label={t("exports.from")} value={from} onChange={setFrom} />
          <DayField label={t("exports.to")} value={to} onChange={setTo} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={table.isPending}
            onClick={() => table.mutate({ connection_id: connection.id, kind, from, to })}
          >
            {t("exports.write")}
          </Button>
          <Button
            size="small"
            variant="secondary"
            isLoading={report.isPending}
            onClick={() => report.mutate({ connection_id: connection.id, date: to })}
          >
            {t("exports.report", { day: to })}
          </Button>
        </div>
        {[table, report].map(({ data, error }, index) => (
          <div key={index} className="empty:hidden" aria-live="polite">
            {data && <WrittenFile file={data.file} />}
            <GeneralRates rates={data?.general_rates} />
            {error && <Failure error={error} />}
          </div>
        ))}
      </div>
    </Section>
  )
}

const column = createDataTableColumnHelper<Payout>()

const AMOUNTS = ["gross", "refunds", "fees", "net"] as const

function usePayoutColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("occurred_at", {
        header: t("payouts.paidAt"),
        cell: ({ row, getValue }) => (
          <Link to={`/pos/payouts/${row.original.id}`} className="text-ui-fg-base">
            <Moment at={getValue()} timeZone={time_zone} />
          </Link>
        ),
      }),
      column.display({
        id: "state",
        header: t("payouts.state"),
        cell: ({ row }) => <PayoutState payout={row.original} currency={currency_code} />,
      }),
      ...AMOUNTS.map((name) =>
        column.accessor(name, {
          header: t(`payouts.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ getValue }) => <Money amount={getValue()} currency={currency_code} />,
        })
      ),
    ],
    [t, currency_code, time_zone]
  )
}

function usePayoutFilters(): DataTableFilter[] {
  const states = useStateFilters("payout", "payouts.state", SHOWN_PAYOUT_STATES)
  const date = useDateFilter("occurred_at", "payouts.paidAt")
  return useMemo(() => [...states, date], [states, date])
}

const SHOWN = 30

/** Gross, fees and net of the latest payouts, the oldest first. */
const PayoutChart = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const { data } = usePayouts({ connection_id: connection.id, limit: SHOWN })
  const payouts = [...(data?.payouts ?? [])].reverse()
  if (payouts.length === 0) {
    return null
  }
  return (
    <Section title={t("payouts.chart")}>
      <BarChart
        places={payouts}
        currency={connection.currency_code}
        placeLabel={t("payouts.paidAt")}
        keyOf={({ id }) => id}
        nameOf={({ occurred_at }) => formatDay(isoDay(new Date(occurred_at), connection.time_zone), language)}
        series={[
          { name: t("payouts.gross"), getValue: ({ gross }) => gross, color: "bg-ui-tag-blue-icon" },
          { name: t("payouts.refunds"), getValue: ({ refunds }) => -refunds, color: null },
          { name: t("payouts.fees"), getValue: ({ fees }) => -fees, color: "bg-ui-tag-orange-icon" },
          { name: t("payouts.net"), getValue: ({ net }) => net, color: "bg-ui-tag-green-icon" },
        ]}
      />
    </Section>
  )
}

const PayoutsPage = ({ connection }: { connection: Connection }) => {
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

/** Point of sale › Payouts: what arrived at the bank, from which payments, and the fees. */
const Payouts = () => (
  <ConnectionPage needs="finance">
    {(connection) => <PayoutsPage key={connection.id} connection={connection} />}
  </ConnectionPage>
)

export default Payouts
