import { z } from "zod"

/** What a piece of work takes in milliseconds: of a process's thread, of PostgreSQL, and of waiting that nobody works in. */
const workSchema = z.object({ shopMs: z.number().min(0), databaseMs: z.number().min(0), waitMs: z.number().min(0) })

export type Work = z.infer<typeof workSchema>

/**
 * A notification at the webhook endpoint: docs/reference/benchmarks.md has the processor time of the server, and some fifteen notifications
 * share a statement.
 */
export const WEBHOOK_ENDPOINT: Work = { shopMs: 0.65, databaseMs: 0.2, waitMs: 1 }

/** What recurs for each connection, whether it sells or not. */
export const JOB_NAMES = ["sweep", "resume-runs", "find-changes", "finance", "catch-up"] as const

export type DutyName = (typeof JOB_NAMES)[number]

/** How often Medusa's scheduler calls each, in seconds (src/jobs). */
export const DUTY_SECONDS: Record<DutyName, number> = {
  sweep: 60,
  "resume-runs": 60,
  "find-changes": 60,
  finance: 60,
  "catch-up": 300,
}

/** What the parts take, measured on one machine; `npm run bench -- capacity --measure` measures them on another. */
export const unitCostsSchema = z.object({
  /** from a sale at the register until the webhook endpoint is called: the POS's own way */
  notifiedMs: z.number(),
  /** a notification at the webhook endpoint, until it is stored and answered */
  endpoint: workSchema,
  /** to claim what is due of a connection; where nothing is, that is all */
  claim: workSchema,
  /** to look for what is to be reported to the POS; where nothing is, that is all */
  outbox: workSchema,
  /** a batch, whatever it holds */
  batch: workSchema,
  /** each receipt of a batch with its movement of stock */
  receipt: workSchema,
  /** each job for a connection that has nothing due; finding changes without the check of contents */
  jobs: z.record(z.enum(JOB_NAMES), workSchema),
  /** the check of contents for a connection whose turn it is, and for each of its products */
  turn: workSchema,
  product: workSchema,
  /** of a receipt with its stock: rows that are written, and what PostgreSQL writes down for them */
  rowsWritten: z.number(),
  walKilobytes: z.number(),
})

export type UnitCosts = z.infer<typeof unitCostsSchema>
