import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PushTill } from "./push-till"
import { type SeededShop, useSeededShop } from "./use-seeded-shop"

type Change = Parameters<typeof PushTill.open>[1]

/** The suite's shop, somebody who may use its admin, and the till that was connected last. */
export type PushShop = SeededShop & {
  readonly till: PushTill
  /** Connects a new till. */
  connect: (change?: Change) => Promise<PushTill>
  /** Connects a new till and waits until it has what the shop sells. */
  open: (change?: Change) => Promise<PushTill>
}

/** Seeds the suite's shop for tests that connect tills to it. */
export function usePushShop({
  api,
  getContainer,
}: {
  api: AxiosInstance
  getContainer: () => MedusaContainer
}): PushShop {
  const seeded = useSeededShop({ getContainer })
  let till: PushTill
  const connect = async (change: Change = {}) => {
    till = await PushTill.open({ api, admin: seeded.admin, shop: seeded.shop }, change)
    return till
  }
  return {
    get shop() {
      return seeded.shop
    },
    get admin() {
      return seeded.admin
    },
    get till() {
      return till
    },
    connect,
    open: async (change) => {
      await (await connect(change)).settled()
      return till
    },
  }
}
