import { inspect } from "node:util"
import { z } from "zod"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { drainOutbox } from "../../src/features/catalog/push"
import { shutdownWorkers } from "../../src/runtime/workers"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { eventually } from "./support/eventually"
import {
  expectNothingLeft,
  expectReceiptsMirrored,
  expectStockBalanced,
  type Mirrored,
} from "./support/mirror-invariants"
import { FaultInjector } from "./support/fault-injector"
import { RandomStore, type Ware } from "./support/random-store"
import { SecondWorker } from "./support/second-worker"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { createStockDriver } from "./support/stock-driver"
import { WebOrders } from "../../test-support/web-orders"
import { withinTime } from "./support/within-time"

/**
 * MODEL_RUNS: how many days are lived through; MODEL_SEED: other days than a run of every day has, or one again, as it
 * was printed; MODEL_WORKERS=1: without another process that works on the same database and is killed now and then.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 2)
const FIRST_SEED = Number(process.env.MODEL_SEED ?? 2026)
const STEPS = 25

/** What one step or the settling takes at the most, on a machine that has other things to do. */
const LONGEST_MS = 120_000

/** Of an error's description. */
const MOST_CHARACTERS = 4_000

/** What is late comes within this; the POS reports nothing after 72 hours. */
const DAY_SECONDS = 24 * 3_600

type Action = () => Promise<string>

const waresSchema = z.looseObject({
  rows: z.array(
    z.object({ product_uuid: z.string(), variant_uuid: z.string(), sku: z.string().nullable(), item: z.string() })
  ),
})
const rowsSchema = z.looseObject({ rows: z.array(z.unknown()) })
const ordersSchema = z.object({
  orders: z.array(
    z.object({ id: z.string(), total: z.number(), metadata: z.record(z.string(), z.unknown()).nullable() })
  ),
})

jest.setTimeout(60_000 + RUNS * 300_000)

