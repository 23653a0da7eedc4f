import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ItemAtCounter } from "../components/widgets/item-at-counter"

/** On an inventory item: what each counter has of the variants that are made of it. */
const InventoryItemBalance = ({ data: item }: { data: { id: string } }) => <ItemAtCounter itemId={item.id} />

export const config = defineWidgetConfig({
  zone: "inventory_item.details.side.after",
  id: "pos:inventory-item-balance",
})

export default InventoryItemBalance
