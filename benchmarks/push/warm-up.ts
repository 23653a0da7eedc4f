import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { Counter } from "../../integration-tests/shop/support/counter"
import { seedCatalogue } from "../seed-catalogue"
import { type BenchmarkShop, seedBenchmarkShop } from "../seed-shop"
import { floor } from "./floor"
import { handWrittenLoop } from "./loop"
import { disconnect, firstSync } from "./plugin"
import { documentedRecipe } from "./recipe"
import { checkSameWork } from "./same-work"

/** Products that everybody brings before anything is measured. */
const PRODUCTS = 200

const CONTENDERS = { floor, handWrittenLoop, documentedRecipe }

/**
 * Makes the shop with `products` products. Before most of them are there, everybody brings the first few: code is
 * compiled and connections are open afterwards, and what the contenders bring is compared with what the plugin brings.
 */
export async function openWarmShop(container: MedusaContainer, products: number): Promise<BenchmarkShop> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shop = await seedBenchmarkShop(container)
  await seedCatalogue(knex, shop, { from: 1, to: PRODUCTS })
  const pluginStage = { container, shop, counter: await Counter.open() }
  const { connectionId } = await firstSync(pluginStage, PRODUCTS)
  for (const [name, contender] of Object.entries(CONTENDERS)) {
    const counter = await Counter.open()
    await contender({ container, shop, counter }, PRODUCTS)
    await checkSameWork(pluginStage.counter, name, counter)
  }
  await disconnect(container, connectionId)
  await seedCatalogue(knex, shop, { from: PRODUCTS + 1, to: products })
  return shop
}
