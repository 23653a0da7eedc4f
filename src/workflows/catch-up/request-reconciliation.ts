import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"

/** Why levels are compared: by the clock, by hand, or since notifications were lost. */
const REASONS = ["scheduled", "by-hand", "subscription-lost"] as const
export type ReconcileReason = (typeof REASONS)[number]

/** What a run that compares levels keeps of itself. */
export const reconciliationSchema = z.object({
  reason: z.enum(REASONS),
  looked_at: z.string().nullish(),
  looks: z.number().default(0),
  compared: z.number().nullish(),
  differing: z.number().nullish(),
  corrected: z.number().default(0),
})

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
