import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { type PushSettings, pushSettingsSchema } from "../../vocabulary/push-settings"
import { POS_EVENTS } from "../events"
import { checkPriceChoice } from "../push/check-price-choice"
import { startRun } from "../push/start-run"
import { wakeFor } from "../queue/wake-for"

/** What is not named stays as it is. */
export type UpdatePushSettingsInput = { connection_id: string; settings: Partial<PushSettings> }

export const posUpdatePushSettingsStep = createStep(
  "pos-update-push-settings",
  async ({ connection_id, settings }: UpdatePushSettingsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    const before = pushSettingsOf(connection)
    const push_settings = pushSettingsSchema.parse({ ...before, ...settings })
    if (settings.price) {
      await checkPriceChoice(container, settings.price, connection.currency_code)
    }
    await pos.updatePosConnections({ id: connection_id, push_settings })
    // While a first-contact plan waits nothing is pushed; applying it starts the run.
    const run_id = connection.push_held ? null : (await startRun(container, connection_id)).run_id
    return new StepResponse({ connection_id, run_id, settings: push_settings }, { connection_id, before })
  },
  async (undo, { container }) => {
    if (undo) {
      await container.resolve(POS_MODULE).updatePosConnections({ id: undo.connection_id, push_settings: undo.before })
    }
  }
)

/** Changes how a connection pushes, and starts the run that brings the counter in line. */
export const posUpdatePushSettingsWorkflow = createWorkflow(
  "pos-update-push-settings",
  (input: UpdatePushSettingsInput) => {
    const updated = posUpdatePushSettingsStep(input)
    wakeFor(updated, POS_EVENTS.outboxDue)
    return new WorkflowResponse(updated)
  }
)
