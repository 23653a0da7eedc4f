import { z } from "zod"
import { currencyIdSchema, SCOPES, TAXATION_MODES, TAXATION_TYPES } from "../../pos-api/contract"

export const timeZoneSchema = z.string().refine(isTimeZone, "must be a time zone such as Europe/Stockholm")

/** A merchant as a person opens it, and what the first key of it may do. */
export const organizationSchema = z.looseObject({
  name: z.string().min(1).max(256),
  country: z.string().regex(/^[A-Z]{2}$/, "must be a two-letter country code such as SE"),
  currency: currencyIdSchema,
  /** null: the profile does not name it */
  taxationMode: z.enum(TAXATION_MODES).nullable().default("INCLUSIVE"),
  taxationType: z.enum(TAXATION_TYPES).nullable().default("VAT"),
  timeZone: timeZoneSchema.default("Europe/Stockholm"),
  vatPercentage: z.number().min(0).max(100).nullable().default(null),
  scopes: z.array(z.string()).default([...SCOPES]),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    // The runtime knows no such zone: that is the answer.
    return false
  }
}
