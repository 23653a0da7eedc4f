import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { PosBalances } from "../components/widgets/pos-balances"
import { Permitted } from "../components/common/restricted"

/** Above the orders: what the POS's sales come to at the bank. Nothing in a store without an account. */
const OrderListPayouts = () => (
  <Permitted to="finance">
    <PosBalances />
  </Permitted>
)

export const config = defineWidgetConfig({ zone: "order.list.before", id: "pos:order-list-payouts" })

export default OrderListPayouts
