import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { userHeaders } from "../../test-support/user-headers"
import { insertManyProducts } from "../../test-support/many-products"
import { seedStore } from "../shop/support/seed-store"
import type { Preparation } from "./prepare-process"

const inputSchema = z.object({ products: z.number() })

/** The small Swedish shop with many products more, connected to nothing. */
export const prepare: Preparation = async (container, input) => {
  const { products } = inputSchema.parse(input)
  const shop = await seedStore(container)
  await insertManyProducts(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), products)
  const { headers } = await userHeaders(container)
  return { shop, headers }
}
