import { Permitted } from "../common/restricted"
import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useAccounts, usePayouts } from "../../hooks/finance/use-finance"
import { useUnsettled } from "../../hooks/reports/use-reports"
import { getName } from "../../lib/connections"
import { FigureRow, Moment, Money } from "../common/figures"
import { Section } from "../common/section"
import { type ConnectionPart, EachConnection } from "./each-connection"

/** Money of each POS: what is still to be paid out, the last payout, and payouts that never arrived. */
const PosBalances = () => <EachConnection part={ConnectionBalances} />

const ConnectionBalances = ({ connection, named }: ConnectionPart) => {
  const { t } = useTexts()
  const { id: connection_id, currency_code: currency, time_zone: timeZone } = connection
  const { data: accounts = [] } = useAccounts(connection_id)
  const payouts = usePayouts({ connection_id, limit: 1 })
  const unsettled = useUnsettled({ connection_id, limit: 1 })
  const liquid = accounts.find(({ account_group }) => account_group === "liquid")
  if (!liquid) {
    return null
  }
  const [last] = payouts.data?.payouts ?? []
  return (
    <Section
      title={t("posMoney.title")}
      hint={named ? getName(connection) : undefined}
      actions={
        <Button size="small" variant="secondary" asChild>
          <Link to={`/pos/payouts?connection=${connection_id}`}>{t("menu.payouts")}</Link>
        </Button>
      }
    >
      <FigureRow
        figures={[
          {
            name: t("account.groups.liquid"),
            value: liquid.balance === null ? t("none") : <Money amount={liquid.balance} currency={currency} />,
          },
          {
            name: t("posMoney.last"),
            value: last ? (
              <Link className="underline" to={`/pos/payouts/${last.id}`}>
                <Money amount={last.net} currency={currency} />
              </Link>
            ) : (
              t("none")
            ),
            more: last && <Moment at={last.occurred_at} timeZone={timeZone} />,
          },
          {
            name: t("unsettled.title"),
            value: (
              <Link className="underline" to={`/pos/payouts/review?connection=${connection_id}`}>
                {t("posMoney.payments", { count: unsettled.data?.count ?? 0 })}
              </Link>
            ),
          },
        ]}
      />
    </Section>
  )
}

/** Above the orders: what the POS's sales come to at the bank. Nothing in a store without an account. */
const OrderListPayouts = () => (
  <Permitted to="finance">
    <PosBalances />
  </Permitted>
)

export default OrderListPayouts
