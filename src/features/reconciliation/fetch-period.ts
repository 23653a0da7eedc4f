import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { FETCH_KINDS, type FetchKind, MAX_FETCH_DAYS } from "../../contract/finance"
import { OPEN_RUN_STATES } from "../../contract/processing"
import { countDays } from "../../contract/time"
import { POS_MODULE } from "../../modules/pos"
import { minorUnitsColumn } from "../../modules/pos/database/big-number"
import { dayFragment, startOfDay } from "../../modules/pos/database/days"
import { fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { PosError } from "../../modules/pos/errors"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { POS_EVENTS } from "../../runtime/events"
import { wakeFor } from "../../runtime/queue"
import { BEGINNING, daySchema, placeSchema } from "./runs"

const momentsSchema = z.object({ from: z.date(), until: z.date() })

/** Computes the period of days in a time zone: both days are inclusive, the end of the period is exclusive. */
export async function readPeriodOfDays(
  sql: Sql,
  { from, to, timeZone }: { from: string; to: string; timeZone: string }
): Promise<{ from: Date; until: Date }> {
  const zone = fragment("?::text", timeZone)
  const [begin, end] = [startOfDay(dayFragment(from), zone), startOfDay(dayFragment(to, 1), zone)]
  const [moments] = await sql(momentsSchema, `SELECT ${begin.text} AS "from", ${end.text} AS until`, [
    ...begin.bindings,
    ...end.bindings,
  ])
  return moments ?? { from: new Date(from), until: new Date(to) }
}

const storedSchema = z.object({
  id: z.string(),
  purchase_uuid: z.string(),
  order_id: z.string().nullable(),
  amount: minorUnitsColumn,
  currency_code: z.string(),
  sold_at: z.date(),
  purchase_number: z.number().nullable(),
  cashier: z.string().nullable(),
  refunds_purchase_uuid: z.string().nullable(),
  payload: z.unknown(),
  details_erased_at: z.date().nullable(),
})

/** Reads the receipts of purchases with their payloads, by purchase. */
export async function readReceiptsOf(
  sql: Sql,
  connectionId: string,
  purchaseUuids: string[]
): Promise<Map<string, z.infer<typeof storedSchema>>> {
  const rows = await sql(
    storedSchema,
    `SELECT ${Object.keys(storedSchema.shape).join(", ")} FROM pos_receipt
     WHERE connection_id = ? AND purchase_uuid = ANY(?) AND deleted_at IS NULL`,
    [connectionId, purchaseUuids]
  )
  return new Map(rows.map((receipt) => [receipt.purchase_uuid, receipt]))
}

const countSchema = z.object({ count: z.coerce.number() })

/** Counts the receipts of a period: sales, refunds, or both. */
async function countReceipts(
  sql: Sql,
  period: { connectionId: string; from: Date; until: Date; refunds: boolean[] }
): Promise<number> {
  const [counted] = await sql(
    countSchema,
    `SELECT count(*) AS count FROM pos_receipt
     WHERE connection_id = ? AND sold_at >= ? AND sold_at < ? AND refund = ANY(?) AND deleted_at IS NULL`,
    [period.connectionId, period.from, period.until, period.refunds]
  )
  return counted?.count ?? 0
}

/** Phases of a fetch, in order. Those of kinds that were not chosen are skipped. */
const FETCH_PHASES = ["purchases", "payouts", "stock", "done"] as const

/** Progress of a fetch. It is stored in the run, so that another process can resume it. */
export const fetchDetailsSchema = z.object({
  /** the chosen days, both inclusive */
  from_day: z.string(),
  to_day: z.string(),
  kinds: z.array(z.enum(FETCH_KINDS)),
  begun_at: z.string(),
  /** the period of the chosen days; sales before the connection's first receipt are left out */
  from: z.string(),
  until: z.string(),
  phase: z.enum(FETCH_PHASES),
  /** the POS's purchases by day, as in a financial reconciliation */
  days: z.record(z.string(), daySchema),
  /** up to which account transactions were read again */
  pulled_until: z.string(),
  after: placeSchema,
  group: z.enum(["liquid", "preliminary"]),
  /** number of receipts that the store lacked and has now */
  imported: z.number(),
  /** number of differences that were found */
  differing: z.number(),
  /** the comparison of stock levels that it started; null: none */
  stock_run_id: z.string().nullable(),
})

export type FetchDetails = z.infer<typeof fetchDetailsSchema>

/** Days as ISO dates in the organization's time zone, both inclusive. */
export type FetchPeriodInput = { connection_id: string; from: string; to: string; kinds: FetchKind[] }

/** A fetch cannot start; the message says why. */
class FetchRejectedError extends PosError {
  constructor(cause: string, act: string) {
    super("pos_fetch_rejected", `Could not fetch again: ${cause}. ${act}`)
  }
}

/** Creates a run that fetches a period again. @returns its id @throws FetchRejectedError, ConnectionNotFoundError */
export async function requestFetch(container: MedusaContainer, input: FetchPeriodInput): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const open = { connection_id: input.connection_id, kind: "fetch", state: [...OPEN_RUN_STATES] }
  const [running] = await pos.listPosRuns(open)
  if (running) {
    throw new FetchRejectedError("another period is being fetched", "Wait for its end, or cancel it.")
  }
  const { total, ...details } = await planFetch(container, input)
  return (await pos.createPosRuns({ connection_id: input.connection_id, kind: "fetch", total, details })).id
}

