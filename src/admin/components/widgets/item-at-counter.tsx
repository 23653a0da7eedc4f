import { useInventoryItem } from "../../hooks/store/use-store-choices"
import { VariantBalances } from "./variant-balances"

/** What the counters have of an inventory item's variants; nothing for an item of no product. */
export const ItemAtCounter = ({ itemId }: { itemId: string }) => {
  const { data: variants = [] } = useInventoryItem(itemId)
  const [first] = variants
  return first ? <VariantBalances variantIds={variants.map(({ id }) => id)} productId={first.product_id ?? ""} /> : null
}
