import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { OrderReceipts } from "../components/widgets/order-receipts"
import { Permitted } from "../components/common/restricted"

/** On an order of a POS sale: its receipt, how it was paid, and its refunds. Other orders show nothing. */
const OrderReceipt = ({ data: order }: { data: { id: string } }) => (
  <Permitted to="view">
    <OrderReceipts orderId={order.id} />
  </Permitted>
)

export const config = defineWidgetConfig({ zone: "order.details.side.before", id: "pos:order-receipt" })

export default OrderReceipt
