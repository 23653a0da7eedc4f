import { createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"
import { PLAN_ACTIONS } from "../../../vocabulary/plan"
import { useStateFilters } from "../../hooks/common/use-state-filters"
import { useTexts } from "../../hooks/common/use-texts"
import type { PlanEntry } from "../../lib/answers/plan"
import { ReasonOrNone } from "../common/reason-or-none"
import { StateBadge } from "../common/state-badge"
import { Decide } from "./decide"

const column = createDataTableColumnHelper<PlanEntry>()

/** Columns of a plan: the shop's product, what becomes of it, how that was found out, and the merchant's word. */
export function usePlanColumns(planId: string, isDraft: boolean) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("title", {
        header: t("catalogue.product"),
        cell: ({ row, getValue }) => (
          <Link to={`/products/${row.original.product_id}`} className="text-ui-fg-base block max-w-60 truncate">
            {getValue()}
          </Link>
        ),
      }),
      column.accessor("action", {
        // The table makes a column "action" as narrow as a menu.
        id: "planned_action",
        header: t("plan.action"),
        cell: ({ getValue }) => <StateBadge of="plan" state={getValue()} />,
      }),
      column.accessor("matched_by", {
        header: t("plan.match"),
        cell: ({ row: { original }, getValue }) => {
          const by = getValue()
          return by ? `${t([`plan.matchedBy.${by}`, "unknown"])} (${original.confidence} %)` : t("none")
        },
      }),
      column.accessor("reason", {
        header: t("plan.why"),
        cell: ({ getValue }) => (
          <div className="max-w-72 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      ...(isDraft
        ? [
            column.display({
              id: "decide",
              header: t("plan.decide"),
              cell: ({ row }) => <Decide planId={planId} entry={row.original} />,
            }),
          ]
        : []),
    ],
    [t, planId, isDraft]
  )
}

export const usePlanFilters = () => useStateFilters("plan", "plan.action", PLAN_ACTIONS, "action")
