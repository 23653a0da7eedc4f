import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { startRun } from "../push/start-run"

/** Makes the whole catalogue due and opens the run that shows the progress. */
export const posQueueCatalogueStep = createStep("pos-queue-catalogue", async (connectionId: string, { container }) => {
  return new StepResponse(await startRun(container, connectionId))
})
