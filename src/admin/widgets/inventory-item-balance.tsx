import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { lazyPart } from "../components/common/lazy"

const Content = lazyPart(async () => {
  const { InventoryItemBalance } = await import("../components/widgets/variant-balances")
  return { default: InventoryItemBalance }
})

const InventoryItemBalanceWidget = (props: { data: { id: string } }) => <Content {...props} />

export const config = defineWidgetConfig({
  zone: "inventory_item.details.side.after",
  id: "pos:inventory-item-balance",
})

export default InventoryItemBalanceWidget
