import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { ConnectionDisconnectedError } from "../../modules/pos/errors"
import { profileWarningOf } from "../../modules/pos/profile-warning"
import { markAllDue } from "../../modules/pos/queries/outbox/product-marks"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { applyProfile } from "./apply-profile"
import { findChoice, readProfile, regionSchema } from "./check-connection"
import { ConnectError, toConnectError } from "./connect-errors"

/** `region_id`: with the organisation's new currency; needed only after that has changed. */
export type ConfirmProfileInput = { connection_id: string; region_id?: string | undefined }

/** Nothing of the profile waits for a person. */
class NothingToConfirmError extends MedusaError {
  constructor(connectionId: string) {
    super(MedusaError.Types.NOT_ALLOWED, `The connection ${connectionId} has no warning to confirm.`)
  }
}

/**
 * A person has seen that the organisation changed. After a change of currency the region is changed with it: the
 * connection goes on, and every price is sent anew. Where the service tells the profile it is read again first, so that a
 * currency which was changed back needs no other region.
 */
export const posConfirmProfileStep = createStep(
  "pos-confirm-profile",
  async ({ connection_id, region_id }: ConfirmProfileInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const told = await pos.findConnection(connection_id)
    if (told.state === "disconnected") {
      throw new ConnectionDisconnectedError(connection_id)
    }
    if (!profileWarningOf(told)) {
      throw new NothingToConfirmError(connection_id)
    }
    try {
      const profile = await readProfile(await pos.clientOf(connection_id))
      if (profile) {
        // The service's clock may be ahead of ours; what was just read is the newest in any case.
        const at = new Date(Math.max((await pos.now()).getTime(), told.profile_at?.getTime() ?? 0))
        await applyProfile(container, told, { profile, at })
      }
    } catch (error) {
      throw toConnectError(error)
    }
    const connection = await pos.findConnection(connection_id)
    const warning = profileWarningOf(connection)
    if (warning?.kind === "currency") {
      if (!region_id) {
        throw new ConnectError("currency", `${warning.message} Choose that region.`)
      }
      const region = await findChoice(container, "region", region_id, ["currency_code", "name"], regionSchema)
      if (region.currency_code.toUpperCase() !== warning.after) {
        throw new ConnectError(
          "currency",
          `The region "${region.name}" sells in ${region.currency_code.toUpperCase()}, the organisation in ${warning.after}.`
        )
      }
      await pos.updatePosConnections({
        ...{ id: connection_id, region_id, currency_code: region.currency_code },
        ...{ state: "active", state_reason: null, profile_warning: null },
      })
      await pos.query((sql) => markAllDue(sql, connection_id))
    } else if (warning) {
      await pos.updatePosConnections({ id: connection_id, profile_warning: null })
    }
    return new StepResponse({ connection_id })
  }
)

/** @see posConfirmProfileStep; both pumps go on with what waited. */
export const posConfirmProfileWorkflow = createWorkflow("pos-confirm-profile", (input: ConfirmProfileInput) => {
  const confirmed = posConfirmProfileStep(input)
  wakeFor(confirmed, POS_EVENTS.outboxDue, POS_EVENTS.inboxReceived)
  return new WorkflowResponse(confirmed)
})
