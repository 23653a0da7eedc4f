import { useQuery, useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import { useEffect, useState } from "react"
import type { FetchKind } from "../../../contract/finance"
import { OPEN_RUN_STATES, type RunAction } from "../../../contract/processing"
import { type Run, runsAnswerSchema, runSchema } from "../../lib/answers/events"
import { ask, sdk } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/refetch"
import { type ListQuery } from "../common/use-list"
import { useChange } from "../common/use-mutation-toasts"

/** Syncs, the latest first; a running one sends its progress, see use-live-run.ts. */
export function useRuns(query: ListQuery, enabled = true) {
  return useQuery({
    queryKey: posKeys.runs(query),
    queryFn: () => ask(runsAnswerSchema, "/admin/pos/runs", { query }),
    refetchInterval: REFETCH_MS,
    enabled,
  })
}

export function useRunAction(id: string) {
  return useChange((action: RunAction) =>
    ask(z.looseObject({}), `/admin/pos/runs/${id}/actions`, { method: "POST", body: { action } })
  )
}

/** A run that is in progress or waits to start. */
export const isOpen = ({ state }: Run) => OPEN_RUN_STATES.some((open) => open === state)

/** A run as the server streams it while it is in progress; afterwards all lists are fetched again. */
export function useLiveRun(run: Run): Run {
  const client = useQueryClient()
  const [reported, setReported] = useState<Run | null>(null)
  const id = isOpen(run) ? run.id : null
  useEffect(() => {
    if (id === null) {
      return
    }
    const leaving = new AbortController()
    listen(runSchema, `/admin/pos/runs/${id}/events`, setReported, leaving.signal)
      // The list of runs asks every few seconds anyhow.
      .catch(() => undefined)
      .finally(() => {
        if (!leaving.signal.aborted) {
          void client.invalidateQueries({ queryKey: posKeys.all })
        }
      })
    return () => leaving.abort()
  }, [id, client])
  return reported?.id === run.id && isOpen(run) ? reported : run
}

/** Starts a full sync: everything that differs goes to the POS. */
export function useStartPush(id: string) {
  return useChange(() =>
    ask(z.looseObject({ total: z.number() }), `/admin/pos/connections/${id}/push`, { method: "POST", body: {} })
  )
}

/** Imports the receipts since a day, as a run in the background. */
export function useBackfill(id: string) {
  return useChange((since: string) =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/backfill`, {
      method: "POST",
      body: { since },
    })
  )
}

/** Fetches days from the POS again, as a run. */
export function useFetchPeriod(id: string) {
  return useChange((body: { from: string; to: string; kinds: FetchKind[] }) =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/fetch-period`, { method: "POST", body })
  )
}

/** Compares the levels of both sides now, as a run. */
export function useReconcile(id: string) {
  return useChange(() =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/reconcile`, { method: "POST" })
  )
}

/** Compares receipts, orders, purchases and payouts now, as a run. */
export function useReconcileFinances(id: string) {
  return useChange(() =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/reconcile-finances`, { method: "POST" })
  )
}

/**
 * Reads a route of server-sent events until it ends or `signal` is aborted. What is not understood is left out: the
 * next event, or the list's next poll, shows it.
 * @throws when the stream cannot be opened or breaks off
 */
async function listen<ReportedRun>(
  schema: z.ZodType<ReportedRun>,
  path: string,
  onUpdate: (reported: ReportedRun) => void,
  signal: AbortSignal
): Promise<void> {
  const { stream, abort } = await sdk.client.fetchStream(path)
  signal.addEventListener("abort", abort)
  try {
    for await (const { data } of stream ?? []) {
      const parsed = schema.safeParse(parseJson(data))
      if (parsed.success && !signal.aborted) {
        onUpdate(parsed.data)
      }
    }
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return null
  }
}
