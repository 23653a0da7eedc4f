import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useLiability } from "../../hooks/gift-cards/use-gift-cards"
import type { Connection } from "../../lib/answers/connection"
import { Money } from "../common/money"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"

/** What the merchant still owes on live cards, by the month in which they expire. */
export const Liability = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const liability = useLiability(connection.id)
  return (
    <Section title={t("giftCards.liability")} hint={t("giftCards.liabilityHint")}>
      <QueryResult query={liability}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("giftCards.noLiability")}
            </Text>
          ) : (
            <ul className="divide-y">
              {rows.map(({ currency_code, month, cards, amount }) => (
                <li
                  key={`${currency_code} ${month}`}
                  className="txt-compact-small flex justify-between gap-4 px-6 py-3"
                >
                  <span>{month ?? t("giftCards.forever")}</span>
                  <span className="text-ui-fg-subtle">{t("giftCards.cards", { count: cards })}</span>
                  <Money amount={amount} currency={currency_code} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}
