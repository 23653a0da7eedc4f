import type { MedusaRequest } from "@medusajs/framework/http"
import type { PosModuleService } from "../../../../modules/pos/service"
import { pathId } from "../../../utils/schemas"

/** Returns the connection of the plan in the path; null: the plan does not exist. */
export async function connectionOfPlan(request: MedusaRequest<unknown>, pos: PosModuleService): Promise<string | null> {
  const [plan] = await pos.listPosPlans({ id: pathId(request) })
  return plan?.connection_id ?? null
}
