import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MirrorStage } from "./mirror-stage"
import { seedShop, type Shop } from "./shop"

/** What stands while a test runs: the shop of the suite, and a counter that is connected to it. */
export type Staged = { readonly shop: Shop; readonly stage: MirrorStage }

/** Seeds the suite's shop and connects a counter to it, once for all tests: both are put back before each. */
export function useMirrorStage(tools: { api: AxiosInstance; getContainer: () => MedusaContainer }): Staged {
  let shop: Shop
  let stage: MirrorStage
  beforeAll(async () => {
    shop = await seedShop(tools.getContainer())
    stage = await MirrorStage.open(tools, shop)
    await stage.heardAll()
  })
  afterEach(async () => {
    await stage.counter.endFaults()
    // What it still had to tell is not for the next test's database.
    await stage.counter.close()
  })
  return {
    get shop() {
      return shop
    },
    get stage() {
      return stage
    },
  }
}
