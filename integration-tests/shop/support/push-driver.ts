import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { PushStore } from "./use-push-store"

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

/** Hands for a store whose products are pushed: what changes one, and what the register has then. */
export const createPushDriver = ({ api, getContainer, dbConnection }: Tools, here: PushStore) => ({
  updateSweater: async (update: object) =>
    updateProductsWorkflow(getContainer()).run({ input: { selector: { id: here.shop.sweaterId }, update } }),

  priceAtPos: async (name = "Tröja") => (await here.fixture.product(name)).variants?.[0]?.price?.amount,

  post: async (path: string, body: object) => api.post(`/admin/pos/${path}`, body, here.admin),

  /** Changes the store's tables, as a module does that reports no event. */
  changeTables: async (statement: string, bindings: string[]) => {
    await dbConnection.raw(statement, bindings)
  },
})
