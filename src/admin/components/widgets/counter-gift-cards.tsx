import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useConnections } from "../../hooks/use-connections"
import { useLiability } from "../../hooks/use-gift-cards"
import type { Connection } from "../../lib/answers/connection"
import { nameOf } from "../connection-page"
import { FigureRow } from "../figure-row"
import { Money } from "../money"
import { Section } from "../section"

/** What each counter still owes on gift cards; nothing where no card was ever sold. */
export const CounterGiftCards = () => {
  const { data: connections = [] } = useConnections()
  return (
    <>
      {connections.map((connection) => (
        <OneCounter key={connection.id} connection={connection} named={connections.length > 1} />
      ))}
    </>
  )
}

const OneCounter = ({ connection, named }: { connection: Connection; named: boolean }) => {
  const { t } = useTranslation("pos")
  const { data: rows = [] } = useLiability(connection.id)
  if (rows.length === 0) {
    return null
  }
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const next = rows.find(({ month }) => month !== null)
  return (
    <Section
      title={t("counterGiftCards.title")}
      hint={named ? nameOf(connection) : undefined}
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
          { name: t("counterGiftCards.live"), value: t("giftCards.cards", { count: sum(({ cards }) => cards) }) },
          {
            name: t("counterGiftCards.next"),
            value: next?.month ?? t("giftCards.forever"),
            more: next && <Money amount={next.amount} currency={next.currency_code} />,
          },
        ]}
      />
    </Section>
  )
}
