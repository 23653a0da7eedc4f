import type { InferTypeOf, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import type { PosRun } from "../../modules/pos/models"
import { mayCall, noteServiceError } from "../connection-health"
import type { ConnectionRecord } from "../connection-record"
import { drainInbox } from "../mirror/drain-inbox"
import { notifyAdmin } from "../notify-admin"
import { compareLevels } from "./compare-levels"
import { posDecideDifferencesWorkflow } from "./decide-differences-workflow"
import { closeAgreeing, recordDifferences } from "./stock-differences"

type Run = InferTypeOf<typeof PosRun>

/** Why levels are compared: by the clock, by hand, or since notifications were lost. */
const REASONS = ["scheduled", "by-hand", "subscription-lost"] as const
export type ReconcileReason = (typeof REASONS)[number]

/**
 * A difference is real when two looks so far apart find the very same one: what is on its way meanwhile moves it. The
 * service gives up on an answer after 10 seconds and tries again after 60.
 */
const CONFIRM_MS = 45_000

const detailsSchema = z.object({
  reason: z.enum(REASONS),
  looked_at: z.string().nullish(),
  compared: z.number().nullish(),
  differing: z.number().nullish(),
  corrected: z.number().nullish(),
})

const inventoriesSchema = z.looseObject({ STORE: z.string() })

/** Opens a run that compares levels; one that is under way already serves, and keeps the graver reason. */
export async function requestReconciliation(
  container: MedusaContainer,
  connectionId: string,
  reason: ReconcileReason
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const [running] = await pos.listPosRuns({ connection_id: connectionId, kind: "reconcile", state: "running" })
  if (running && reason !== "subscription-lost") {
    return running.id
  }
  if (running) {
    await pos.updatePosRuns({ id: running.id, details: { reason } })
    return running.id
  }
  return (await pos.createPosRuns({ connection_id: connectionId, kind: "reconcile", details: { reason } })).id
}

/** Looks at all levels; what differs is shown, and when a second look finds it unmoved, corrected by policy. */
export async function carryOnReconciliation(container: MedusaContainer, run: Run): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(run.connection_id)
  const now = await pos.now()
  const details = detailsSchema.parse(run.details)
  const isTooEarly = details.looked_at && now.getTime() - Date.parse(details.looked_at) < CONFIRM_MS
  if (!mayCall(connection, now) || isTooEarly) {
    return
  }
  try {
    await drainInbox(container, connection.id)
    const look = await lookAtLevels(container, connection)
    const summary = { ...details, compared: look.compared, differing: look.differing }
    if (look.confirmable.length > 0 && !details.looked_at) {
      await pos.updatePosRuns({ id: run.id, details: { ...summary, looked_at: now.toISOString() }, reason: null })
      return
    }
    const corrected = await correct(container, connection, {
      ...details,
      ids: look.confirmable.filter(({ seen_before }) => seen_before).map(({ id }) => id),
    })
    await pos.updatePosRuns({
      id: run.id,
      state: "finished",
      finished_at: now,
      total: look.compared,
      done: look.compared,
      details: { ...summary, corrected },
      reason: null,
    })
    await tell(container, run.id, look.differing - corrected)
  } catch (error) {
    await pos.updatePosRuns({ id: run.id, reason: await noteServiceError(container, connection.id, error) })
  }
}

async function lookAtLevels(container: MedusaContainer, connection: ConnectionRecord) {
  const pos = container.resolve(POS_MODULE)
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const inventories = inventoriesSchema.safeParse(connection.inventories)
  const { inventory } = await pos.clientOf(connection.id)
  if (!inventory || !inventories.success || connection.stock_policy === "off") {
    return { compared: 0, differing: 0, confirmable: [] }
  }
  const levels = new Map(
    (await inventory.stock(inventories.data.STORE)).balances.map((one) => [one.variantUuid, one.balance])
  )
  const { compared, differences, unsentVariantIds } = await compareLevels(knex, connection, levels)
  const now = await pos.now()
  const recorded = await recordDifferences(knex, connection.id, differences, now)
  const first = await pos.listPosStockDifferences(
    { connection_id: connection.id, state: "open", cause: "first-contact" },
    { take: null, select: ["variant_link_id"] }
  )
  const differing = [...differences, ...first].map(({ variant_link_id }) => variant_link_id)
  await closeAgreeing(knex, connection.id, differing, now)
  await pos.markStockDue(unsentVariantIds)
  const missed = new Set(differences.filter(({ cause }) => cause === "missed").map((one) => one.variant_link_id))
  return {
    compared,
    differing: differences.length,
    confirmable: recorded.filter(({ variant_link_id }) => missed.has(variant_link_id)),
  }
}

/** What was lost with a subscription are movements of the counter; the shop follows them whatever the policy. */
async function correct(
  container: MedusaContainer,
  connection: ConnectionRecord,
  { reason, ids }: { reason: ReconcileReason; ids: string[] }
): Promise<number> {
  const policy = mirrorSettingsOf(connection).drift_policy
  const decision = reason === "subscription-lost" ? "trust-pos" : policy
  if (decision === "report" || ids.length === 0) {
    return 0
  }
  const { result } = await posDecideDifferencesWorkflow(container).run({
    input: { connection_id: connection.id, ids, decision },
  })
  return result.decided
}

async function tell(container: MedusaContainer, runId: string, open: number): Promise<void> {
  if (open > 0) {
    await notifyAdmin(container, {
      title: "Point of sale: stock differs",
      description: `The shop and the counter have different levels of ${open} variants. Decide which are right.`,
      key: `pos:stock-differs:${runId}`,
    })
  }
}
