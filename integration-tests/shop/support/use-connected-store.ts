import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ConnectedStoreFixture } from "./connected-store-fixture"
import { seedStore, type SeededStoreIds } from "./seed-store"

/** Fixture of each test: the store of the suite, and a POS connected to it. */
export type ConnectedStore = { readonly shop: SeededStoreIds; readonly fixture: ConnectedStoreFixture }

/** Seeds the suite's store and connects a POS to it, once for all tests. Both are reset before each test. */
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
    // What it still had to report is not for the next test's database.
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
