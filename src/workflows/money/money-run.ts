import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import type { PosModuleService } from "../../modules/pos/service"
import type { ConnectionRecord } from "../../modules/pos/connection-record"

import { ORDER_MAPPING_VERSION } from "../../translate/order-mapping-version"

/** So far back money is compared. */
const LOOK_BACK_DAYS = 40

/** What was sold within the last hour may still be on its way. */
const SETTLED_AFTER_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** What is compared, one after another. */
export const MONEY_PHASES = ["orders", "purchases", "payouts", "done"] as const

/** A place in a list by time and id. */
const placeSchema = z.object({ at: z.string(), id: z.string() })
export type Place = z.infer<typeof placeSchema>
export const BEGINNING: Place = { at: "1970-01-01T00:00:00.000Z", id: "" }

/** What the service has of a day: how many purchases, what they come to, and how many of them are not as the shop's. */
const daySchema = z.object({ count: z.number(), amount: z.number(), missing: z.number(), differing: z.number() })
export type DayAtService = z.infer<typeof daySchema>

/** How far a comparison has come; it stands in the run, so that another process goes on where one ended. */
export const moneyDetailsSchema = z.object({
  begun_at: z.string(),
  from: z.string(),
  /** true: there are older receipts, and of the day of `from` only a part is compared */
  is_cut_off: z.boolean().default(true),
  /** since when orders are compared, which is all of them after a new version of the mapping */
  orders_from: z.string().nullish(),
  /** see ORDER_MAPPING_VERSION */
  mapping_version: z.number().nullish(),
  until: z.string(),
  phase: z.enum(MONEY_PHASES),
  after: placeSchema,
  group: z.enum(["liquid", "preliminary"]).default("liquid"),
  days: z.record(z.string(), daySchema).default({}),
  differing: z.number().default(0),
})
export type MoneyDetails = z.infer<typeof moneyDetailsSchema>

/** Opens a run that compares money; one that is under way already serves. @returns its id */
export async function requestMoneyCheck(container: MedusaContainer, connectionId: string): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const [running] = await pos.listPosRuns({ connection_id: connectionId, kind: "money", state: "running" })
  if (running) {
    return running.id
  }
  const details = beginning(connection, await pos.now(), await isMappingCompared(pos, connectionId))
  return (await pos.createPosRuns({ connection_id: connectionId, kind: "money", details })).id
}

/** Whether a run has compared the orders since the mapping last changed. */
async function isMappingCompared(pos: PosModuleService, connectionId: string): Promise<boolean> {
  const runs = await pos.listPosRuns(
    { connection_id: connectionId, kind: "money", state: "finished" },
    { take: 1, order: { finished_at: "DESC" } }
  )
  return runs.some((run) => moneyDetailsSchema.parse(run.details).mapping_version === ORDER_MAPPING_VERSION)
}

function beginning(connection: ConnectionRecord, now: Date, isCompared: boolean): MoneyDetails {
  const since = connection.receipts_since ?? connection.created_at
  const lookBack = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS)
  return {
    begun_at: now.toISOString(),
    from: (since > lookBack ? since : lookBack).toISOString(),
    is_cut_off: since < lookBack,
    orders_from: isCompared ? null : since.toISOString(),
    mapping_version: ORDER_MAPPING_VERSION,
    until: new Date(now.getTime() - SETTLED_AFTER_MS).toISOString(),
    ...{ phase: "orders", after: BEGINNING, group: "liquid", days: {}, differing: 0 },
  }
}

/** The period of a run, in the phase that it is in. */
export const periodOf = ({ from, orders_from, until, phase }: MoneyDetails) => ({
  from: new Date(phase === "orders" ? (orders_from ?? from) : from),
  until: new Date(until),
})
