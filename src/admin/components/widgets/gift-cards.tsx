import { Permitted } from "../common/restricted"
import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useLiability } from "../../hooks/finance/use-finance"
import { getName } from "../../lib/connections"
import { formatMonth } from "../../lib/format/time"
import { FigureRow, Money } from "../common/figures"
import { Section } from "../common/section"
import { type ConnectionPart, EachConnection } from "./each-connection"

/** Open balance of gift cards at each POS; nothing where no card was ever sold. */
const PosGiftCards = () => <EachConnection part={ConnectionGiftCards} />

const ConnectionGiftCards = ({ connection, named }: ConnectionPart) => {
  const { t, language } = useTexts()
  const { data: rows = [] } = useLiability(connection.id)
  if (rows.length === 0) {
    return null
  }
  const sum = (getAmount: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + getAmount(row), 0)
  const next = rows.find(({ month }) => month !== null)
  return (
    <Section
      title={t("posGiftCards.title")}
      hint={named ? getName(connection) : undefined}
      actions={
        <Button size="small" variant="secondary" asChild>
          <Link to={`/pos/gift-cards?connection=${connection.id}`}>{t("menu.giftCards")}</Link>
        </Button>
      }
    >
      <FigureRow
        figures={[
          {
            name: t("giftCards.liability"),
            value: <Money amount={sum(({ amount }) => amount)} currency={connection.currency_code} />,
          },
          { name: t("posGiftCards.live"), value: t("giftCards.cards", { count: sum(({ cards }) => cards) }) },
          {
            name: t("posGiftCards.next"),
            value: next?.month ? formatMonth(next.month, language) : t("giftCards.forever"),
            more: next && <Money amount={next.amount} currency={next.currency_code} />,
          },
        ]}
      />
    </Section>
  )
}

/** Above the customers, and above Medusa's own gift cards where a store has them: what the POS's cards come to. */
const GiftCards = () => (
  <Permitted to="finance">
    <PosGiftCards />
  </Permitted>
)

export default GiftCards
