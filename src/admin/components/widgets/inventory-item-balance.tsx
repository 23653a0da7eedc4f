import { Permitted } from "../common/restricted"
import { useInventoryItem } from "../../hooks/store/use-store-choices"
import { VariantBalances } from "./variant-balances"

/** Stock of an inventory item's variants at each POS; nothing for an item of no product. */
const ItemAtPos = ({ itemId }: { itemId: string }) => {
  const { data: variants = [] } = useInventoryItem(itemId)
  const [first] = variants
  return first ? <VariantBalances variantIds={variants.map(({ id }) => id)} productId={first.product_id ?? ""} /> : null
}

/** On an inventory item: stock at each POS of the variants that consist of it. */
const InventoryItemBalance = ({ data: item }: { data: { id: string } }) => (
  <Permitted to="view">
    <ItemAtPos itemId={item.id} />
  </Permitted>
)

export default InventoryItemBalance
