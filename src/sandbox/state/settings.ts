import { z } from "@medusajs/framework/zod"

/**
 * How the sandbox behaves where the real service has been seen to differ (service-facts). All of it can be changed
 * while it runs, by `PATCH /_sandbox/settings`.
 */
export const settingsSchema = z.looseObject({
  /** a notification's payload as JSON text, as it mostly comes, or as an object */
  payloadForm: z.enum(["string", "object"]).default("string"),
  /** times in the notification of a purchase: ISO 8601, or epoch milliseconds */
  purchaseTimestampForm: z.enum(["iso", "epoch"]).default("iso"),
  /** "odd": lost credentials are told as ApplicationConnectionRemoved with the type PersonalAssertionDeleted */
  credentialsRemovedForm: z.enum(["plain", "odd"]).default("plain"),
  /** a failed import applies the products that are good, which the service does not promise */
  importAppliesGoodPart: z.boolean().default(false),
  /** seconds of the sandbox's clock that an import takes */
  importSeconds: z.number().min(0).max(86_400).default(0),
})

export type Settings = z.output<typeof settingsSchema>

export const settingsPatchSchema = z.looseObject({
  payloadForm: settingsSchema.shape.payloadForm.unwrap().optional(),
  purchaseTimestampForm: settingsSchema.shape.purchaseTimestampForm.unwrap().optional(),
  credentialsRemovedForm: settingsSchema.shape.credentialsRemovedForm.unwrap().optional(),
  importAppliesGoodPart: settingsSchema.shape.importAppliesGoodPart.unwrap().optional(),
  importSeconds: settingsSchema.shape.importSeconds.unwrap().optional(),
})
