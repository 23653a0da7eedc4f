import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MirrorStage } from "./mirror-stage"
import { seedShop, type Shop } from "./shop"

/** What stands while a test runs: the shop of the suite, and a counter that was connected to it for this test. */
export type Staged = { readonly shop: Shop; readonly stage: MirrorStage }

/** Seeds the suite's shop, and connects a new counter to it before each test. Its faults end with the test. */
export function useMirrorStage(tools: { api: AxiosInstance; getContainer: () => MedusaContainer }): Staged {
  let shop: Shop
  let stage: MirrorStage
  beforeAll(async () => {
    shop = await seedShop(tools.getContainer())
  })
  beforeEach(async () => {
    stage = await MirrorStage.open(tools, shop)
  })
  afterEach(async () => {
    await stage.counter.endFaults()
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
