import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { LEFT_OPEN_REASONS } from "../../vocabulary/stock"

/**
 * Why levels are compared: by the clock, by hand, because notifications were lost, or because the POS's movements are
 * followed again (`policy-changed`), when levels that moved apart meanwhile are shown whichever side moved.
 */
const REASONS = ["scheduled", "by-hand", "subscription-lost", "policy-changed"] as const
export type ReconcileReason = (typeof REASONS)[number]

/** What a run that compares levels keeps of itself. */
export const reconciliationSchema = z.object({
  reason: z.enum(REASONS),
  looked_at: z.string().nullish(),
  looks: z.number().default(0),
  compared: z.number().nullish(),
  differing: z.number().nullish(),
  corrected: z.number().default(0),
  /** why how many variants could not be compared by the last look */
  not_compared: z.partialRecord(z.enum(LEFT_OPEN_REASONS), z.number()).default({}),
})

/** Opens a run that compares levels; one that is under way already serves, and keeps the graver reason. */
export async function requestReconciliation(
  container: MedusaContainer,
  connectionId: string,
  reason: ReconcileReason
): Promise<string> {
  const pos = container.resolve(POS_MODULE)
  const [running] = await pos.listPosRuns({ connection_id: connectionId, kind: "reconcile", state: "running" })
  const isGrave = reason === "subscription-lost" || reason === "policy-changed"
  if (running && !isGrave) {
    return running.id
  }
  if (running) {
    await pos.updatePosRuns({ id: running.id, details: { reason } })
    return running.id
  }
  return (await pos.createPosRuns({ connection_id: connectionId, kind: "reconcile", details: { reason } })).id
}