export const posFetchPeriodStep = createStep(
  "pos-fetch-period",
  async (input: FetchPeriodInput, { container }) => {
    const run_id = await requestFetch(container, input)
    return new StepResponse({ run_id }, run_id)
  },
  async (runId, { container }) => {
    if (runId) {
      await container.resolve(POS_MODULE).deletePosRuns({ id: runId })
    }
  }
)

/**
 * Fetches a period from the POS again, as a run. Receipts that the store lacks are imported, differences are recorded
 * for a person, and what agrees stays as it is.
 */
export const posFetchPeriodWorkflow = createWorkflow("pos-fetch-period", (input: FetchPeriodInput) => {
  const started = posFetchPeriodStep(input)
  wakeFor(input, POS_EVENTS.runDue)
  return new WorkflowResponse(started)
})

/** @throws FetchRejectedError, ConnectionNotFoundError */
async function planFetch(
  container: MedusaContainer,
  { connection_id, from: from_day, to: to_day, kinds }: FetchPeriodInput
): Promise<FetchDetails & { total: number }> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connection_id)
  const now = await pos.now()
  if (from_day > to_day || countDays(from_day, to_day) > MAX_FETCH_DAYS) {
    throw new FetchRejectedError(
      `${from_day} to ${to_day} is not a period of 1 to ${MAX_FETCH_DAYS} days`,
      "Choose other days."
    )
  }
  const timeZone = knownTimeZone(connection.time_zone)
  const days = await pos.query((sql) => readPeriodOfDays(sql, { from: from_day, to: to_day, timeZone }))
  if (days.from > now) {
    throw new FetchRejectedError(`${from_day} is in the future`, "Choose earlier days.")
  }
  const refunds = [false, true].filter((refund) => kinds.includes(refund ? "refunds" : "sales"))
  const since = connection.receipts_since ?? connection.created_at
  if (refunds.length > 0 && days.until <= since) {
    throw new FetchRejectedError(
      `the store has receipts since ${since.toISOString()} only`,
      "Import older receipts in the connection's settings first."
    )
  }
  const from = refunds.length > 0 && days.from < since ? since : days.from
  const until = days.until > now ? now : days.until
  const period = { connectionId: connection.id, from, until }
  return {
    from_day,
    to_day,
    kinds,
    begun_at: now.toISOString(),
    from: from.toISOString(),
    until: until.toISOString(),
    phase: FETCH_PHASES[0],
    days: {},
    pulled_until: from.toISOString(),
    after: BEGINNING,
    group: "liquid",
    imported: 0,
    differing: 0,
    stock_run_id: null,
    total: refunds.length > 0 ? await pos.query((sql) => countReceipts(sql, { ...period, refunds })) : 0,
  }
}
