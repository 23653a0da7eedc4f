import { Link } from "react-router-dom"
import { Button } from "../common/button"
import { CATALOG_RUNS, OPEN_RUN_STATES } from "../../../contract/processing"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useUnlistedProducts } from "../../hooks/catalog/use-product-links"
import { useRuns, useStartPush } from "../../hooks/runs/use-runs"
import type { Connection } from "../../lib/answers/connection"
import { Section } from "../common/section"
import { Restricted } from "../common/restricted"
import { RunActions, RunProgress } from "../runs/run-progress"

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
