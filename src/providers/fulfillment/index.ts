import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { HandedOverProvider } from "./handed-over-provider"

/**
 * The provider of what was handed over at the till, an entry of the fulfilment module's `providers`:
 * `{ resolve: "medusa-plugin-pos/providers/fulfillment", id: "pos" }`.
 */
export default ModuleProvider(Modules.FULFILLMENT, { services: [HandedOverProvider] })
