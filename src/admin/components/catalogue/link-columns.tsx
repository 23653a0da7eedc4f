import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import type { ProductLink } from "../../lib/answers/product-link"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { PriceAtBothSides, StockAtBothSides } from "./here-and-there"
import { LinkReason } from "./link-reason"
import { NamedProduct } from "./named-product"

const column = createDataTableColumnHelper<ProductLink>()

/** Columns of the catalogue: which product, how it stands and why, stock and price at both sides, and its last push. */
export function useLinkColumns({ currency_code, time_zone }: Connection) {
  const { t } = useTexts()
  return useMemo(() => {
    const sorted = {
      enableSorting: true,
      sortAscLabel: t("catalogue.sort.ascending"),
      sortDescLabel: t("catalogue.sort.descending"),
    }
    return [
      column.select(),
      column.accessor("title", {
        header: t("catalogue.product"),
        ...sorted,
        cell: ({ row }) => <NamedProduct link={row.original} />,
      }),
      column.accessor("state", {
        header: t("catalogue.state"),
        cell: ({ getValue }) => <StateBadge of="link" state={getValue()} />,
      }),
      column.display({
        id: "reason",
        header: t("catalogue.reason"),
        cell: ({ row }) => <LinkReason link={row.original} />,
      }),
      column.display({
        id: "stock",
        header: t("catalogue.stock"),
        cell: ({ row }) => <StockAtBothSides stock={row.original.sides?.stock} timeZone={time_zone} />,
      }),
      column.display({
        id: "price",
        header: t("catalogue.price"),
        cell: ({ row }) => <PriceAtBothSides price={row.original.sides?.price} currency={currency_code} />,
      }),
      column.accessor("variants", { header: t("catalogue.variants"), cell: ({ getValue }) => getValue().length }),
      column.accessor("pushed_at", {
        header: t("catalogue.pushedAt"),
        ...sorted,
        sortAscLabel: t("catalogue.sort.oldest"),
        sortDescLabel: t("catalogue.sort.newest"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={time_zone} />,
      }),
    ]
  }, [t, currency_code, time_zone])
}
