import { Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { CATALOG_RUNS, OPEN_RUN_STATES } from "../../../contract/processing"
import { useUnlistedProducts } from "../../hooks/catalog/use-product-links"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { isOpen, useLiveRun, useRunAction, useRuns, useStartPush } from "../../hooks/runs/use-runs"
import type { Connection } from "../../lib/answers/connection"
import type { Run } from "../../lib/answers/events"
import { formatQuantity } from "../../lib/format/amounts"
import { Button } from "../common/button"
import { Moment } from "../common/figures"
import { Reason } from "../common/reason"
import { Restricted } from "../common/restricted"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"

/** Pauses, resumes or cancels a run. */
const RunButtons = ({ run }: { run: Run }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const act = useRunAction(run.id)
  const actions = run.state === "paused" ? (["resume", "cancel"] as const) : (["pause", "cancel"] as const)
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant="secondary"
          isLoading={act.isPending && act.variables === action}
          onClick={() => act.mutate(action, { onError: toasts.failed })}
        >
          {t(`runs.actions.${action}`)}
        </Button>
      ))}
    </>
  )
}

/** State of a run, and buttons that pause, resume or cancel it. */
export const RunActions = ({ run }: { run: Run }) => (
  <>
    <StateBadge kind="run" state={run.state} />
    {isOpen(run) && (
      <Restricted to="operate">
        <RunButtons run={run} />
      </Restricted>
    )}
  </>
)

/** One run, with a heading and buttons of its own where several are open. */
export const RunProgress = (props: { run: Run; isOnly: boolean; timeZone: string | null }) => {
  const { isOnly, timeZone } = props
  const { t } = useTexts()
  const run = useLiveRun(props.run)
  const name = t(`runs.kinds.${run.kind}`)
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-y-3 px-6 py-4">
      {!isOnly && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Heading level="h3">{name}</Heading>
          <div className="flex flex-wrap items-center gap-2">
            <RunActions run={run} />
          </div>
        </div>
      )}
      <Progress label={t("runs.progress")} done={run.done + run.rejected} total={run.total} />
      <RunWords run={run} timeZone={timeZone} />
    </div>
  )
}

const RunWords = ({ run, timeZone }: { run: Run; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return (
    <Text as="div" size="small" className="text-ui-fg-subtle flex flex-wrap gap-x-4 break-words">
      <span aria-live="polite">{t("runs.done", { done: run.done, total: run.total })}</span>
      {run.rejected > 0 && <span>{t("runs.rejected", { count: run.rejected })}</span>}
      {run.rate ? <span>{t("runs.rate", { rate: formatQuantity(String(run.rate), language) })}</span> : null}
      {run.seconds_left ? <span>{t("runs.secondsLeft", { count: run.seconds_left })}</span> : null}
      <span>
        {t("runs.started")} <Moment at={run.created_at} timeZone={timeZone} />
      </span>
      {run.reason && (
        <div>
          <Reason text={run.reason} />
        </div>
      )}
    </Text>
  )
}

const PERCENT = 100

/** How far something is. An empty whole is a finished one. */
export const Progress = ({ label, done, total }: { label: string; done: number; total: number }) => {
  const percent = total === 0 ? PERCENT : Math.min(PERCENT, Math.round((done / total) * PERCENT))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={PERCENT}
      className="bg-ui-bg-component h-2 w-full overflow-hidden rounded-full"
    >
      <div className="bg-ui-tag-blue-icon h-full rounded-full transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}

/** Runs of one kind follow each other, so that more are never open at once. */
const MOST_OPEN = 20

/** The pages below Catalog, by their addresses. */
const PAGES = ["sync-preview", "held-changes", "images", "unlinked-products", "unlisted-products"] as const

/** Open runs with their progress, counted while they run; without any the latest sync; and the next. */
export const PushRuns = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const toasts = useToasts()
  const start = useStartPush(connection.id)
  const ofCatalog = { connection_id: connection.id, kind: [...CATALOG_RUNS] }
  const open = useRuns({ ...ofCatalog, state: [...OPEN_RUN_STATES], limit: MOST_OPEN })
  const latest = useRuns({ ...ofCatalog, limit: 1 })
  const unlisted = useUnlistedProducts(connection.id, { limit: 1 }, false)
  const openRuns = open.data?.runs ?? []
  const runs = openRuns.length > 0 ? openRuns : (latest.data?.runs ?? [])
  const [only] = runs.length === 1 ? runs : []
  const startNow = () =>
    start.mutate(undefined, {
      onSuccess: ({ total }) => toasts.succeeded(t("runs.began", { count: total })),
      onError: toasts.failed,
    })
  return (
    <Section
      title={t(`runs.kinds.${only?.kind ?? "push"}`)}
      actions={
        <>
          {only && <RunActions run={only} />}
          {connection.state === "active" && !connection.push_held && open.data && openRuns.length === 0 && (
            <Restricted to="operate">
              <Button size="small" variant="secondary" isLoading={start.isPending} onClick={startNow}>
                {t("runs.start")}
              </Button>
            </Restricted>
          )}
          {PAGES.map((name) => (
            <Button key={name} size="small" variant="secondary" asChild>
              <Link to={`/pos/catalog/${name}?connection=${connection.id}`}>
                {t(`runs.pages.${name}`)}
                {name === "unlisted-products" &&
                  unlisted.data &&
                  ` ${new Intl.NumberFormat(language).format(unlisted.data.count)}`}
              </Link>
            </Button>
          ))}
        </>
      }
    >
      {runs.map((run) => (
        <RunProgress key={run.id} run={run} isOnly={runs.length === 1} timeZone={connection.time_zone} />
      ))}
    </Section>
  )
}
