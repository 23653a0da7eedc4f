import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/order-list-payouts"))

const OrderListPayouts = () => <Content />

export const config = defineWidgetConfig({ zone: "order.list.before", id: "pos:order-list-payouts" })

export default OrderListPayouts
