import { z } from "@medusajs/framework/zod"

/** A UUID of any version in its canonical text form, as every identifier of the service is. */
export const uuidSchema = z.guid()

/** An amount in the currency's minor units (öre, cent, yen), never a fraction. */
export const minorUnitsSchema = z.number().int()

/**
 * A moment as the service writes it: ISO 8601, with `Z`, `+00:00` or `+0000`, or epoch milliseconds
 * (webhooks of purchases). Read it with {@link parseTimestamp}.
 */
export const timestampSchema = z.union([z.string(), z.number()])

export type Timestamp = z.infer<typeof timestampSchema>

/** A decimal in text: "42", "0.350", "-2"; also "1E+1", as some writers of big decimals print 10. */
export const decimalTextSchema = z
  .string()
  .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, "must be a decimal number in text")

/** An ISO 4217 code in upper case, as the service writes currencies. */
export const currencyIdSchema = z.string().regex(/^[A-Z]{3}$/, "must be a three-letter ISO 4217 code")

/**
 * Reads a service timestamp as a moment in UTC.
 * @returns null when the value is not a date at all, so that the caller decides what stands in for it
 */
export function parseTimestamp(value: Timestamp | null | undefined): Date | null {
  if (value === null || value === undefined) {
    return null
  }
  const iso = typeof value === "number" ? value : value.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Writes a moment as purchases carry it: `2019-12-03T17:05:06.123+0000`. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().replace("Z", "+0000")
}

/** Writes a moment as the account interface asks for it, with offset: `2019-12-03T17:05:06.123+00:00`. */
export function formatTimestampWithOffset(date: Date): string {
  return date.toISOString().replace("Z", "+00:00")
}

/** The path value that selects the organisation of the access token. */
export const SELF = "self"
