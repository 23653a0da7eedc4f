import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { CopiedSetting } from "../../vocabulary/copied-settings"
import { mirrorSettingsChangeSchema } from "../../vocabulary/mirror-settings"
import { pushSettingsChangeSchema } from "../../vocabulary/push-settings"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"
import { type CopiedSettings, copiedSettings } from "./copied-settings"
import { posUpdateMirrorSettingsStep } from "./update-mirror-settings"
import { posUpdatePushSettingsStep } from "./update-push-settings"

/** From which connection to which; `names`: those of the settings that differ, or all of them. */
export type CopySettingsInput = { connection_id: string; from_connection_id: string; names?: CopiedSetting[] }

/** A connection was named as the source of its own settings. */
class SameConnectionError extends MedusaError {
  constructor(id: string) {
    super(MedusaError.Types.INVALID_DATA, `${id} has these settings already. Name another connection to copy from.`)
  }
}

/**
 * What copying would change; nothing is changed.
 * @throws ConnectionNotFoundError, SameConnectionError
 */
export async function previewCopiedSettings(
  container: MedusaContainer,
  { connection_id, from_connection_id, names }: CopySettingsInput
): Promise<CopiedSettings> {
  if (connection_id === from_connection_id) {
    throw new SameConnectionError(connection_id)
  }
  const pos = container.resolve(POS_MODULE)
  const [to, from] = [await pos.findConnection(connection_id), await pos.findConnection(from_connection_id)]
  const { region_id } = pushSettingsOf(from).price
  const [region] = region_id ? await container.resolve(Modules.REGION).listRegions({ id: region_id }) : []
  const copied = copiedSettings(from, to, region?.currency_code ?? null)
  return { ...copied, changes: copied.changes.filter(({ name }) => names?.includes(name) ?? true) }
}

const posPreviewCopiedSettingsStep = createStep(
  "pos-preview-copied-settings",
  async (input: CopySettingsInput, { container }) => {
    const { changes, left_out } = await previewCopiedSettings(container, input)
    const changed = Object.fromEntries(changes.map(({ name, after }) => [name, after]))
    return new StepResponse({
      ...{ changes, left_out },
      // Each knows its own names.
      push: pushSettingsChangeSchema.parse(changed),
      mirror: mirrorSettingsChangeSchema.parse(changed),
    })
  }
)

/** Gives a connection the settings of another, where they fit; the counter is brought in line by a run. */
export const posCopySettingsWorkflow = createWorkflow("pos-copy-settings", (input: CopySettingsInput) => {
  const copied = posPreviewCopiedSettingsStep(input)
  when("pos-mirror-settings-differ", copied, ({ mirror }) => Object.keys(mirror).length > 0).then(() => {
    posUpdateMirrorSettingsStep(
      transform({ input, copied }, (data) => ({ ...data.copied.mirror, connection_id: data.input.connection_id }))
    )
  })
  const pushed = when("pos-push-settings-differ", copied, ({ push }) => Object.keys(push).length > 0).then(() =>
    posUpdatePushSettingsStep(
      transform({ input, copied }, (data) => ({
        connection_id: data.input.connection_id,
        settings: data.copied.push,
      }))
    )
  )
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(
    transform({ copied, pushed }, (data) => ({
      changes: data.copied.changes,
      left_out: data.copied.left_out,
      run_id: data.pushed?.run_id ?? null,
    }))
  )
})
