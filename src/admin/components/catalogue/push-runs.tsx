import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useRuns } from "../../hooks/runs/use-runs"
import { isOpen, useLiveRun } from "../../hooks/runs/use-live-run"
import { useStartPush } from "../../hooks/runs/use-start-run"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import type { Run } from "../../lib/answers/run"
import { CATALOGUE_RUNS } from "../../../vocabulary/run"
import { Moment } from "../common/moment"
import { Reason } from "../common/reason"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { Progress } from "./progress"
import { RunButtons } from "./run-buttons"

const PAGES = ["dry-run", "pictures", "candidates"] as const

/** The latest sync of a connection with its progress, counted while it runs; and the next. */
export const PushRuns = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const start = useStartPush(connection.id)
  const { data } = useRuns({ connection_id: connection.id, kind: [...CATALOGUE_RUNS], limit: 1 })
  const [latest] = data?.runs ?? []
  const run = useLiveRun(latest)
  const startNow = () =>
    start.mutate(undefined, {
      onSuccess: ({ total }) => toasts.succeeded(t("runs.began", { count: total })),
      onError: toasts.failed,
    })
  return (
    <Section
      title={t(`runs.kinds.${run?.kind ?? "push"}`, { defaultValue: run?.kind ?? "" })}
      actions={
        <>
          {run && <StateBadge of="run" state={run.state} />}
          {run && isOpen(run) && <RunButtons run={run} />}
          {connection.state === "active" && !connection.push_held && !(run && isOpen(run)) && (
            <Button size="small" variant="secondary" isLoading={start.isPending} onClick={startNow}>
              {t("runs.start")}
            </Button>
          )}
          {PAGES.map((name) => (
            <Button key={name} size="small" variant="secondary" asChild>
              <Link to={`/pos/catalogue/${name}?connection=${connection.id}`}>{t(`runs.pages.${name}`)}</Link>
            </Button>
          ))}
        </>
      }
    >
      {run && (
        <div className="flex flex-col gap-y-3 px-6 py-4">
          <Progress label={t("runs.progress")} done={run.done + run.rejected} total={run.total} />
          <RunWords run={run} timeZone={connection.time_zone} />
        </div>
      )}
    </Section>
  )
}

const RunWords = ({ run, timeZone }: { run: Run; timeZone: string | null }) => {
  const { t } = useTexts()
  return (
    <Text as="div" size="small" className="text-ui-fg-subtle flex flex-wrap gap-x-4 break-words">
      <span aria-live="polite">{t("runs.done", { done: run.done, total: run.total })}</span>
      {run.rejected > 0 && <span>{t("runs.rejected", { count: run.rejected })}</span>}
      {run.rate ? <span>{t("runs.rate", { rate: run.rate })}</span> : null}
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
