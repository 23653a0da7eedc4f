import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentReceipt } from "../presenters"
import { receiptListQuerySchema } from "../validators"

/** `GET /admin/pos/receipts` → `{receipts, count, offset, limit}`, the latest sale first. Amounts in minor units. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = receiptListQuerySchema.parse(request.validatedQuery)
  const [receipts, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosReceipts(filters, { take: limit, skip: offset, order: { sold_at: "DESC" } })
  response.json({ receipts: receipts.map(presentReceipt), count, offset, limit })
}
