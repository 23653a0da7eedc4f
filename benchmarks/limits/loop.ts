import { setTimeout as sleep } from "node:timers/promises"
import axios, { type AxiosInstance } from "axios"
import { v4 as uuidVersion4 } from "uuid"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PosDriver } from "../../test-support/pos-driver"
import { apiKeyTokenProvider, singleOrigin } from "../../src/pos-api/client"
import { secondsOf } from "../measure"
import { FIELDS, productSchema, toPayload } from "../push/by-hand"

const PAGE = 100
const AT_A_TIME = 10
const TOO_MANY_REQUESTS = 429

const stockFields = ["variants.sku", "variants.inventory_items.inventory.location_levels.stocked_quantity"]
const stockedSchema = productSchema.extend({
  variants: z.array(
    productSchema.shape.variants.element.extend({
      inventory_items: z.array(
        z.looseObject({
          inventory: z.looseObject({ location_levels: z.array(z.object({ stocked_quantity: z.number() })) }),
        })
      ),
    })
  ),
})
const inventoriesSchema = z.array(z.looseObject({ inventoryUuid: z.string(), inventoryType: z.string() }))

/**
 * What a developer writes in an afternoon, with stock: pages of 100 by `query.graph`, ten products at a time, and for
 * each three calls: the product, its tracking, and the movement of its variants. A 429 is waited out and tried again.
 */
export async function loopWithStock(
  container: MedusaContainer,
  posDriver: PosDriver,
  products: number
): Promise<number> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return secondsOf(async () => {
    const http = await axiosAt(posDriver)
    const inventories = inventoriesSchema.parse((await patiently(async () => http.get("/v3/inventories"))).data)
    const uuidOf = (type: string) => inventories.find(({ inventoryType }) => inventoryType === type)?.inventoryUuid
    const way = { from: uuidOf("SUPPLIER"), to: uuidOf("STORE") }
    for (let skip = 0; skip < products; skip += PAGE) {
      const { data } = await query.graph({
        entity: "product",
        fields: [...FIELDS, ...stockFields],
        filters: { status: "published" },
        pagination: { skip, take: Math.min(PAGE, products - skip), order: { id: "ASC" } },
      })
      const page = z.array(stockedSchema).parse(data)
      for (let start = 0; start < page.length; start += AT_A_TIME) {
        await Promise.all(page.slice(start, start + AT_A_TIME).map(async (product) => bring(http, product, way)))
      }
    }
  })
}

async function bring(http: AxiosInstance, product: z.infer<typeof stockedSchema>, way: object): Promise<void> {
  const payload = toPayload(product)
  const productUuid = payload.uuid
  const levels = new Map(
    product.variants.map(({ sku, inventory_items: [item] }) => [
      sku,
      item?.inventory.location_levels[0]?.stocked_quantity ?? 0,
    ])
  )
  const movements = payload.variants.map(({ uuid, sku }) => ({
    productUuid,
    variantUuid: uuid,
    ...way,
    change: levels.get(sku),
  }))
  await patiently(async () => http.post("/organizations/self/products", payload))
  await patiently(async () => http.post("/v3/products", [{ productUuid, tracking: "enable" }]))
  await patiently(async () => http.post("/v3/movements", { identifier: uuidVersion4(), movements }))
}

/** Until the POS takes it, waiting for as long as it asks. */
async function patiently(call: () => Promise<{ status: number; headers: object; data: unknown }>) {
  for (;;) {
    const answer = await call()
    if (answer.status !== TOO_MANY_REQUESTS) {
      return answer
    }
    const { "retry-after": seconds } = z
      .looseObject({ "retry-after": z.coerce.number().default(1) })
      .parse(answer.headers)
    await sleep(seconds * 1_000)
  }
}

async function axiosAt(posDriver: PosDriver): Promise<AxiosInstance> {
  const { oauthUrl, productLibraryUrl } = singleOrigin(process.env.POS_SERVICE_URL ?? "")
  const token = await apiKeyTokenProvider({ apiKey: posDriver.apiKey, oauthUrl }).token()
  return axios.create({
    baseURL: productLibraryUrl,
    headers: { authorization: `Bearer ${token}` },
    validateStatus: (status) => status < 300 || status === TOO_MANY_REQUESTS,
  })
}
