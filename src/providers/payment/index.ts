import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PAYMENT_MEANS } from "../../vocabulary/counter-providers"
import { tillPaymentProvider } from "./till-payment-provider"

/**
 * The providers of payments at the till, one for each means, so that an order says how it was paid. One entry of the
 * payment module's `providers` registers all: `{ resolve: "medusa-plugin-pos/providers/payment", id: "pos" }`.
 */
export default ModuleProvider(Modules.PAYMENT, { services: PAYMENT_MEANS.map(tillPaymentProvider) })
