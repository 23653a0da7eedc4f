import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { hasProductLinks } from "../../modules/pos/queries/outbox/product-counts"
import type { PosIdentity } from "../../translate/match-products"
import { draftPlan, readUnlinkedIdentities } from "../plan/draft-plan"
import { startRun } from "../push/start-run"
import { toConnectError } from "./connect-errors"

/** What was queued: a run, or where the counter has products already, a plan that waits for the merchant. */
export type QueuedCatalogue = { connection_id: string; run_id: string | null; plan_id: string | null }

/** Makes the whole catalogue due and opens the run that shows the progress; on a full till a plan comes first. */
export const posQueueCatalogueStep = createStep("pos-queue-catalogue", async (connectionId: string, { container }) => {
  const counter = await findStrangers(container, connectionId)
  if (counter.length > 0) {
    const plan = await draftPlan(container, connectionId, counter)
    const queued: QueuedCatalogue = { connection_id: connectionId, run_id: null, plan_id: plan.id }
    return new StepResponse(queued)
  }
  const { run_id } = await startRun(container, connectionId)
  const queued: QueuedCatalogue = { connection_id: connectionId, run_id, plan_id: null }
  return new StepResponse(queued)
})

/** Products that the counter has at the first contact; a connection that was here before knows its own. */
async function findStrangers(container: MedusaContainer, connectionId: string): Promise<PosIdentity[]> {
  if (await container.resolve(POS_MODULE).query((sql) => hasProductLinks(sql, connectionId))) {
    return []
  }
  try {
    return await readUnlinkedIdentities(container, connectionId)
  } catch (error) {
    throw toConnectError(error)
  }
}
