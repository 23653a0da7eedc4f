import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PAYMENT_MEANS } from "../../contract/receipts"
import { createPosPaymentProvider } from "./pos-payment-provider"

/**
 * The payment providers of registers, one per payment method, so that an order shows how it was paid. One entry of the
 * payment module's `providers` registers all: `{ resolve: "medusa-plugin-pos/providers/payment", id: "pos" }`.
 */
export default ModuleProvider(Modules.PAYMENT, { services: PAYMENT_MEANS.map(createPosPaymentProvider) })
