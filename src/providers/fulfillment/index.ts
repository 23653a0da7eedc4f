import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { HandedOverProvider } from "./handed-over-provider"

/**
 * The provider of goods handed over at a register, an entry of the fulfillment module's `providers`: `{ resolve:
 * "medusa-plugin-pos/providers/fulfillment", id: "pos" }`.
 */
export default ModuleProvider(Modules.FULFILLMENT, { services: [HandedOverProvider] })
