import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useRuns } from "../../hooks/use-lists"
import type { Connection } from "../../lib/answers/connection"
import type { Run } from "../../lib/answers/product-link"
import { Moment } from "../moment"
import { Section } from "../section"
import { StateBadge } from "../state-badge"
import { Progress } from "./progress"

/** The latest sync of a connection with its progress, counted while it runs. */
export const PushRuns = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const { data } = useRuns({ connection_id: connection.id, limit: 1 })
  const [run] = data?.runs ?? []
  if (!run) {
    return null
  }
  return (
    <Section
      title={t(`runs.kinds.${run.kind}`, { defaultValue: run.kind })}
      actions={<StateBadge of="run" state={run.state} />}
    >
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <Progress label={t("runs.progress")} done={run.done + run.rejected} total={run.total} />
        <RunWords run={run} timeZone={connection.time_zone} />
      </div>
    </Section>
  )
}

const RunWords = ({ run, timeZone }: { run: Run; timeZone: string | null }) => {
  const { t } = useTranslation("pos")
  return (
    <Text size="small" className="text-ui-fg-subtle flex flex-wrap gap-x-4 break-words">
      <span aria-live="polite">{t("runs.done", { done: run.done, total: run.total })}</span>
      {run.rejected > 0 && <span>{t("runs.rejected", { count: run.rejected })}</span>}
      <span>
        {t("runs.started")} <Moment at={run.created_at} timeZone={timeZone} />
      </span>
      {run.reason && <span>{run.reason}</span>}
    </Text>
  )
}
