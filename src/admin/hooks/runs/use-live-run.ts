import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { OPEN_RUN_STATES } from "../../../vocabulary/run"
import { type Run, runSchema } from "../../lib/answers/run"
import { listen } from "../../lib/http/listen"
import { posKeys } from "../../lib/http/query-keys"

/** A run that goes on, or waits to. */
export const isOpen = ({ state }: Run) => OPEN_RUN_STATES.some((open) => open === state)

/** A run as the server tells of it while it goes on, without asking; afterwards all lists are read anew. */
export function useLiveRun(run: Run): Run {
  const client = useQueryClient()
  const [told, setTold] = useState<Run | null>(null)
  const id = isOpen(run) ? run.id : null
  useEffect(() => {
    if (id === null) {
      return
    }
    const leaving = new AbortController()
    listen(runSchema, `/admin/pos/runs/${id}/events`, setTold, leaving.signal)
      // The list of runs asks every few seconds anyhow.
      .catch(() => undefined)
      .finally(() => {
        if (!leaving.signal.aborted) {
          void client.invalidateQueries({ queryKey: posKeys.all })
        }
      })
    return () => leaving.abort()
  }, [id, client])
  return told?.id === run.id && isOpen(run) ? told : run
}
