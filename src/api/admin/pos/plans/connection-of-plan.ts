import type { MedusaRequest } from "@medusajs/framework/http"
import type { PosModuleService } from "../../../../modules/pos/service"
import { pathId } from "../../../utils/id-schema"

/** Whose plan the path names; null: there is no such plan. */
export async function connectionOfPlan(request: MedusaRequest<unknown>, pos: PosModuleService): Promise<string | null> {
  const [plan] = await pos.listPosPlans({ id: pathId(request) })
  return plan?.connection_id ?? null
}
