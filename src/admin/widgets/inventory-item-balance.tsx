import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(() => import("../components/widgets/inventory-item-balance"))

const InventoryItemBalance = (props: { data: { id: string } }) => <Content {...props} />

export const config = defineWidgetConfig({
  zone: "inventory_item.details.side.after",
  id: "pos:inventory-item-balance",
})

export default InventoryItemBalance
