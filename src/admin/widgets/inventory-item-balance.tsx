import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { ItemAtPos } from "../components/widgets/item-at-pos"
import { Permitted } from "../components/common/restricted"

/** On an inventory item: stock at each POS of the variants that consist of it. */
const InventoryItemBalance = ({ data: item }: { data: { id: string } }) => (
  <Permitted to="view">
    <ItemAtPos itemId={item.id} />
  </Permitted>
)

export const config = defineWidgetConfig({
  zone: "inventory_item.details.side.after",
  id: "pos:inventory-item-balance",
})

export default InventoryItemBalance
