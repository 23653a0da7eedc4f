import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ConnectedStoreFixture } from "./connected-store-fixture"
import { seedStore, type SeededStoreIds } from "./seed-store"

/** What stands while a test runs: the store of the suite, and a counter that is connected to it. */
export type ConnectedStore = { readonly shop: SeededStoreIds; readonly fixture: ConnectedStoreFixture }

/** Seeds the suite's shop and connects a counter to it, once for all tests: both are put back before each. */
export function useConnectedStore(tools: { api: AxiosInstance; getContainer: () => MedusaContainer }): ConnectedStore {
  let shop: SeededStoreIds
  let stage: ConnectedStoreFixture
  beforeAll(async () => {
    shop = await seedStore(tools.getContainer())
    stage = await ConnectedStoreFixture.open(tools, shop)
    await stage.waitUntilProcessed()
  })
  afterEach(async () => {
    await stage.posDriver.endFaults()
    // What it still had to tell is not for the next test's database.
    await stage.posDriver.close()
  })
  return {
    get shop() {
      return shop
    },
    get fixture() {
      return stage
    },
  }
}
