import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PushFixture } from "./push-fixture"
import { type SeededStore, useSeededStore } from "./use-seeded-store"

type Change = Parameters<typeof PushFixture.open>[1]

/** The suite's shop, somebody who may use its admin, and the register that was connected last. */
export type PushStore = SeededStore & {
  readonly fixture: PushFixture
  /** Connects a new fixture. */
  connect: (change?: Change) => Promise<PushFixture>
  /** Connects a new register and waits until it has what the store sells. */
  open: (change?: Change) => Promise<PushFixture>
}

/** Seeds the suite's shop for tests that connect registers to it. */
export function usePushStore({
  api,
  getContainer,
}: {
  api: AxiosInstance
  getContainer: () => MedusaContainer
}): PushStore {
  const seeded = useSeededStore({ getContainer })
  let fixture: PushFixture
  const connect = async (change: Change = {}) => {
    fixture = await PushFixture.open({ api, admin: seeded.admin, shop: seeded.shop }, change)
    return fixture
  }
  return {
    get shop() {
      return seeded.shop
    },
    get admin() {
      return seeded.admin
    },
    get fixture() {
      return fixture
    },
    connect,
    open: async (change) => {
      await (await connect(change)).settled()
      return fixture
    },
  }
}
