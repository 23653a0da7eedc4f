import { z } from "zod"

/**
 * A UUID of any version in its canonical text form, as in all of the POS's identifiers. It is normalized to lower case,
 * because the POS may write the same UUID in either case.
 */
export const uuidSchema = z.guid().toLowerCase()

/** An amount in the currency's minor units (öre, cent, yen), never a fraction. */
export const minorUnitsSchema = z.number().int()

/**
 * A moment as the POS writes it: ISO 8601, with `Z`, `+00:00`, `+0000` or no zone at all, or epoch milliseconds
 * (webhooks of purchases). Parse it with {@link parseTimestamp}.
 */
export const timestampSchema = z.union([z.string(), z.number()])

/** A moment as the POS writes it: ISO 8601 text, or epoch milliseconds. A text without a zone is UTC. */
export type Timestamp = z.infer<typeof timestampSchema>

/** The most digits of a decimal before and after its point. A number from JSON may have 17 after it. */
const MOST_DIGITS = { whole: 20, fraction: 20 }

const DECIMAL = /^[+-]?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([+-]?\d+))?$/i

/** Returns whether the number of digits is within bounds, without expanding the number: "1e9999999" has ten million. */
function isBounded(text: string): boolean {
  const [, whole = "", afterWhole = "", afterPoint = "", exponent = "0"] = DECIMAL.exec(text) ?? []
  const digits = whole + afterWhole + afterPoint
  const significant = digits.replace(/^0+/, "")
  const point = whole.length + Number(exponent) - (digits.length - significant.length)
  const fraction = significant.replace(/0+$/, "").length - point
  return significant === "" || (point <= MOST_DIGITS.whole && fraction <= MOST_DIGITS.fraction)
}

/**
 * Decimal text: "42", "0.350", "-2"; also "1E+1", as some writers of big decimals print 10. At most 20 digits before
 * the point and 20 after it: arithmetic with ten million digits would block the process.
 */
export const decimalTextSchema = z
  .string()
  .max(100, "must be a decimal number of at most 100 characters")
  .regex(DECIMAL, "must be a decimal number in text")
  .refine(isBounded, "must have at most 20 digits before the decimal point and 20 after it")

/** A number, also as text, because some answers of the POS use text: "25.5" is 25.5. */
export const numberSchema = z.union([z.number(), decimalTextSchema.transform(Number).pipe(z.number())])

/** An amount in minor units, also as text: "12900" is 12900; fractions are rejected. */
export const amountSchema = z.union([minorUnitsSchema, decimalTextSchema.transform(Number).pipe(minorUnitsSchema)])

/** Decimal text, also from a number: 1 becomes "1". */
export const quantityTextSchema = z.union([decimalTextSchema, z.number().transform(String).pipe(decimalTextSchema)])

/** A list that the POS omits, or writes as null, when it is empty. */
export function listSchema<Schema extends z.ZodType>(item: Schema) {
  return z.preprocess((value) => value ?? [], z.array(item))
}

/** An upper-case ISO 4217 code, as the POS writes currencies. */
export const currencyIdSchema = z.string().regex(/^[A-Z]{3}$/, "must be a three-letter ISO 4217 code")

/** Date, time with at least minutes, and an optional zone. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:(Z)|([+-]\d{2})(?::?(\d{2}))?)?$/i

const EPOCH_MS = /^\d{12,14}$/

/**
 * Parses a POS timestamp. A time without a zone is UTC, regardless of the server's own time zone.
 * @returns null when the value is not a date, so that the caller chooses a fallback
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

/** A required moment in any of the POS's forms, normalized to ISO 8601 in UTC. */
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

/** Formats a moment as in purchases: `2019-12-03T17:05:06.123+0000`. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().replace("Z", "+0000")
}

/** Formats a moment for the account interface, with offset: `2019-12-03T17:05:06.123+00:00`. */
export function formatTimestampWithOffset(date: Date): string {
  return date.toISOString().replace("Z", "+00:00")
}

/** The path value that selects the access token's organization. */
export const SELF = "self"

/**
 * All names that contain the POS's brand. The spec writes SERVICE where the real interface has its brand (observed
 * "Credentials and profile").
 */
export type BrandNames = {
  signatureHeader: string
  applicationIdHeader: string
  paymentTypes: {
    card: string
    cardOnline: string
    cash: string
    invoice: string
    tapOnPhone: string
    paymentLink: string
  }
}

/** The brand in names of headers and payment types when none is configured, as in the spec. */
export const DEFAULT_BRAND = "SERVICE"

/** Returns the branded header names (lower case, as in Node) and payment types of `brand`. */
export function brandNames(brand: string = DEFAULT_BRAND): BrandNames {
  const upper = brand.toUpperCase()
  return {
    signatureHeader: `x-${brand.toLowerCase()}-signature`,
    applicationIdHeader: `x-${brand.toLowerCase()}-application-id`,
    paymentTypes: {
      card: `${upper}_CARD`,
      cardOnline: `${upper}_CARD_ONLINE`,
      cash: `${upper}_CASH`,
      invoice: `${upper}_INVOICE`,
      tapOnPhone: `${upper}_TAP_ON_PHONE`,
      paymentLink: `${upper}_PAYMENT_LINK`,
    },
  }
}

/**
 * An ETag without quotes: the POS quotes it in the header, and in a body sometimes ([etagForm] in docs/reference/pos-api.md).
 * This schema normalizes all forms to the same text; only headers are quoted again.
 */
export const etagSchema = z.string().transform((etag) => etag.replace(/^W\//, "").replace(/^"(.*)"$/, "$1"))

/** Quotes an ETag for a header. */
export const quotedEtag = (etag: string) => `"${etagSchema.parse(etag)}"`

const HOUR_MS = 3_600_000

/**
 * Maximum age of a delivered notification, in milliseconds: the POS retries for 72 to 73 hours (spec "Events"), and
 * clocks differ.
 */
export const LONGEST_DELIVERY_MS = 75 * HOUR_MS
