import type { MedusaContainer } from "@medusajs/framework/types"
import { userHeaders } from "../../../test-support/user-headers"
import { seedShop, type Shop } from "./shop"

/** The suite's shop, and somebody who may use its admin. */
export type SeededShop = { readonly shop: Shop; readonly admin: Awaited<ReturnType<typeof userHeaders>> }

/** Seeds the suite's shop before its tests. */
export function useSeededShop({ getContainer }: { getContainer: () => MedusaContainer }): SeededShop {
  let shop: Shop
  let admin: SeededShop["admin"]
  beforeAll(async () => {
    shop = await seedShop(getContainer())
    admin = await userHeaders(getContainer())
  })
  return {
    get shop() {
      return shop
    },
    get admin() {
      return admin
    },
  }
}
