import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useMovements } from "../../hooks/stock/use-stock"
import { formatQuantity } from "../../lib/format/amounts"
import { Moment } from "../common/figures"
import { QueryResult } from "../common/states"

type Props = { variantId: string; connectionId?: string; timeZone: string | null; limit: number }

/** The latest movements of a variant: by whom, how much, and what the POS had afterwards. */
export const Movements = ({ variantId, connectionId, timeZone, limit }: Props) => {
  const { t, language } = useTexts()
  const movements = useMovements({ variant_id: variantId, connection_id: connectionId, limit })
  return (
    <QueryResult query={movements}>
      {({ stock_movements }) =>
        stock_movements.length === 0 ? (
          <Text size="small" className="text-ui-fg-subtle px-6 py-3">
            {t("stock.noMovements")}
          </Text>
        ) : (
          <ul className="divide-y" aria-label={t("stock.ledger")}>
            {stock_movements.map((movement) => (
              <li
                key={movement.id}
                className="txt-compact-small text-ui-fg-subtle flex flex-wrap justify-between gap-x-4 gap-y-1 px-6 py-3"
              >
                <span>{t([`stock.kinds.${movement.kind}`, "unknown"])}</span>
                <Moment at={movement.occurred_at} timeZone={timeZone} />
                <span className="tabular-nums">
                  {formatQuantity(movement.change, language)}
                  {movement.pos_balance_after !== null && ` → ${formatQuantity(movement.pos_balance_after, language)}`}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryResult>
  )
}
