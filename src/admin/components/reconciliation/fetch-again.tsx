import { Button, Hint, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { z } from "zod"
import { FETCH_KINDS, type FetchKind } from "../../../contract/finance"
import { useTexts } from "../../hooks/common/use-texts"
import { useFetchPeriod, useRuns } from "../../hooks/runs/use-runs"
import type { Connection } from "../../lib/answers/connection"
import type { Run } from "../../lib/answers/events"
import { formatDate, isoDay } from "../../lib/format/time"
import { DayField } from "../common/fields"
import { FormDrawer } from "../common/form-drawer"
import { RunActions, RunProgress } from "../runs/run-progress"
import { PickMany } from "../settings/choices"

const DAY_MS = 86_400_000
const FIRST_DAYS = 30

/** Chooses the days and the data that are fetched from the POS again. */
export const FetchDrawer = ({ connection }: { connection: Connection }) => {
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
export const FetchProgress = ({ connection }: { connection: Connection }) => {
  const runs = useRuns({ connection_id: connection.id, kind: "fetch", limit: 1 })
  const [latest] = runs.data?.runs ?? []
  return latest && <LatestFetch run={latest} connection={connection} />
}
