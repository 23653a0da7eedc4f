import { Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { SalesDay } from "../../lib/answers/overview"
import { formatMoney } from "../../lib/money"
import { formatDay } from "../../lib/time"
import { Money } from "../money"

/** At most this many days are named below the bars. */
const NAMED_DAYS = 7

const PERCENT = 100

/**
 * Counter and web, day by day, as bars; the same as a table for those who cannot see them or want figures. Drawn with
 * boxes: what the dashboard ships has no charts, and a library would weigh more than this whole admin.
 */
export const SalesChart = ({ days, currency }: { days: SalesDay[]; currency: string }) => {
  const { t, i18n } = useTranslation("pos")
  const highest = Math.max(1, ...days.flatMap(({ counter, web }) => [counter.amount, web.amount]))
  const share = (amount: number) => `${Math.max(0, (amount / highest) * PERCENT)}%`
  const every = Math.ceil(days.length / NAMED_DAYS)
  const told = (amount: number) => formatMoney(amount, currency, i18n.language)
  return (
    <div className="px-6 py-4">
      <div aria-hidden className="flex h-40 items-end gap-px overflow-hidden sm:gap-1">
        {days.map(({ day, counter, web }) => (
          <div
            key={day}
            className="hover:bg-ui-bg-base-hover flex h-full min-w-0 flex-1 items-end justify-center gap-px rounded-sm"
            title={`${formatDay(day, i18n.language)}: ${told(counter.amount)} + ${told(web.amount)}`}
          >
            <div
              className="bg-ui-tag-blue-icon w-full max-w-6 rounded-t-sm"
              style={{ height: share(counter.amount) }}
            />
            <div className="bg-ui-tag-purple-icon w-full max-w-6 rounded-t-sm" style={{ height: share(web.amount) }} />
          </div>
        ))}
      </div>
      <div aria-hidden className="text-ui-fg-muted txt-compact-xsmall flex gap-px border-t pt-2 sm:gap-1">
        {days.map(({ day }, index) => (
          <div key={day} className="min-w-0 flex-1 text-center">
            {(days.length - 1 - index) % every === 0 && (
              <span className="inline-block w-0 [direction:ltr]">
                <span className="inline-block -translate-x-1/2 text-nowrap">{formatDay(day, i18n.language)}</span>
              </span>
            )}
          </div>
        ))}
      </div>
      <details className="mt-4">
        <summary className="txt-compact-small text-ui-fg-interactive cursor-pointer">{t("overview.asTable")}</summary>
        <div className="mt-2 max-h-96 overflow-auto" tabIndex={0} role="region" aria-label={t("overview.asTable")}>
          <Table>
            <Table.Header>
              <Table.Row>
                {["day", "counter", "web", "refunds"].map((name) => (
                  <Table.HeaderCell key={name} className={name === "day" ? "" : "text-right"}>
                    {t(`overview.${name}`)}
                  </Table.HeaderCell>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {days.map(({ day, counter, web, refunds }) => (
                <Table.Row key={day}>
                  <Table.Cell>{formatDay(day, i18n.language)}</Table.Cell>
                  {[counter, web, refunds].map(({ amount }, index) => (
                    <Table.Cell key={index} className="text-right">
                      <Money amount={amount} currency={currency} />
                    </Table.Cell>
                  ))}
                </Table.Row>
              ))}
            </Table.Body>
          </Table>
        </div>
      </details>
      {days.every(({ counter, web }) => counter.amount === 0 && web.amount === 0) && (
        <Text size="small" className="text-ui-fg-subtle mt-2">
          {t("overview.nothing")}
        </Text>
      )}
    </div>
  )
}
