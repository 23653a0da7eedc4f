import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { profileWarningOf } from "../../modules/pos/profile-warning"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

type SwitchInput = { connection_id: string; state: "active" | "paused" }

/** The organisation sells in another currency than the connection's region, so its prices would be wrong. */
class CurrencyChangedError extends MedusaError {
  constructor(connectionId: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `The organisation of ${connectionId} sells in another currency. Confirm it with a region of that currency first.`
    )
  }
}

/** A connection that is paused keeps receiving; nothing is sent and nothing is mirrored until it goes on. */
export const posSwitchConnectionStep = createStep(
  "pos-switch-connection",
  async ({ connection_id, state }: SwitchInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    if (connection.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    if (profileWarningOf(connection)?.kind === "currency") {
      throw new CurrencyChangedError(connection_id)
    }
    await pos.updatePosConnections({ id: connection_id, state, state_reason: null })
    return new StepResponse({ connection_id }, { id: connection_id, state: connection.state })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(POS_MODULE).updatePosConnections(before)
    }
  }
)

/** Pauses a connection. @throws ConnectionNotFoundError, ConnectionDisconnectedError */
export const posPauseConnectionWorkflow = createWorkflow("pos-pause-connection", (connectionId: string) => {
  const input = transform({ connectionId }, (data) => ({ connection_id: data.connectionId, state: "paused" as const }))
  return new WorkflowResponse(posSwitchConnectionStep(input))
})

/** Goes on with a paused connection, and with everything that waited. */
export const posResumeConnectionWorkflow = createWorkflow("pos-resume-connection", (connectionId: string) => {
  const input = transform({ connectionId }, (data) => ({ connection_id: data.connectionId, state: "active" as const }))
  const resumed = posSwitchConnectionStep(input)
  wakeFor(resumed, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(resumed)
})
