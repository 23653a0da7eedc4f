import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { PURCHASE_LIST_LIMITS } from "../../pos-api/contract"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

/** `since`: ISO 8601; the service keeps purchases for three years. */
export type StartBackfillInput = { connection_id: string; since: string }

/** A backfill that cannot be. */
class BackfillRefusedError extends MedusaError {
  constructor(reason: string) {
    super(MedusaError.Types.NOT_ALLOWED, reason)
  }
}

export const posStartBackfillStep = createStep(
  "pos-start-backfill",
  async ({ connection_id, since }: StartBackfillInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    const from = new Date(since)
    const until = connection.orders_since ?? connection.receipts_since ?? connection.created_at
    const earliest = new Date(await pos.now())
    earliest.setUTCFullYear(earliest.getUTCFullYear() - PURCHASE_LIST_LIMITS.historyYears)
    if (Number.isNaN(from.getTime()) || from >= until) {
      throw new BackfillRefusedError(`Receipts since ${until.toISOString()} are in the shop; choose an earlier day.`)
    }
    const [running] = await pos.listPosRuns({ connection_id, kind: "backfill", state: "running" })
    if (running) {
      throw new BackfillRefusedError("A backfill of this connection is under way; wait for its end.")
    }
    const start = from < earliest ? earliest : from
    const run = await pos.createPosRuns({
      connection_id,
      kind: "backfill",
      details: { since: start.toISOString(), until: until.toISOString(), reached: null, new_receipts: 0 },
    })
    // A refund whose sale the backfill will bring is no longer older than what is mirrored; but where data were wiped,
    // sales between the backfill and the new beginning have orders without receipts, and are not mirrored again.
    await pos.updatePosConnections({
      id: connection_id,
      ...(connection.orders_since ? { orders_since: start } : { receipts_since: start }),
    })
    const { receipts_since, orders_since } = connection
    return new StepResponse({ run_id: run.id }, { run_id: run.id, connection_id, receipts_since, orders_since })
  },
  async (started, { container }) => {
    if (started) {
      const pos = container.resolve(POS_MODULE)
      await pos.deletePosRuns({ id: started.run_id })
      const { connection_id, receipts_since, orders_since } = started
      await pos.updatePosConnections({ id: connection_id, receipts_since, orders_since })
    }
  }
)

/** Opens a run that brings former receipts into the shop. They move no stock, and are announced to nobody. */
export const posStartBackfillWorkflow = createWorkflow("pos-start-backfill", (input: StartBackfillInput) => {
  const started = posStartBackfillStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(started)
})
