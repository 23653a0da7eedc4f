import type { MedusaContainer } from "@medusajs/framework/types"
import { userHeaders } from "../../../test-support/user-headers"
import { seedStore, type SeededStoreIds } from "./seed-store"

/** The suite's shop, and somebody who may use its admin. */
export type SeededStore = { readonly shop: SeededStoreIds; readonly admin: Awaited<ReturnType<typeof userHeaders>> }

/** Seeds the suite's shop before its tests. */
export function useSeededStore({ getContainer }: { getContainer: () => MedusaContainer }): SeededStore {
  let shop: SeededStoreIds
  let admin: SeededStore["admin"]
  beforeAll(async () => {
    shop = await seedStore(getContainer())
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
