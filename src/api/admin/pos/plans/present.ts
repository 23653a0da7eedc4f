import type { PosModuleService } from "../../../../modules/pos/service"
import { countPlanEntries } from "../../../../modules/pos/queries/catalogue/plans"

/** A plan with how many of its entries have each action. */
export async function presentPlan(pos: PosModuleService, planId: string) {
  const { deleted_at: _deleted, ...plan } = await pos.retrievePosPlan(planId)
  return { ...plan, entries: await pos.query((sql) => countPlanEntries(sql, planId)) }
}
