import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/order-receipt"))

const OrderReceipt = (props: { data: { id: string } }) => <Content {...props} />

export const config = defineWidgetConfig({ zone: "order.details.side.before", id: "pos:order-receipt" })

export default OrderReceipt
