import { createDataTableColumnHelper, createDataTableFilterHelper, type DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { STOCK_DIFFERENCE_CAUSES, STOCK_DIFFERENCE_STATES } from "../../../vocabulary/stock"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { Difference } from "../../lib/answers/stock"
import type { NamedVariant } from "../../lib/answers/shop"
import { formatQuantity } from "../../lib/format/quantity"
import { Moment } from "../common/moment"
import { StateBadge } from "../common/state-badge"
import { OpenLedger } from "./open-ledger"
import { Remedy } from "../common/remedy"

const column = createDataTableColumnHelper<Difference>()
const filter = createDataTableFilterHelper<Difference>()

const LEVELS = ["shop_level", "pos_level"] as const

export function useDifferenceColumns(names: Map<string, NamedVariant> | undefined, timeZone: string | null) {
  const { t, language } = useTexts()
  return useMemo(
    () => [
      column.select(),
      column.accessor("variant_id", {
        header: t("stock.variant"),
        cell: ({ getValue }) => <OpenLedger variantId={getValue()} name={names?.get(getValue() ?? "")?.name} />,
      }),
      ...LEVELS.map((name) =>
        column.accessor(name, {
          header: t(`stock.${name}`),
          headerAlign: "right",
          align: "right",
          cell: ({ getValue }) => {
            const level = getValue()
            return level === null ? t("stock.notCounted") : formatQuantity(level, language)
          },
        })
      ),
      column.accessor("cause", {
        header: t("stock.cause"),
        cell: ({ getValue }) => (
          <>
            {t([`stock.causes.${getValue()}`, "unknown"])}
            <Remedy>{t(`remedies.stock.${getValue()}`, { defaultValue: "" })}</Remedy>
          </>
        ),
      }),
      column.accessor("state", {
        header: t("stock.state"),
        cell: ({ getValue }) => <StateBadge of="difference" state={getValue()} />,
      }),
      column.accessor("found_at", {
        header: t("stock.foundAt"),
        cell: ({ getValue }) => <Moment at={getValue()} timeZone={timeZone} />,
      }),
    ],
    [t, language, names, timeZone]
  )
}

export function useDifferenceFilters(): DataTableFilter[] {
  const { t } = useTexts()
  const states = useStateFilters("difference", "stock.state", STOCK_DIFFERENCE_STATES)
  return useMemo(
    () => [
      ...states,
      filter.accessor("cause", {
        type: "radio",
        label: t("stock.cause"),
        options: STOCK_DIFFERENCE_CAUSES.map((value) => ({ label: t(`stock.causes.${value}`), value })),
      }),
    ],
    [t, states]
  )
}
