import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PosDriver } from "../../test-support/pos-driver"
import { seedCatalog } from "../../test-support/seed-catalog"
import { type BenchmarkStore, seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { floor } from "./floor"
import { handWrittenLoop } from "./loop"
import { disconnect, echoesHandled, firstSync } from "./plugin"
import { documentedRecipe } from "./recipe"
import { checkSameWork } from "./same-work"

/** Products that everybody brings first, to see that all do the same work. */
const COMPARED_PRODUCTS = 200

/** Products that each brings then, until its code is compiled: as many as one import takes, or some seconds' work. */
const WARM_UP_PRODUCTS = 2_000
const WARM_UP_PRODUCTS_OF_RECIPE = 400

const CONTENDERS = { floor, handWrittenLoop, documentedRecipe }

/**
 * Makes the store with `products` products. Before most of them are there, everybody brings the first few: code is
 * compiled and connections are open afterwards, and what the contenders bring is compared with what the plugin brings.
 */
export async function openWarmShop(container: MedusaContainer, products: number): Promise<BenchmarkStore> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shop = await seedBenchmarkStore(container)
  const stage = async () => ({ container, shop, posDriver: await PosDriver.open() })

  await seedCatalog(knex, shop, { from: 1, to: COMPARED_PRODUCTS })
  const pluginStage = await stage()
  const compared = await firstSync(pluginStage, COMPARED_PRODUCTS)
  for (const [name, contender] of Object.entries(CONTENDERS)) {
    const own = await stage()
    await contender(own, COMPARED_PRODUCTS)
    await checkSameWork(pluginStage.posDriver, name, own.posDriver)
  }
  await disconnect(container, compared.connectionId)

  const warmUpProducts = Math.min(products, WARM_UP_PRODUCTS)
  await seedCatalog(knex, shop, { from: COMPARED_PRODUCTS + 1, to: warmUpProducts })
  const warmedUp = await firstSync(await stage(), warmUpProducts)
  await echoesHandled(container, warmedUp.connectionId)
  await disconnect(container, warmedUp.connectionId)
  await floor(await stage(), warmUpProducts)
  await handWrittenLoop(await stage(), warmUpProducts)
  await documentedRecipe(await stage(), Math.min(warmUpProducts, WARM_UP_PRODUCTS_OF_RECIPE))

  await seedCatalog(knex, shop, { from: warmUpProducts + 1, to: products })
  return shop
}
