import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { listUnusualFees } from "../../../../../modules/pos/queries/finance/settlement-reports"
import { sqlOf } from "../../../../sql-of"
import { unusualFeeListQuerySchema } from "../../finance-validators"

/**
 * `GET /admin/pos/reports/unusual-fees` → `{payments, offset, limit}`: payments of a period of at most 31 days whose fee
 * is out of line with the usual rate of their type by more than `tolerance` percentage points.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const query = unusualFeeListQuerySchema.parse(request.validatedQuery)
  const { connection_id, limit, offset, ...filters } = query
  await request.scope.resolve(POS_MODULE).findConnection(connection_id)
  const page = { limit, offset }
  const payments = await listUnusualFees(sqlOf(request.scope), { connectionId: connection_id, ...filters }, page)
  response.json({ payments, offset, limit })
}
