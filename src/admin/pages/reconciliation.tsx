import { Button, Hint, Text } from "@medusajs/ui"
import { MONEY_DECISIONS, type MoneyDecision, FETCH_KINDS, type FetchKind } from "../../contract/finance"
import { ConnectionPage } from "../components/common/connection-page"
import { DismissRows, useDecisionCommands, useDismissibleRows } from "../components/common/dismiss-drawer"
import { List } from "../components/common/list"
import { useMoneyColumns, useMoneyFilters } from "../components/reconciliation/money-columns"
import { type ListQuery, useList, useListParams } from "../hooks/common/use-list"
import { useChange, useToasts } from "../hooks/common/use-mutation-toasts"
import { useTexts } from "../hooks/common/use-texts"
import { useReconcileFinances, useFetchPeriod, useRuns } from "../hooks/runs/use-runs"
import type { Connection } from "../lib/answers/connection"
import { z } from "zod"
import { discrepanciesAnswerSchema } from "../lib/answers/finance"
import { ask } from "../lib/http/client"
import { financeKeys } from "../lib/http/query-keys"
import { useState } from "react"
import { Link } from "react-router-dom"
import type { Run } from "../lib/answers/events"
import { formatDate, isoDay } from "../lib/format/time"
import { DayField } from "../components/common/fields"
import { FormDrawer } from "../components/common/form-drawer"
import { RunActions, RunProgress } from "../components/runs/run-progress"
import { PickMany } from "../components/settings/choices"

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

const DAY_MS = 86_400_000
const FIRST_DAYS = 30

/** Chooses the days and the data that are fetched from the POS again. */
const FetchDrawer = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const fetch = useFetchPeriod(connection.id)
  const today = isoDay(new Date(), connection.time_zone)
  const first = isoDay(new Date(Date.now() - FIRST_DAYS * DAY_MS), connection.time_zone)
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(today)
  const [kinds, setKinds] = useState<FetchKind[]>([...FETCH_KINDS])
  const forget = () => {
    setFrom(first)
    setTo(today)
    setKinds([...FETCH_KINDS])
  }
  return (
    <FormDrawer
      needs="operate"
      opens={t("fetch.open")}
      title={t("fetch.open")}
      hint={t("fetch.hint")}
      saves={t("fetch.open")}
      canSave={from !== "" && from <= to && kinds.length > 0}
      saved={t("fetch.started")}
      saving={fetch}
      onSave={(onSuccess) => fetch.mutate({ from, to, kinds }, { onSuccess })}
      onShow={forget}
    >
      <DayField label={t("exports.from")} value={from} onChange={setFrom} />
      <DayField label={t("exports.to")} value={to} onChange={setTo} />
      <PickMany
        label={t("fetch.what")}
        choices={FETCH_KINDS.map((kind) => ({ id: kind, name: t(`fetch.kinds.${kind}`) }))}
        chosen={kinds}
        onChange={(chosen) => setKinds(FETCH_KINDS.filter((kind) => chosen.includes(kind)))}
      />
      <Hint>{t("fetch.stockHint")}</Hint>
    </FormDrawer>
  )
}

const detailsSchema = z.looseObject({
  from_day: z.string(),
  to_day: z.string(),
  kinds: z.array(z.enum(FETCH_KINDS)),
  imported: z.number(),
  differing: z.number(),
  stock_run_id: z.string().nullable(),
})

/** What the latest fetch was for and what it found, with its progress while it runs. */
const LatestFetch = ({ run, connection }: { run: Run; connection: Connection }) => {
  const { t, language } = useTexts()
  const details = detailsSchema.safeParse(run.details)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 pt-4">
        {details.success && (
          <Text size="small">
            {formatDate(details.data.from_day, language)} – {formatDate(details.data.to_day, language)}:{" "}
            {details.data.kinds.map((kind) => t(`fetch.kinds.${kind}`)).join(", ")}
          </Text>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <RunActions run={run} />
        </div>
      </div>
      <RunProgress run={run} isOnly timeZone={connection.time_zone} />
      {details.success && (
        <Text as="div" size="small" className="text-ui-fg-subtle flex flex-wrap items-center gap-x-4 px-6 pb-4">
          <span>{t("fetch.imported", { count: details.data.imported })}</span>
          <span>{t("fetch.differing", { count: details.data.differing })}</span>
          {details.data.stock_run_id !== null && (
            <Button size="small" variant="transparent" asChild>
              <Link to={`/pos/stock?connection=${connection.id}`}>{t("menu.stock")}</Link>
            </Button>
          )}
        </Text>
      )}
    </div>
  )
}

/** The latest fetch of a period, if there was one. */
const FetchProgress = ({ connection }: { connection: Connection }) => {
  const runs = useRuns({ connection_id: connection.id, kind: "fetch", limit: 1 })
  const [latest] = runs.data?.runs ?? []
  return latest && <LatestFetch run={latest} connection={connection} />
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
  const decide = useDecideDiscrepancies(connection.id)
  const commands = useDecisionCommands({
    kind: "discrepancies",
    connectionId: connection.id,
    state,
    rows,
    decisions: MONEY_DECISIONS.map((decision) => ({
      decision,
      label: t(`money.decisions.${decision}`),
      shortcut: SHORTCUTS[decision],
    })),
    decide,
    // What could not be fixed says why in its row.
    toResult: ({ decided, failed }) => ({
      count: decided + failed,
      words: failed > 0 ? t("money.notFixed", { count: failed }) : t("money.decided", { count: decided }),
    }),
  })
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
        saving={decide}
        onDismiss={(asked, onSuccess) =>
          decide.mutate(
            { decision: "ignored", ...asked },
            { onSuccess: ({ decided }) => onSuccess(decided, t("money.decided", { count: decided })) }
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

export default Reconciliation
