import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { toConnectError } from "./connect-errors"
import { destinationOf } from "./destination"
import { probeDestination } from "./probe-destination"

/** @see probeDestination */
export const posTestNotificationStep = createStep(
  "pos-test-notification",
  async (connectionId: string, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { id, contact_email: contactEmail } = await pos.findConnection(connectionId)
    const destination = destinationOf(await pos.getOptions(), id)
    try {
      const client = await pos.clientOf(id)
      const milliseconds = await probeDestination(client, { destination, contactEmail, now: async () => pos.now() })
      return new StepResponse({ destination, milliseconds })
    } catch (error) {
      throw toConnectError(error)
    }
  }
)

/** Has the service send a test message to a connection's address. @throws ConnectError saying why none arrived */
export const posTestNotificationWorkflow = createWorkflow("pos-test-notification", (connectionId: string) => {
  return new WorkflowResponse(posTestNotificationStep(connectionId))
})
