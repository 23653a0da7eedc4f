import { createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { Difference, NamedVariant } from "../../lib/answers/stock"
import { formatQuantity } from "../../lib/quantity"
import { Moment } from "../moment"
import { StateBadge } from "../state-badge"
import { OpenLedger } from "./open-ledger"

const column = createDataTableColumnHelper<Difference>()
const filter = createDataTableFilterHelper<Difference>()

const LEVELS = ["shop_level", "pos_level"] as const
const STATES = ["open", "trust-shop", "trust-pos", "ignored", "gone"]
const CAUSES = ["first-contact", "missed", "unsent", "unknown"]

export function useDifferenceColumns(names: Map<string, NamedVariant> | undefined, timeZone: string | null) {
  const { t, i18n } = useTranslation("pos")
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
          cell: ({ getValue }) => formatQuantity(getValue(), i18n.language),
        })
      ),
      column.accessor("cause", {
        header: t("stock.cause"),
        cell: ({ getValue }) => t(`stock.causes.${getValue()}`, { defaultValue: getValue() }),
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
    [t, i18n.language, names, timeZone]
  )
}

export function useDifferenceFilters() {
  const { t } = useTranslation("pos")
  return useMemo(
    () => [
      filter.accessor("state", {
        type: "radio",
        label: t("stock.state"),
        options: STATES.map((value) => ({ label: t(`states.difference.${value}`), value })),
      }),
      filter.accessor("cause", {
        type: "radio",
        label: t("stock.cause"),
        options: CAUSES.map((value) => ({ label: t(`stock.causes.${value}`), value })),
      }),
    ],
    [t]
  )
}
