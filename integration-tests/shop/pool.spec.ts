import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import type { PosModuleService } from "../../src/modules/pos/service"
import { computeSales } from "../../src/features/sales/daily-sales"
import { holdInOrder } from "../../src/features/stock/inventory-lock"
import { z } from "zod"
import { PostgresLocks } from "./support/postgres-locks"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { withinTime } from "./support/within-time"

/** Far beyond what any of it takes, and far below the 60 s after which a full pool gives up. */
const LONGEST = { name: "the work", longestMs: 30_000 }
const TIMEOUT_SECONDS = 25

/** Nobody holds a connection of Medusa's pool of ten while it needs another. */
storeSuite({
  moduleName: "pool",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    afterEach(() => jest.restoreAllMocks())

    const pool = () => getContainer().resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    const pos = (): PosModuleService => getContainer().resolve(POS_MODULE)

    /** Does work, and asks the pool for something else meanwhile. */
    const besideOthers = async (work: Promise<unknown>[]) => {
      const answer = pool().raw("SELECT 1 AS answer")
      await withinTime(dbConnection, { ...LONGEST, name: "another query" }, Promise.resolve(answer))
      await withinTime(dbConnection, LONGEST, Promise.all(work))
    }

    /** Changes levels of as many items, as a batch of movements does. */
    const hold = async (keys: string[]) =>
      holdInOrder(
        new PostgresLocks(pool()),
        keys,
        async () => pos().transaction((sql) => sql(z.unknown(), "SELECT pg_sleep(0.05)::text")),
        TIMEOUT_SECONDS
      )
    const items = (from: number, count: number) => Array.from({ length: count }, (_, index) => `iitem_${from + index}`)

    it("[D02] a batch of 500 items takes a constant number of connections", async () => {
      expect(pool().client.pool.max).toBe(10)
      await besideOthers([hold(items(0, 500))])
    })

    it("[D02] ten batches at once that share items all end", async () => {
      const batches = Array.from({ length: 10 }, (_, index) => items(index % 3, 5))
      await besideOthers(batches.map(async (keys, index) => hold(index % 2 === 0 ? keys : keys.reverse())))
    })

    it("[D07] twenty reports at once leave the pool room", async () => {
      const { connectionId } = here.fixture
      await here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])
      await here.fixture.waitUntilProcessed()
      const report = async () =>
        computeSales(getContainer(), { connectionId, timeZone: "UTC", from: "2020-01-01", to: "2040-01-01" })
      await besideOthers(Array.from({ length: 20 }, report))
    })

    it("[D07] twenty pieces of work of one name at once, which all need the database, leave the pool room", async () => {
      const inside = { now: 0, most: 0 }
      const work = async () => {
        inside.now += 1
        inside.most = Math.max(inside.most, inside.now)
        await pos().query((sql) => sql(z.unknown(), "SELECT pg_sleep(0.02)::text"))
        inside.now -= 1
      }
      await besideOthers(Array.from({ length: 20 }, async () => pos().alone("pos_test", work)))
      expect(inside.most).toBe(1)
    })

    it("[D07] work of twenty names at once, which all need the database, leaves the pool room", async () => {
      const work = async () => pos().query((sql) => sql(z.unknown(), "SELECT pg_sleep(0.02)::text"))
      await besideOthers(Array.from({ length: 20 }, async (_, index) => pos().alone(`pos_test_${index}`, work)))
    })
  },
})
