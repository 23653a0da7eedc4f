import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

const ordersSchema = z.array(
  z.object({
    id: z.string(),
    display_id: z.number(),
    pos_receipts: z
      .array(z.object({ purchase_uuid: z.string(), purchase_number: z.number().nullable(), refund: z.boolean() }))
      .default([]),
  })
)

/** `GET /admin/pos-sales/:id`: an order with its receipts, the sale's and those of what was given back, by a link. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { data } = await request.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id", "pos_receipts.purchase_uuid", "pos_receipts.purchase_number", "pos_receipts.refund"],
    filters: { id: request.params.id },
  })
  const [order] = ordersSchema.parse(data)
  if (!order) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${request.params.id}`)
  }
  response.json({ order_id: order.id, display_id: order.display_id, receipts: order.pos_receipts })
}
