import { v1 as uuidVersion1 } from "uuid"
import type { Merchant } from "./merchant"

/** A product of one variant whose stock is tracked, and what moves and reports it. */
export async function trackProduct(merchant: Merchant, change: object = {}) {
  const { product, variantUuid } = await merchant.createProduct(change)
  const productUuid = product.uuid
  const track = (tracking: "enable" | "disable") => merchant.api.post("/v3/products", [{ productUuid, tracking }])
  await track("enable")
  const places = await merchant.inventories()
  const move = (from: string, to: string, amount: unknown, body: object = { identifier: uuidVersion1() }) =>
    merchant.api.post("/v3/movements", {
      ...body,
      movements: [{ productUuid, variantUuid, from, to, change: amount }],
    })
  const rows = async (inventoryUuid = places.store) =>
    (await merchant.api.get(`/v3/stock/${inventoryUuid}/products/${productUuid}`)).data
  return { ...places, productUuid, variantUuid, track, move, rows }
}
