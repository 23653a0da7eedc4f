import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosPlan, PosPlanEntry } from "../../../../modules/pos/models"
import type { PosModuleService } from "../../../../modules/pos/service"
import { countPlanEntries } from "../../../../features/catalog"

/** Converts a plan for the API, with the number of its entries by action. */
export async function presentPlan(pos: PosModuleService, planId: string) {
  const plan: InferTypeOf<typeof PosPlan> = await pos.findPlan(planId)
  return {
    id: plan.id,
    connection_id: plan.connection_id,
    state: plan.state,
    pos_total: plan.pos_total,
    applied_at: plan.applied_at,
    created_at: plan.created_at,
    updated_at: plan.updated_at,
    entries: await pos.query((sql) => countPlanEntries(sql, planId)),
  }
}

/** Converts a plan entry for the API. */
export function presentPlanEntry(entry: InferTypeOf<typeof PosPlanEntry>) {
  return {
    id: entry.id,
    plan_id: entry.plan_id,
    product_id: entry.product_id,
    title: entry.title,
    action: entry.action,
    product_uuid: entry.product_uuid,
    matched_by: entry.matched_by,
    confidence: entry.confidence,
    reason: entry.reason,
    candidates: entry.candidates,
    decided: entry.decided,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  }
}
