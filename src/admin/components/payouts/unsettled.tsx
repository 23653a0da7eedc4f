import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useUnsettled } from "../../hooks/reports/use-reports"
import type { Connection } from "../../lib/answers/connection"
import { Moment, Money } from "../common/figures"
import { QueryResult } from "../common/states"
import { Section } from "../common/section"

const SHOWN = 10

/** Payments that should have come to the account and have not, the oldest first. */
export const Unsettled = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const unsettled = useUnsettled({ connection_id: connection.id, limit: SHOWN })
  return (
    <Section
      title={t("unsettled.title")}
      hint={t("unsettled.hint")}
      actions={
        <Button size="small" variant="secondary" asChild>
          <Link to={`/pos/payouts/review?connection=${connection.id}`}>{t("review.open")}</Link>
        </Button>
      }
    >
      <QueryResult query={unsettled}>
        {({ payments, count }) =>
          payments.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("unsettled.none")}
            </Text>
          ) : (
            <>
              <ul className="divide-y">
                {payments.map((payment) => (
                  <li
                    key={payment.payment_uuid}
                    className="txt-compact-small flex flex-wrap justify-between gap-x-4 gap-y-1 px-6 py-3"
                  >
                    <Link className="text-ui-fg-base underline" to={`/pos/receipts/${payment.receipt_id}`}>
                      {t("receipts.receiptNumber", { number: payment.purchase_number ?? "–" })}
                    </Link>
                    <Moment at={payment.sold_at} timeZone={connection.time_zone} />
                    <Money amount={payment.amount} currency={payment.currency_code} />
                  </li>
                ))}
              </ul>
              {count > payments.length && (
                <Text size="small" className="text-ui-fg-subtle px-6 py-3">
                  {t("unsettled.more", { count: count - payments.length })}
                </Text>
              )}
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}
