import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PosDriver } from "../../test-support/pos-driver"
import { percentile, requestsOf } from "../measure"
import { saleTimes } from "../mirror/sale-times"
import { disconnect, echoesHandled } from "../push/plugin"
import { type Measurement, runMeasurement } from "../run-measurement"
import { seedCatalog } from "../../test-support/seed-catalog"
import { seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { seedStock } from "../../test-support/seed-stock"
import { setRealConditions } from "./conditions"
import { checkPos, firstSyncWithSales } from "./first-sync"
import { loopWithStock } from "./loop"
import { webSaleTimes } from "./web-sale-times"

/** Of each variant. */
const STOCKED = 1_000

/** Everybody's code is compiled after so many. */
const WARM_UP_PRODUCTS = 200

/** The loop takes half a second for each product; it brings so many, and the rest is reckoned. */
const MOST_OF_LOOP = 100

/** Sales while nothing else happens. */
const QUIET_SALES = 40

/** Calls of the sandbox's control routes are the benchmark's own. */
const isOfService = (path: string) => !path.startsWith("/_sandbox")

/** A first sync with stock under the POS's real limits, beside a loop, and sales on both sides during it and after. */
const measure: Measurement = async (container, products) => {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shop = await seedBenchmarkStore(container)
  const stage = async () => ({ container, shop, posDriver: await PosDriver.open() })
  const seed = async (from: number, to: number) => {
    await seedCatalog(knex, shop, { from, to })
    await seedStock(knex, shop.stockLocationId, STOCKED)
  }
  const warmUp = Math.min(products, WARM_UP_PRODUCTS)
  await seed(1, warmUp)
  const warm = await firstSyncWithSales(await stage(), warmUp)
  await echoesHandled(container, warm.atRegister.connectionId)
  await disconnect(container, warm.atRegister.connectionId)
  await loopWithStock(container, await PosDriver.open(), 10)
  await seed(warmUp + 1, products)
  // What was reserved for sales of the warm-up is there again.
  await knex.raw(
    "UPDATE inventory_level SET stocked_quantity = ?, reserved_quantity = 0, raw_stocked_quantity = ?, raw_reserved_quantity = ?",
    [STOCKED, JSON.stringify({ value: String(STOCKED), precision: 20 }), JSON.stringify({ value: "0", precision: 20 })]
  )

  const own = await stage()
  await setRealConditions(own.posDriver)
  const { result: first, requests } = await requestsOf(async () => firstSyncWithSales(own, products), isOfService)
  await checkPos(first, products, STOCKED)
  await echoesHandled(container, first.atRegister.connectionId)
  let [registerSales, webSales] = [QUIET_SALES, QUIET_SALES]
  const registerTimes = await saleTimes(first.atRegister, async () => registerSales-- > 0)
  const webTimes = await webSaleTimes(first.inWebShop, async () => webSales-- > 0)
  await disconnect(container, first.atRegister.connectionId)

  const loopProducts = Math.min(products, MOST_OF_LOOP)
  const loopSeconds = await loopWithStock(container, await PosDriver.open(), loopProducts)
  return {
    products,
    seconds: first.seconds,
    requests,
    loop_products: loopProducts,
    loop_seconds: (loopSeconds * products) / loopProducts,
    sale_p95_ms: percentile(registerTimes, 0.95),
    web_sale_p95_ms: percentile(webTimes, 0.95),
    busy_sales: first.times.atRegister.length,
    busy_sale_p95_ms: percentile(first.times.atRegister, 0.95),
    busy_web_sales: first.times.inWebShop.length,
    busy_web_sale_p95_ms: percentile(first.times.inWebShop, 0.95),
  }
}

runMeasurement(measure)
