import { readFileSync } from "node:fs"
import path from "node:path"
import axios from "axios"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { buildRevertMigrationScript } from "@medusajs/framework/utils"
import { z } from "zod"
import { CrashStore, until } from "../crash/crash-store"
import { PosDriver } from "../../test-support/pos-driver"
import { readCoreRecords } from "./support/core-records"
import { readDatabaseObjects } from "./support/database-objects"
import { migratePlainStore, runMedusa, startPlainStore } from "./support/plain-store/plain-store"
import { useStoreSandbox } from "./support/store-sandbox"
import { databaseUrl, createDatabase, dropDatabase } from "./support/test-databases"
import { MIGRATIONS_FOLDER, OUR_MIGRATIONS } from "./support/upgrade-fixtures/our-migrations"

jest.setTimeout(3_600_000)

const GUIDE = readFileSync(path.join(__dirname, "../../docs/guides/uninstall.md"), "utf8")
const DATABASE = "pos_uninstall"
const NEVER_INSTALLED = "pos_never_installed"
/** For a machine that is busy with other suites. */
const LONGEST_SECONDS = 240

const preparedSchema = z.object({
  connectionId: z.string(),
  stockLocationId: z.string(),
  headers: z.record(z.string(), z.string()),
})
const statementsSchema = z.looseObject({ rows: z.array(z.record(z.string(), z.string())) })
const providersSchema = z.looseObject({ payment_providers: z.array(z.looseObject({ id: z.string() })) })
const levelsSchema = z.array(z.looseObject({ stocked_quantity: z.number() }))
const paidSchema = z.array(
  z.looseObject({
    payment_collections: z.array(
      z.looseObject({
        payments: z.array(z.looseObject({ id: z.string(), provider_id: z.string(), amount: z.number() })),
      })
    ),
  })
)

