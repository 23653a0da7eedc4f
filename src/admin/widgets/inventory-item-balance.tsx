import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ItemAtPos } from "../components/widgets/item-at-pos"

/** On an inventory item: stock at each POS of the variants that consist of it. */
const InventoryItemBalance = ({ data: item }: { data: { id: string } }) => <ItemAtPos itemId={item.id} />

export const config = defineWidgetConfig({
  zone: "inventory_item.details.side.after",
  id: "pos:inventory-item-balance",
})

export default InventoryItemBalance
