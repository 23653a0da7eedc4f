import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { GIFT_CARD_STANDINGS } from "../../../vocabulary/gift-card"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { GiftCard } from "../../lib/answers/gift-card"
import { Moment } from "../common/moment"
import { Money } from "../common/money"
import { StateBadge } from "../common/state-badge"
import { OpenCard } from "./open-card"

const column = createDataTableColumnHelper<GiftCard>()

const AMOUNTS = ["initial_amount", "remaining_amount"] as const

export function useCardColumns({ time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("card_uuid", {
        header: t("giftCards.card"),
        cell: ({ row }) => <OpenCard card={row.original} />,
      }),
      column.accessor("standing", {
        header: t("giftCards.standing"),
        cell: ({ getValue }) => <StateBadge of="giftCard" state={getValue()} />,
      }),
      column.accessor("valid_to", {
        header: t("giftCards.validTo"),
        cell: ({ getValue }) => getValue() ?? t("giftCards.forever"),
      }),
      column.accessor("used_at", {
        header: t("giftCards.touchedAt"),
        cell: ({ getValue }) => (getValue() ? <Moment at={getValue()} timeZone={time_zone} /> : t("never")),
      }),
      ...AMOUNTS.map((name) =>
        column.accessor(name, {
          header: t(`giftCards.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ row: { original }, getValue }) => {
            const amount = getValue()
            return amount === null ? t("none") : <Money amount={amount} currency={original.currency_code} />
          },
        })
      ),
    ],
    [t, time_zone]
  )
}

export const useCardFilters = () => useStateFilters("giftCard", "giftCards.standing", GIFT_CARD_STANDINGS, "standing")
