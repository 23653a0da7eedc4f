import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { SalesDay } from "../../hooks/overview/use-overview"
import { formatDay } from "../../lib/format/time"
import { BarChart } from "../common/bar-chart"
import { Money } from "../common/figures"

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

const sum = (days: SalesDay[], getAmount: (day: SalesDay) => number) =>
  days.reduce((total, day) => total + getAmount(day), 0)

/** Totals of a period: POS, online store, refunds. */
export const Figures = ({ days, currency }: { days: SalesDay[]; currency: string }) => {
  const { t } = useTexts()
  const figures = [
    {
      name: "pos",
      amount: sum(days, ({ pos }) => pos.amount),
      count: t("overview.receipts", { count: sum(days, ({ pos }) => pos.receipts) }),
      mark: "bg-ui-tag-blue-icon",
    },
    {
      name: "web",
      amount: sum(days, ({ web }) => web.amount),
      count: t("overview.orders", { count: sum(days, ({ web }) => web.orders) }),
      mark: "bg-ui-tag-purple-icon",
    },
    {
      name: "refunds",
      amount: sum(days, ({ refunds }) => refunds.amount),
      count: t("overview.refundCount", { count: sum(days, ({ refunds }) => refunds.receipts) }),
      mark: null,
    },
  ]
  return (
    <dl className="grid grid-cols-1 divide-y sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {figures.map(({ name, amount, count, mark }) => (
        <div key={name} className="flex flex-col gap-y-1 px-6 py-4">
          <dt className="txt-compact-small text-ui-fg-subtle flex items-center gap-x-2">
            {mark && <span aria-hidden className={`${mark} size-2 rounded-full`} />}
            {t(`overview.${name}`)}
          </dt>
          <dd>
            <Text size="xlarge" weight="plus">
              <Money amount={amount} currency={currency} />
            </Text>
            <Text size="small" className="text-ui-fg-subtle">
              {count}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}
