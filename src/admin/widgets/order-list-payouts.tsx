import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PosBalances } from "../components/widgets/pos-balances"

/** Above the orders: what the counter's sales come to at the bank. Nothing in a shop without an account. */
const OrderListPayouts = () => <PosBalances />

export const config = defineWidgetConfig({ zone: "order.list.before", id: "pos:order-list-payouts" })

export default OrderListPayouts
