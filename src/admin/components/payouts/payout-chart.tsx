import { useTexts } from "../../hooks/common/use-texts"
import { usePayouts } from "../../hooks/payouts/use-payouts"
import type { Connection } from "../../lib/answers/connection"
import { formatDay } from "../../lib/format/time"
import { BarChart } from "../common/bar-chart"
import { Section } from "../common/section"

const SHOWN = 30

const ISO_DAY_LENGTH = 10

/** Gross, fees and net of the latest payouts, the oldest first. */
export const PayoutChart = ({ connection }: { connection: Connection }) => {
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
        nameOf={({ occurred_at }) => formatDay(occurred_at.slice(0, ISO_DAY_LENGTH), language)}
        series={[
          { name: t("payouts.gross"), of: ({ gross }) => gross, color: "bg-ui-tag-blue-icon" },
          { name: t("payouts.fees"), of: ({ fees }) => -fees, color: "bg-ui-tag-orange-icon" },
          { name: t("payouts.net"), of: ({ net }) => net, color: "bg-ui-tag-green-icon" },
        ]}
      />
    </Section>
  )
}
