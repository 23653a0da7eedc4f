import { z } from "zod"

/** A UUID of any version in its canonical text form, as every identifier of the service is. */
export const uuidSchema = z.guid()

/** An amount in the currency's minor units (öre, cent, yen), never a fraction. */
export const minorUnitsSchema = z.number().int()

/**
 * A moment as the service writes it: ISO 8601, with `Z`, `+00:00`, `+0000` or no zone at all, or epoch milliseconds
 * (webhooks of purchases). Read it with {@link parseTimestamp}.
 */
export const timestampSchema = z.union([z.string(), z.number()])

export type Timestamp = z.infer<typeof timestampSchema>

/** The most digits of a decimal before its point, and after it: a number from JSON may have 17 or so behind it. */
const MOST_DIGITS = { whole: 20, fraction: 20 }

const DECIMAL = /^[+-]?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d+))?$/i

/** Whether a decimal's digits are within bounds, found without writing them out: "1e9999999" has ten million. */
function isBounded(text: string): boolean {
  const [, whole = "", afterWhole = "", afterPoint = "", exponent = "0"] = DECIMAL.exec(text) ?? []
  const digits = whole + afterWhole + afterPoint
  const significant = digits.replace(/^0+/, "")
  const point = whole.length + Number(exponent) - (digits.length - significant.length)
  const fraction = significant.replace(/0+$/, "").length - point
  return significant === "" || (point <= MOST_DIGITS.whole && fraction <= MOST_DIGITS.fraction)
}

/**
 * A decimal in text: "42", "0.350", "-2"; also "1E+1", as some writers of big decimals print 10. At most 20 digits before
 * the point and 20 after it: arithmetic with ten million digits would block the process.
 */
export const decimalTextSchema = z
  .string()
  .max(100, "must be a decimal number of at most 100 characters")
  .regex(DECIMAL, "must be a decimal number in text")
  .refine(isBounded, "must have at most 20 digits before the decimal point and 20 after it")

/** A number that is read from text, too, as some of the service's writers have it: "25.5" is 25.5. */
export const numberSchema = z.union([z.number(), decimalTextSchema.transform(Number).pipe(z.number())])

/** An amount in minor units as it is read: "12900" is 12900, and what has a fraction is none. */
export const amountSchema = z.union([minorUnitsSchema, decimalTextSchema.transform(Number).pipe(minorUnitsSchema)])

/** A decimal in text as it is read: 1 is "1". */
export const quantityTextSchema = z.union([decimalTextSchema, z.number().transform(String).pipe(decimalTextSchema)])

/** A list that the service leaves out, or writes as null, when it is empty. */
export function listSchema<Schema extends z.ZodType>(item: Schema) {
  return z.preprocess((value) => value ?? [], z.array(item))
}

/** An ISO 4217 code in upper case, as the service writes currencies. */
export const currencyIdSchema = z.string().regex(/^[A-Z]{3}$/, "must be a three-letter ISO 4217 code")

/** Date, time to the minute or finer, and a zone where there is one. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?$/i

const EPOCH_MS = /^\d{12,14}$/

/**
 * Reads a service timestamp as a moment in UTC, which is also the zone of a time that names none: the shop's own must
 * not decide.
 * @returns null when the value is not a date at all, so that the caller decides what stands in for it
 */
export function parseTimestamp(value: Timestamp | null | undefined): Date | null {
  if (value === null || value === undefined) {
    return null
  }
  const date = new Date(typeof value === "number" ? value : toMoment(value.trim()))
  return Number.isNaN(date.getTime()) ? null : date
}

function toMoment(text: string): string | number {
  if (EPOCH_MS.test(text)) {
    return Number(text)
  }
  const [, day, time, , hours, minutes = "00"] = ISO_TIME.exec(text) ?? []
  return day === undefined ? text : `${day}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`
}

/** A moment where a record without one is of no use: read whatever its form, and ISO 8601 in UTC from here on. */
export const momentSchema = timestampSchema
  .transform((value, context) => {
    const moment = parseTimestamp(value)
    if (moment === null) {
      context.addIssue("must be a time")
      return z.NEVER
    }
    return moment.toISOString()
  })
  .pipe(z.string())

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
