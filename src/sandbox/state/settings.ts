import { z } from "zod"
import { chooseDialect, dialectChoiceSchema } from "./dialect"

/**
 * How the sandbox behaves where the real service has been seen to differ (as observed). All of it can be changed
 * while it runs, by `PATCH /_sandbox/settings`.
 */
export const settingsSchema = z.looseObject({
  /** a notification's payload as JSON text, as it mostly comes, or as an object */
  payloadForm: z.enum(["string", "object"]).default("string"),
  /** times in the notification of a purchase: ISO 8601, or epoch milliseconds */
  purchaseTimestampForm: z.enum(["iso", "epoch"]).default("iso"),
  /** "odd": lost credentials are told as ApplicationConnectionRemoved with the type PersonalAssertionDeleted */
  credentialsRemovedForm: z.enum(["plain", "odd"]).default("plain"),
  /** where a subscription's signing key is told: when it is made and in the list, in the list alone, or nowhere */
  signingKeysTold: z.enum(["always", "list", "never"]).default("always"),
  /** a failed import applies the products that are good, which the service does not promise */
  importAppliesGoodPart: z.boolean().default(false),
  /** seconds of the sandbox's clock that an import takes */
  importSeconds: z.number().min(0).max(86_400).default(0),
  /** as specified, or as observed: for all points of the dialect, or for each that is named */
  dialect: dialectChoiceSchema.default("spec").transform((choice) => chooseDialect(choice)),
})

export type Settings = z.output<typeof settingsSchema>

export const settingsPatchSchema = z.looseObject({
  payloadForm: settingsSchema.shape.payloadForm.unwrap().optional(),
  purchaseTimestampForm: settingsSchema.shape.purchaseTimestampForm.unwrap().optional(),
  credentialsRemovedForm: settingsSchema.shape.credentialsRemovedForm.unwrap().optional(),
  signingKeysTold: settingsSchema.shape.signingKeysTold.unwrap().optional(),
  importAppliesGoodPart: settingsSchema.shape.importAppliesGoodPart.unwrap().optional(),
  importSeconds: settingsSchema.shape.importSeconds.unwrap().optional(),
  dialect: dialectChoiceSchema.optional(),
})

export type SettingsPatch = z.output<typeof settingsPatchSchema>

/** What is not named stays as it is. */
export function changeSettings(settings: Settings, { dialect, ...change }: SettingsPatch): Settings {
  return { ...settings, ...change, dialect: chooseDialect(dialect ?? {}, settings.dialect) }
}