storeSuite({
  moduleName: "mirror-model",
  testSuite: ({ api, getContainer, dbConnection, databaseUrl }) => {
    const here = useConnectedStore({ api, getContainer })
    let other: SecondWorker | null = null
    beforeEach(async () => {
      other = process.env.MODEL_WORKERS === "1" ? null : await SecondWorker.start(databaseUrl)
    })
    afterEach(async () => {
      jest.restoreAllMocks()
      await other?.end()
    })

    const killOther = async () => {
      await other?.dieAndReturn()
      return "the other worker dies"
    }

    const { differences, reconcile, settings } = createStockDriver({ api, getContainer, dbConnection }, here)

    const readWares = async (): Promise<readonly [Ware, Ware, Ware]> => {
      const { rows } = waresSchema.parse(
        await dbConnection.raw(
          `SELECT link.product_uuid, link.variant_uuid, variant.sku, item.inventory_item_id AS item
           FROM pos_variant_link AS link JOIN product_variant AS variant ON variant.id = link.variant_id
           JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id
           WHERE link.tracked AND link.connection_id = ?`,
          [here.fixture.connectionId]
        )
      )
      const ware = (sku: string | null, step: string): Ware => {
        const row = rows.find((entry) => entry.sku === sku)
        if (!row) {
          throw new Error(`There is no ${sku}`)
        }
        return { productUuid: row.product_uuid, variantUuid: row.variant_uuid, inventoryItemId: row.item, step }
      }
      return [ware("TROJA-M", "1"), ware("TROJA-L", "1"), ware(null, "0.125")]
    }

    /** Everything that is on its way arrives, and what never will is found. */
    const settle = async (
      faults: FaultInjector,
      phase: (name: string, work: () => Promise<unknown>) => Promise<unknown>
    ) => {
      jest.restoreAllMocks()
      await here.fixture.posDriver.endFaults()
      await phase("the day's end", async () => here.fixture.posDriver.advance(DAY_SECONDS))
      await eventually(async () => {
        await phase("time passing", async () => faults.letTimePass())
        await phase("the pumps' rest", shutdownWorkers)
        await faults.endWaits()
        await phase("the runs", async () => resumeRuns(getContainer(), here.fixture.connectionId))
        await phase("the outbox", async () => drainOutbox(getContainer(), here.fixture.connectionId))
        await expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId })
      })
      await eventually(async () => {
        await phase("the reconciliation", reconcile)
        await eventually(async () => {
          await phase("the pumps' rest", shutdownWorkers)
          await faults.endWaits()
          await phase("the outbox", async () => drainOutbox(getContainer(), here.fixture.connectionId))
          await expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId })
        })
        // The driver makes a run's checks follow each other at once: a run whose checks all fall into the time in which
        // levels are being sent leaves their differences to the next run.
        expect(await differences()).toEqual([])
      })
    }

    const readOrders = async () => {
      const path = "/admin/orders?fields=id,total,metadata&limit=500"
      return ordersSchema.parse(await here.fixture.get(path)).orders
    }

    /** What the store recorded of its stock: the last reconciliation, differences, and the newest movements. */
    const readStockRecords = async () => {
      const queries = [
        "SELECT state, details FROM pos_run WHERE kind = 'reconcile' ORDER BY created_at DESC LIMIT 3",
        `SELECT variant_link_id, state, cause, store_level, pos_level, ledger_level, created_at, updated_at
         FROM pos_stock_difference ORDER BY created_at DESC LIMIT 9`,
        `SELECT variant_link_id, natural_key, kind, state, change, pos_balance_after, occurred_at, created_at
         FROM pos_stock_movement ORDER BY created_at DESC LIMIT 30`,
      ]
      const answers = await Promise.all(
        queries.map(async (query) => rowsSchema.parse(await dbConnection.raw(query)).rows)
      )
      return answers.flatMap((rows) => rows.map((row) => JSON.stringify(row))).join("\n")
    }

    const inTime = async <Result>(name: string, work: () => Promise<Result>) => {
      const begun = performance.now()
      const result = await withinTime(dbConnection, { name, longestMs: LONGEST_MS }, work())
      return { result, reported: `${name} took ${Math.round(performance.now() - begun)} ms` }
    }

    it.each(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
      "holds what it must after a day of anything: MODEL_SEED=%s",
      async (seed) => {
        await settings({ drift_policy: "trust-pos" })
        const random = new SeededRandom(seed)
        const wares = await readWares()
        const [sweaterM, sweaterL, apples] = wares
        const people = new RandomStore(
          here.fixture,
          new WebOrders(getContainer()),
          wares,
          here.shop.stockLocationId,
          random
        )
        const faults = new FaultInjector({ api, getContainer, dbConnection }, here.fixture, random)
        const actions: readonly [Action, ...Action[]] = [
          () => people.sell(),
          ...Array.from({ length: 5 }, () => () => people.sell()),
          ...Array.from({ length: 3 }, () => () => people.refund()),
          ...Array.from({ length: 2 }, () => () => people.moveAtPos()),
          ...Array.from({ length: 2 }, () => () => people.order()),
          () => people.sendOrder(),
          () => people.cancelOrder(),
          () => people.moveInStore(),
          () => faults.disturbNotifications(),
          () => faults.disturbNotifications(),
          () => faults.disturbCalls(),
          () => faults.dieBeforeEffect(),
          () => faults.dieAfterEffect(),
          () => faults.dieWhileTelling(),
          killOther,
          () => faults.reconnect(),
          () => faults.loseSubscription(),
          () => faults.letTimePass(),
          () => faults.letTimePass(),
        ]
        const story: string[] = []
        const mirrored: Mirrored = {
          knex: dbConnection,
          posDriver: here.fixture.posDriver,
          connectionId: here.fixture.connectionId,
          readOrders,
          locationId: here.shop.stockLocationId,
          start: { [sweaterM.variantUuid]: "10", [sweaterL.variantUuid]: "10", [apples.variantUuid]: "25.5" },
          movedByShop: people.movedByShop,
          movedByPos: people.movedByPos,
        }
        try {
          for (let step = 0; step < STEPS; step++) {
            // Two at a time happen at once.
            const both = async () => Promise.all([random.pick(actions)(), random.pick(actions)()])
            const { result, reported } = await inTime(`step ${step}`, both)
            story.push(...result, reported)
          }
          await settle(faults, async (name, work) => story.push((await inTime(name, work)).reported))
          await expectReceiptsMirrored(mirrored)
          await expectStockBalanced(mirrored, faults.isKnowable)
        } catch (error) {
          const records = await readStockRecords()
          const reported = `${story.join("\n")}\n${records}\n${inspect(error).slice(0, MOST_CHARACTERS)}`
          process.stderr.write(`MODEL_SEED=${seed} MODEL_RUNS=1 reports it again:\n${reported}\n`)
          throw error
        }
      }
    )
  },
})
