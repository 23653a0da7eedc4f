import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "zod"
import { MAX_DISMISSAL_REASON } from "../../contract/activity"
import { countDays } from "../../contract/time"
import { PosError } from "../../modules/pos/errors"

const LONGEST_ID = 255

/**
 * Text that may be part of an SQL query. PostgreSQL accepts neither NUL nor surrogate halves, and no name has control
 * characters.
 */
export const plainTextSchema = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters")

/** An id of any record in a path, a filter or a body. */
export const idSchema = plainTextSchema.min(1).max(LONGEST_ID)

/** The most records in one request. */
export const MAX_NAMED = 1_000

/** The records of a request. */
export const idsSchema = z.array(idSchema).min(1).max(MAX_NAMED)

/** The id in a path cannot be a record's id. */
class NoSuchRecordError extends PosError {
  constructor() {
    super("pos_not_found", "There is no record with this id")
  }
}

/** Returns the id in a path. @throws NoSuchRecordError for an impossible id, before the database is queried */
export function pathId(request: MedusaRequest<unknown>, name = "id"): string {
  const id = idSchema.safeParse(request.params[name])
  if (!id.success) {
    throw new NoSuchRecordError()
  }
  return id.data
}

const LONGEST_SEARCH = 200

/** Text of a search; "" for none. */
export const searchTextSchema = plainTextSchema.trim().max(LONGEST_SEARCH).default("")

/** Part of a product's title, SKU, barcode, EAN or UPC. */
export const codeSearchSchema = plainTextSchema.trim().min(1).max(100)

/** Why a person dismisses or ignores something, in their own words; several lines are accepted. */
export const dismissalReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_DISMISSAL_REASON)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, "must not hold control characters other than line breaks")

/** Records whose dismissal is undone. */
export const undoBodySchema = z.object({ connection_id: idSchema, ids: idsSchema })

const LONGEST_NAME = 100

/** Name of a connection's group. */
export const groupNameSchema = plainTextSchema.trim().min(1).max(LONGEST_NAME)

const DAY_MS = 86_400_000

/** The longest period of a pull or a report, in days. */
const MAX_PERIOD_DAYS = 31

/** A moment with offset, or a date (00:00 UTC). */
export const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((moment) => new Date(moment))

/** An ISO date; the error of an invalid one has the field's name. */
export const daySchema = (name: string) => z.iso.date(`\`${name}\` must be a date such as 2026-11-21`)

type Period = { from?: Date | undefined; to?: Date | undefined }

/** Checks that a period's start is before its end, for `refine`. */
export const inOrder = ({ from, to }: Period) => !from || !to || from < to
export const REVERSED = { message: "`from` must be before `to`", path: ["from"] }

export const shortEnough = ({ from, to }: Period) =>
  !from || !to || to.getTime() - from.getTime() <= MAX_PERIOD_DAYS * DAY_MS
export const TOO_LONG = { message: `\`from\` and \`to\` are at most ${MAX_PERIOD_DAYS} days apart`, path: ["from"] }

type Days = { from: string; to: string }

/** Checks that a period of days, both inclusive, is not reversed, for `refine`. */
export const daysInOrder = ({ from, to }: Days) => from <= to
export const DAYS_REVERSED = { message: "`from` must not be after `to`", path: ["from"] }

export const atMostDays = (max: number) => (period: Days) => countDays(period.from, period.to) <= max

/** The most records in one page. */
const MAX_PAGE = 100

const offsetSchema = z.coerce.number().int().min(0)

/** Pagination parameters of a list. */
export const pageFields = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  offset: offsetSchema.default(0),
}

/** {@link pageFields} for lists whose total is not counted exactly. */
export const longListPageFields = { ...pageFields, offset: offsetSchema.max(10_000_000).default(0) }
