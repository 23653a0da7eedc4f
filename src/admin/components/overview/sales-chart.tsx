import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { SalesDay } from "../../lib/answers/overview"
import { formatDay } from "../../lib/format/time"
import { BarChart } from "../common/bar-chart"

/** Sales at the POS and in the online store by day. */
export const SalesChart = ({ days, currency }: { days: SalesDay[]; currency: string }) => {
  const { t, language } = useTexts()
  return (
    <>
      <BarChart
        places={days}
        currency={currency}
        placeLabel={t("overview.day")}
        keyOf={({ day }) => day}
        nameOf={({ day }) => formatDay(day, language)}
        series={[
          { name: t("overview.pos"), getValue: ({ pos }) => pos.amount, color: "bg-ui-tag-blue-icon" },
          { name: t("overview.web"), getValue: ({ web }) => web.amount, color: "bg-ui-tag-purple-icon" },
          { name: t("overview.refunds"), getValue: ({ refunds }) => refunds.amount, color: null },
        ]}
      />
      {days.every(({ pos, web }) => pos.amount === 0 && web.amount === 0) && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.nothing")}
        </Text>
      )}
    </>
  )
}
