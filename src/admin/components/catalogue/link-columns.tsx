import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { PRODUCT_LINK_STATES } from "../../../vocabulary/product-link"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import type { ProductLink } from "../../lib/answers/product-link"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { LinkReason } from "./link-reason"

const column = createDataTableColumnHelper<ProductLink>()

type Titles = Map<string, { title: string }> | undefined

/** Columns of the catalogue: which product, how it stands, why, and when it was pushed. */
export function useLinkColumns(titles: Titles, timeZone: string | null) {
  const { t } = useTranslation("pos")
  return useMemo(
    () => [
      column.select(),
      column.accessor("product_id", {
        header: t("catalogue.product"),
        cell: ({ getValue }) => (
          <Link to={`/products/${getValue()}`} className="text-ui-fg-base block max-w-72 truncate">
            {titles?.get(getValue())?.title ?? getValue()}
          </Link>
        ),
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
      column.accessor("variants", { header: t("catalogue.variants"), cell: ({ getValue }) => getValue().length }),
      column.accessor("pushed_at", {
        header: t("catalogue.pushedAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, titles, timeZone]
  )
}

export const useLinkFilters = () => useStateFilters("link", "catalogue.state", PRODUCT_LINK_STATES)
