import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { adminHeaders } from "./admin"
import { PushTill } from "./push-till"
import { seedShop, type Shop } from "./shop"

type Change = Parameters<typeof PushTill.open>[1]

/** The suite's shop, somebody who may use its admin, and the till that was connected last. */
export type PushShop = {
  readonly shop: Shop
  readonly admin: Awaited<ReturnType<typeof adminHeaders>>
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
  let shop: Shop
  let admin: PushShop["admin"]
  let till: PushTill
  beforeAll(async () => {
    shop = await seedShop(getContainer())
    admin = await adminHeaders(getContainer())
  })
  const connect = async (change: Change = {}) => {
    till = await PushTill.open({ api, admin, shop }, change)
    return till
  }
  return {
    get shop() {
      return shop
    },
    get admin() {
      return admin
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
