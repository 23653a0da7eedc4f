import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { shutdownWorkers } from "../../../src/runtime/workers"
import { StoreSandbox } from "./store-sandbox"
import { StoreUnderTest } from "./store-under-test"

/** What a suite is given; the store behind it stands when its hooks and tests run. */
type ShopTools = {
  api: AxiosInstance
  getContainer: () => MedusaContainer
  /** A connection of its own, beside Medusa's. */
  dbConnection: Knex
  databaseUrl: string
}

type Suite = {
  /** the file's name, which stands before those of its tests */
  moduleName: string
  /**
   * makes hooks that run once the sandbox stands and before the store starts; a suite with such hooks has a process of its
   * own, see scripts/test-runner/group-suites.mjs
   */
  beforeShop?: () => void
  testSuite: (tools: ShopTools) => void
}

const sandbox = new StoreSandbox()
const shop = new StoreUnderTest(`shop-${process.pid}`)

afterAll(async () => {
  await shop.stop()
  await sandbox.close()
})

/**
 * Tests against a real Medusa and a sandbox. Suites that are loaded together share both, and none finds anything of
 * another's there: each begins with the sandbox and the database as they were when Medusa had started. Both are restored
 * before each test to what the suite's own hooks have made of them: what all tests need is connected once. The pumps rest between two tests: one that outlived its test would work on the next
 * one's database. No job starts by the clock: a test calls those that it is about.
 */
export function storeSuite({ moduleName, beforeShop, testSuite }: Suite): void {
  describe(moduleName, () => {
    beforeAll(() => sandbox.begin())
    beforeShop?.()
    beforeAll(async () => {
      jest.spyOn(WorkflowScheduler.prototype, "scheduleWorkflow").mockResolvedValue(undefined)
      await shop.begin()
    })
    // After the suite's own hooks that fill the store, before those that begin a test.
    beforeEach(() => shop.restore())
    beforeEach(() => sandbox.restore())
    afterEach(() => shop.untilWorkflowsEnded())
    testSuite({
      api: shop.api,
      getContainer: () => shop.container,
      dbConnection: shop.dbConnection,
      databaseUrl: shop.databaseUrl,
    })
    // Hooks run in the order in which they are made: after the suite's own, so that the snapshot is one at rest.
    beforeAll(shutdownWorkers)
    afterEach(shutdownWorkers)
  })
}
