import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentReceipt } from "../presenters"
import { receiptListQuerySchema } from "../validators"

/** `GET /admin/pos/receipts` → `{receipts, count, offset, limit}`, the latest sale first. Amounts in minor units. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, sold_from, sold_to, ...filters } = receiptListQuerySchema.parse(request.validatedQuery)
  const sold_at = { ...(sold_from ? { $gte: sold_from } : {}), ...(sold_to ? { $lt: sold_to } : {}) }
  const [receipts, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosReceipts(
      { ...filters, ...((sold_from ?? sold_to) ? { sold_at } : {}) },
      { take: limit, skip: offset, order: { sold_at: "DESC" } }
    )
  response.json({ receipts: receipts.map(presentReceipt), count, offset, limit })
}
