import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { RegisterDay } from "../crash/register-day"
import { until } from "../crash/crash-store"
import { expectReceiptsMirrored, expectStockBalanced, type Mirrored } from "../shop/support/mirror-invariants"
import { readOrders } from "../shop/support/read-orders"
import { chooseWares } from "./support/choose-wares"
import { clusterSeed, clusterSize } from "./support/cluster-size"
import { ClusterStore } from "./support/cluster-store"
import { describeOnRedis } from "./support/describe-on-redis"
import { expectSameCatalog } from "./support/expect-same-catalog"
import { keepClusterFigures, MEASURES } from "./support/keep-figures"
import { Outages } from "./support/outages"
import { RunningCluster } from "./support/running-cluster"
import { untilHandled, untilQuiet } from "./support/settle"
import { StoreEdits } from "./support/store-edits"

const SIZE = clusterSize()
const seed = clusterSeed()

const PER_SECOND = 6
const FIRST_SYNC_SECONDS = 180
const EDITS_AT_ONCE = 2
const PLENTY = "5000"
const BURST = 40

jest.setTimeout(600_000 + (SIZE.notifications / PER_SECOND) * 2_000)

const countSchema = z.object({ rows: z.tuple([z.object({ count: z.coerce.number() })]) })

describeOnRedis("A store of two servers and two workers on Redis", () => {
  let cluster: RunningCluster
  let shop: ClusterStore
  let day: RegisterDay
  let mirrored: Mirrored
  const random = new SeededRandom(seed)

  beforeAll(async () => {
    cluster = await RunningCluster.start()
    shop = await ClusterStore.open(cluster.places, SIZE)
    await shop.connect()
    const { knex, posDriver, connectionId, place, headers } = shop
    await until(async () => expectSameCatalog(knex, posDriver, connectionId), FIRST_SYNC_SECONDS)
    // What the POS sold before the store was connected, which only a backfill brings.
    await posDriver.seed({ products: 20, purchases: SIZE.receipts, days: 300, refundShare: 0.1 })
    const soldBefore = new Set((await posDriver.purchases()).map(({ purchaseUUID1 }) => purchaseUUID1))
    await untilHandled(shop)
    const wares = await chooseWares(knex, connectionId, place.stockLocationId)
    const web = { url: cluster.places.shop_url, headers, stockLocationId: place.stockLocationId }
    const inventoryItemIds = wares.map(({ inventoryItemId }) => inventoryItemId)
    day = new RegisterDay(posDriver, wares, random, { ...web, inventoryItemIds })
    mirrored = {
      knex,
      posDriver,
      connectionId,
      locationId: place.stockLocationId,
      movedByPos: day.movedByPos,
      soldBefore,
      start: Object.fromEntries(wares.map(({ variantUuid, stocked }) => [variantUuid, stocked])),
      readOrders: () => readOrders(cluster.places.shop_url, headers),
    }
    for (const ware of wares) {
      await day.moveStock(PLENTY, ware)
    }
  })

  afterAll(async () => {
    await shop?.close()
    await cluster?.stop()
  })

  const count = async (statement: string) =>
    countSchema.parse(await shop.knex.raw(statement, [shop.connectionId])).rows[0].count

  /** What the POS reports in an even stream. */
  const trade = async (notifications: number) => {
    for (let reported = 0; reported < notifications;) {
      const made = await day.goOn()
      reported += made
      await sleep((made / PER_SECOND) * 1_000)
    }
  }

  it("has every receipt, refund, level and product right after PostgreSQL, Redis and its processes have gone again and again", async () => {
    const outages = new Outages(cluster, random)
    const edits = await StoreEdits.open(shop.api, random)
    await shop.api.post(`/admin/pos/connections/${shop.connectionId}/push`, {})
    await shop.api.post(`/admin/pos/connections/${shop.connectionId}/backfill`, { since: "2020-01-01" })
    const away = outages.run()
    let number = 0
    const editing = Array.from({ length: EDITS_AT_ONCE }, async () => {
      while (number < SIZE.edits) {
        await edits.edit(++number)
      }
    })
    const work = Promise.all([trade(SIZE.notifications), ...editing]).finally(() => outages.end())
    await Promise.all([work, away])
    const started = performance.now()
    await untilQuiet(shop)
    const seconds = (performance.now() - started) / 1_000
    keepClusterFigures({
      ...SIZE,
      ...outages.figures(),
      repeated_edits: edits.repeated,
      seconds_to_quiet: Number(seconds.toFixed(1)),
    })
    await expectReceiptsMirrored(mirrored)
    await expectStockBalanced(mirrored)
  })

  it("goes on within 45 seconds when a worker is killed in the middle of its work", async () => {
    const names = cluster.places.processes.filter((name) => name.startsWith("worker"))
    const longest: number[] = []
    for (const name of names) {
      const from = await count(
        `SELECT coalesce(max(sequence), 0) AS count FROM pos_inbox_entry WHERE connection_id = ?`
      )
      await Promise.all(Array.from({ length: BURST }, async () => day.goOn()))
      await sleep(random.between(50, 500))
      const back = cluster.kill(name)
      await trade(BURST)
      await untilHandled(shop)
      longest.push(
        await count(
          `SELECT max(extract(epoch FROM handled_at - created_at)) AS count FROM pos_inbox_entry
           WHERE connection_id = ? AND sequence > ${from}`
        )
      )
      await back
    }
    keepClusterFigures({ waited_s: Number(Math.max(...longest).toFixed(1)) })
    if (MEASURES) {
      expect(Math.max(...longest)).toBeLessThanOrEqual(45)
    }
    await untilQuiet(shop)
    await expectStockBalanced(mirrored)
  })
})
