import { z } from "zod"
import { until } from "../crash/crash-store"
import { ClusterStore } from "./support/cluster-store"
import { describeOnRedis } from "./support/describe-on-redis"
import { RunningCluster } from "./support/running-cluster"
import { keepClusterFigures, MEASURES } from "./support/keep-figures"
import { WebCustomer } from "./support/web-customer"

/** Of a build; `CLUSTER_PRODUCTS=10000` is a large shop. */
const PRODUCTS = Number(process.env.CLUSTER_PRODUCTS ?? 5_000)
const BASKETS = 100
const CUSTOMERS = 4
const LONGEST_SYNC_SECONDS = 300
const LONGEST_MS = 1_000
const LEAST_ORDERS = 20

jest.setTimeout(300_000 + PRODUCTS * 100)

const runsSchema = z.object({
  rows: z.tuple([z.object({ state: z.string(), done: z.coerce.number(), total: z.coerce.number() })]),
})

const percentile = (values: number[], share: number) =>
  [...values].sort((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? Infinity

describeOnRedis("A first sync of a large catalog", () => {
  let cluster: RunningCluster
  let shop: ClusterStore

  beforeAll(async () => {
    cluster = await RunningCluster.start()
  })
  afterAll(async () => {
    await shop?.close()
    await cluster?.stop()
  })

  const run = async () =>
    runsSchema.parse(
      await shop.knex.raw(`SELECT state, done, total FROM pos_run WHERE kind = 'push' ORDER BY created_at`)
    ).rows[0]

  it("holds back none of the store's own subscribers: order.placed is received within a second", async () => {
    shop = await ClusterStore.open(cluster.places, { products: PRODUCTS })
    const customer = new WebCustomer(shop.api, shop.place, cluster.places.orders_file)
    await customer.fillBaskets(BASKETS)
    await shop.connect()
    const started = performance.now()
    let orders = 0
    const customers = Array.from({ length: CUSTOMERS }, async () => {
      while ((await run()).state === "running" && (await customer.order())) {
        orders += 1
      }
    })
    await Promise.all(customers)
    await until(async () => (await run()).state === "finished", LONGEST_SYNC_SECONDS)
    const seconds = (performance.now() - started) / 1_000
    let delays: number[] = []
    await until(async () => {
      delays = await customer.delaysMs()
    })
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
    const reported = { order_placed_p50_ms: Math.round(p50), order_placed_p99_ms: Math.round(p99) }
    keepClusterFigures({ synced_products: PRODUCTS, sync_seconds: Math.round(seconds), orders, ...reported })
    const { state, done, total } = await run()
    expect({ state, done }).toEqual({ state: "finished", done: total })
    expect(delays).toHaveLength(orders)
    if (MEASURES) {
      expect(orders).toBeGreaterThanOrEqual(LEAST_ORDERS)
      expect(p99).toBeLessThanOrEqual(LONGEST_MS)
    }
  })
})
