import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { RunAction } from "../../../vocabulary/run"
import { runsAnswerSchema } from "../../lib/answers/run"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"
import { type ListQuery, REFETCH_MS } from "../common/use-list"

/** Syncs, the latest first; one that goes on tells of itself, see use-live-run.ts. */
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
