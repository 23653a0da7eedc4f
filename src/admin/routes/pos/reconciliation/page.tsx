import type { DataTableCommand } from "@medusajs/ui"
import { defineRouteConfig } from "@medusajs/admin-sdk"
import { MONEY_DECISIONS, type MoneyDecision } from "../../../../contract/finance"
import { ConnectionPage } from "../../../components/common/connection-page"
import { Crumb } from "../../../components/common/crumb"
import { DismissRows } from "../../../components/common/dismiss-drawer"
import { List, selectedIds } from "../../../components/common/list"
import { FetchDrawer, FetchProgress } from "../../../components/reconciliation/fetch-again"
import { useMoneyColumns, useMoneyFilters } from "../../../components/reconciliation/money-columns"
import { type ListQuery, useList, useListParams } from "../../../hooks/common/use-list"
import { useChange, useToasts } from "../../../hooks/common/use-mutation-toasts"
import { useDismissibleRows, useUndoCommand } from "../../../hooks/common/use-dismissal"
import { useTexts } from "../../../hooks/common/use-texts"
import { useReconcileFinances } from "../../../hooks/runs/use-runs"
import type { Connection } from "../../../lib/answers/connection"
import { z } from "zod"
import { discrepanciesAnswerSchema } from "../../../lib/answers/finance"
import { ask } from "../../../lib/http/client"
import { financeKeys } from "../../../lib/http/query-keys"

function useDiscrepancies(query: ListQuery) {
  return useList({
    key: financeKeys.differences(query),
    schema: discrepanciesAnswerSchema,
    path: "/admin/pos/discrepancies",
    query,
  })
}

/** Fixes open differences, each in the way of its kind, or leaves them. */
function useDecideDiscrepancies(connection_id: string) {
  return useChange((body: { decision: MoneyDecision; ids: string[]; reason?: string | undefined }) =>
    ask(z.looseObject({ decided: z.number(), failed: z.number() }), "/admin/pos/discrepancies/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

const SHORTCUTS: Record<MoneyDecision, string> = { fixed: "m", ignored: "i" }

type Chosen = { state: string; onDone: () => void; onIgnore: (ids: string[]) => void }

/**
 * Fixes the selected differences, or leaves them; what could not be fixed says why in its row. Ignored ones can be
 * opened again.
 */
function useMoneyCommands(connectionId: string, { state, onDone, onIgnore }: Chosen): DataTableCommand[] {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecideDiscrepancies(connectionId)
  const undo = useUndoCommand("discrepancies", connectionId, onDone)
  if (state === "ignored") {
    return [undo]
  }
  return MONEY_DECISIONS.map((decision) => ({
    label: t(`money.decisions.${decision}`),
    shortcut: SHORTCUTS[decision],
    action: (selected) =>
      decision === "ignored"
        ? onIgnore(selectedIds(selected))
        : decide.mutate(
            { decision, ids: selectedIds(selected) },
            {
              onSuccess: ({ decided, failed }) => {
                toasts.succeeded(
                  failed > 0 ? t("money.notFixed", { count: failed }) : t("money.decided", { count: decided })
                )
                onDone()
              },
              onError: toasts.failed,
            }
          ),
  }))
}

const ReconciliationPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const { limit, offset, filter } = useListParams()
  const rows = useDismissibleRows()
  const state = filter("state") ?? "open"
  const differences = useDiscrepancies({
    connection_id: connection.id,
    limit,
    offset,
    state,
    kind: filter("kind"),
  })
  const columns = useMoneyColumns(connection.time_zone)
  const filters = useMoneyFilters()
  const commands = useMoneyCommands(connection.id, { state, onDone: rows.done, onIgnore: rows.dismiss })
  const ignore = useDecideDiscrepancies(connection.id)
  const check = useReconcileFinances(connection.id)
  const compare = () =>
    check.mutate(undefined, { onSuccess: () => toasts.succeeded(t("money.comparing")), onError: toasts.failed })
  return (
    <>
      <List
        heading={t("menu.money")}
        subHeading={t("money.hint")}
        top={<FetchProgress connection={connection} />}
        query={differences}
        rows={differences.data?.discrepancies}
        counted={differences.data}
        columns={columns}
        filters={filters}
        needs="operate"
        commands={commands}
        rowSelection={{ state: rows.selected, onRowSelectionChange: rows.select }}
        moreActions={connection.state !== "disconnected" && <FetchDrawer connection={connection} />}
        action={{ label: t("money.compare"), onClick: compare }}
        empty={{ heading: t("money.empty.title"), description: t("money.empty.hint") }}
      />
      <DismissRows
        rows={rows}
        title={t("money.decisions.ignored")}
        saving={ignore}
        onDismiss={(asked, onSuccess) =>
          ignore.mutate(
            { decision: "ignored", ...asked },
            { onSuccess: ({ decided }) => onSuccess(t("money.decided", { count: decided })) }
          )
        }
      />
    </>
  )
}

/** Point of sale › Reconciliation: where receipts, orders, purchases and payouts differ, and why. */
const Reconciliation = () => (
  <ConnectionPage>{(connection) => <ReconciliationPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const config = defineRouteConfig({ label: "menu.money", translationNs: "pos", rank: 6 })

export const handle = { breadcrumb: () => <Crumb name="money" /> }

export default Reconciliation
