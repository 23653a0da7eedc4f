import { z } from "zod"
import { chosenMirrorSettingsSchema } from "../../../vocabulary/mirror-settings"
import { pushSettingsSchema } from "../../../vocabulary/push-settings"

/** `GET /admin/pos/connections/:id/push-settings`: how a connection pushes. */
export const pushSettingsAnswerSchema = z.looseObject({ push_settings: pushSettingsSchema })

/** `GET /admin/pos/connections/:id/mirror-settings`: what happens to what the counter tells. */
export const mirrorSettingsAnswerSchema = z.looseObject({ mirror_settings: chosenMirrorSettingsSchema })

/** `GET` and `POST /admin/pos/connections/:id/copied-settings`: what differs, and what does not fit */
export const copiedSettingsAnswerSchema = z.looseObject({
  changes: z.array(z.looseObject({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  left_out: z.array(z.looseObject({ name: z.string(), reason: z.string() })),
})

export type CopiedSettings = z.infer<typeof copiedSettingsAnswerSchema>
