import { z } from "@medusajs/framework/zod"
import { countDays } from "../../vocabulary/iso-day"

const DAY_MS = 86_400_000

/** The longest period that is pulled or reported at once, in days. */
const MAX_PERIOD_DAYS = 31

/** A moment with offset, or a date (00:00 UTC). */
export const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((moment) => new Date(moment))

/** An ISO date; a bad one is answered with the field's name. */
export const daySchema = (name: string) => z.iso.date(`\`${name}\` must be a date such as 2026-11-21`)

type Period = { from?: Date | undefined; to?: Date | undefined }

/** Checks of a period's two ends, for `refine`. */
export const inOrder = ({ from, to }: Period) => !from || !to || from < to
export const REVERSED = { message: "`from` must be before `to`", path: ["from"] }

export const shortEnough = ({ from, to }: Period) =>
  !from || !to || to.getTime() - from.getTime() <= MAX_PERIOD_DAYS * DAY_MS
export const TOO_LONG = { message: `\`from\` and \`to\` are at most ${MAX_PERIOD_DAYS} days apart`, path: ["from"] }

type Days = { from: string; to: string }

/** Checks of a period of whole days, both of which belong to it, for `refine`. */
export const daysInOrder = ({ from, to }: Days) => from <= to
export const DAYS_REVERSED = { message: "`from` must not be after `to`", path: ["from"] }

export const atMostDays = (max: number) => (period: Days) => countDays(period.from, period.to) <= max
