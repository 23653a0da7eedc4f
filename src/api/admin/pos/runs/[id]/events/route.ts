import { setTimeout as sleep } from "node:timers/promises"
import { POS_MODULE } from "../../../../../../modules/pos"
import { presentRun } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { defineRead } from "../../../../../utils/define-route"

/** How often the run's row is read, in milliseconds; changes are sent. */
const LOOK_MS = 500

/** Interval of empty keep-alive lines in milliseconds, so that proxies do not close a silent stream. */
const BEAT_MS = 15_000

/**
 * `GET /admin/pos/runs/:id/events` streams the run's progress as server-sent events. `event: progress`, `data:` the run
 * as in `GET /admin/pos/runs/:id`; the stream ends with the run. Any process may serve it.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const pos = request.scope.resolve(POS_MODULE)
  const id = pathId(request)
  let run = await pos.findRun(id)
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  })
  let sentText = ""
  let silentSince = Date.now()
  for (;;) {
    const { rate, seconds_left, ...lasting } = presentRun(run, await pos.now())
    const text = JSON.stringify(lasting)
    if (text !== sentText) {
      response.write(`event: progress\ndata: ${JSON.stringify({ ...lasting, rate, seconds_left })}\n\n`)
      sentText = text
      silentSince = Date.now()
    } else if (Date.now() - silentSince > BEAT_MS) {
      response.write(":\n\n")
      silentSince = Date.now()
    }
    if (!["running", "paused"].includes(run.state) || response.destroyed) {
      break
    }
    await sleep(LOOK_MS)
    run = await pos.findRun(id)
  }
  response.end()
})