/** The guide's commands that begin with `npx medusa`, without `npx medusa`. */
function medusaCommands(): string[][] {
  return [...GUIDE.matchAll(/`npx medusa ([^`]+)`/g)].map(([, command = ""]) => command.split(" "))
}

/** The guide's SQL. */
function sqlBlocks(): string[] {
  return [...GUIDE.matchAll(/```sql\n([^]*?)```/g)].map(([, sql = ""]) => sql)
}

/**
 * Reverts these migrations, which are the newest, as repeating `medusa db:rollback pos` does. That command starts Medusa
 * for each migration; this function does not, because the test would take half an hour.
 */
async function revert(migrationNames: string[]): Promise<void> {
  const run = buildRevertMigrationScript({ moduleName: "pos", pathToMigrations: MIGRATIONS_FOLDER })
  await run({ options: { database: { clientUrl: databaseUrl(DATABASE) } }, migrationNames })
}

describe("Uninstalling as the guide says", () => {
  let store: CrashStore
  let headers: Record<string, string>
  let neverInstalled: Knex
  let before: Awaited<ReturnType<typeof readCoreRecords>>
  let plain: Awaited<ReturnType<typeof startPlainStore>>

  useStoreSandbox()

  beforeAll(async () => {
    const posDriver = await PosDriver.open()
    store = await CrashStore.open(DATABASE)
    await createDatabase(NEVER_INSTALLED)
    const [result] = await Promise.all([
      store.prepare("integration-tests/crash/prepare-mirror.ts", { api_key: posDriver.apiKey }),
      migratePlainStore(NEVER_INSTALLED),
    ])
    const prepared = preparedSchema.parse(result)
    headers = prepared.headers
    await store.start()
    await trade(posDriver)
    // Step 4 of the guide.
    await axios.delete(`${store.url}/admin/pos/connections/${prepared.connectionId}`, { headers })
    before = await readCoreRecords(store.url, headers)
    // Step 5.
    await store.kill()
    await posDriver.close()
  })

  afterAll(async () => {
    await plain?.child.kill()
    await neverInstalled?.destroy()
    await store.close()
    await dropDatabase(NEVER_INSTALLED)
  })

  /** Two sales, a refund of one, and stock that is delivered at the POS; returns once the store has all of it. */
  const trade = async (posDriver: PosDriver) => {
    const product = (await posDriver.products()).find(({ name }) => name === "Tröja")
    const [medium, large] = product?.variants ?? []
    if (!product || !medium || !large) {
      throw new Error("The POS does not have the sweater with its two sizes")
    }
    const sale = await posDriver.sell([{ variantUuid: medium.uuid, quantity: 2 }])
    await posDriver.sell([
      { variantUuid: medium.uuid, quantity: 1 },
      { variantUuid: large.uuid, quantity: 1 },
    ])
    await posDriver.changeStock({ productUuid: product.uuid, variantUuid: large.uuid, change: 7 })
    await until(async () => expect(await countOrders()).toBe(2), LONGEST_SECONDS)
    await posDriver.refund({ purchaseUuid: sale.purchaseUUID1, items: [{ row: 0, quantity: "1" }] })
    await until(async () => {
      const { returns = [], inventory_items = [] } = await readCoreRecords(store.url, headers)
      expect(returns).toMatchObject([{ status: "received" }])
      const levels = inventory_items.flatMap((item) => levelsSchema.parse(item.location_levels))
      expect(levels.map(({ stocked_quantity }) => stocked_quantity).sort()).toEqual([16, 25.5, 8])
    }, LONGEST_SECONDS)
  }

  const countOrders = async () => (await readCoreRecords(store.url, headers)).orders?.length

  it("leaves no table, column, index, constraint, trigger or function of the plugin in the database", async () => {
    neverInstalled = knex({ client: "pg", connection: databaseUrl(NEVER_INSTALLED) })
    const [rollback] = medusaCommands()
    expect(rollback).toEqual(["db:rollback", "pos"])
    const runRollback = async () => {
      const child = runMedusa(rollback ?? [], DATABASE)
      await child.succeeded()
      return child.output
    }
    expect(await runRollback()).toContain(`Reverted ${OUR_MIGRATIONS.at(-1)}`)
    await revert(OUR_MIGRATIONS.slice(0, -1))
    expect(await runRollback()).toMatch(/nothing to revert/i)
    for (const block of sqlBlocks()) {
      const { rows } = statementsSchema.parse(await store.database.raw(block))
      for (const statement of rows.flatMap((row) => Object.values(row))) {
        await store.database.raw(statement)
      }
    }
    expect(await readDatabaseObjects(store.database)).toEqual(await readDatabaseObjects(neverInstalled))
  })

  it("leaves a store that starts without the plugin, with its orders, returns, products and stock", async () => {
    plain = await startPlainStore(DATABASE)
    const { url, child } = plain
    await until(async () => {
      const { status } = await axios.get(`${url}/health`).catch(() => {
        throw new Error(`The store does not answer: ${child.output.slice(-4_000)}`)
      })
      expect(status).toBe(200)
    }, LONGEST_SECONDS)
    expect(before.orders).toHaveLength(2)
    expect(await readCoreRecords(url, headers)).toEqual(before)
    expect(child.output).not.toMatch(/^error/im)
  })

  it("offers none of the plugin's payment providers to regions, and refunds none of its payments", async () => {
    const { url } = plain
    const { data } = await axios.get(`${url}/admin/payments/payment-providers?is_enabled=true`, { headers })
    expect(providersSchema.parse(data).payment_providers.map(({ id }) => id)).toEqual(["pp_system_default"])
    const payments = paidSchema
      .parse(before.orders)
      .flatMap((order) => order.payment_collections.flatMap((collection) => collection.payments))
    expect(payments.map(({ provider_id }) => provider_id)).toEqual(["pp_card_pos", "pp_card_pos"])
    for (const { id, amount } of payments) {
      const { status } = await axios.post(
        `${url}/admin/payments/${id}/refund`,
        { amount },
        { headers, validateStatus: () => true }
      )
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect(await readCoreRecords(url, headers)).toEqual(before)
  })
})
