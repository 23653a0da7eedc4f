import { type Fragment, fragment } from "../../modules/pos/database/page"
import type { Selection } from "../../vocabulary/selection"

const CONDITIONS: Record<Exclude<Selection["by"], "all">, string> = {
  sales_channel: `EXISTS (SELECT 1 FROM product_sales_channel AS chosen
    WHERE chosen.product_id = product.id AND chosen.sales_channel_id = ANY(?) AND chosen.deleted_at IS NULL)`,
  collection: "coalesce(product.collection_id = ANY(?), false)",
  category: `EXISTS (SELECT 1 FROM product_category_product AS filed
    JOIN product_category AS category ON category.id = filed.product_category_id AND category.deleted_at IS NULL
    WHERE filed.product_id = product.id AND string_to_array(category.mpath, '.') && ?::text[])`,
  tag: `EXISTS (SELECT 1 FROM product_tags AS tagged
    WHERE tagged.product_id = product.id AND tagged.product_tag_id = ANY(?))`,
}

/** A condition on the table `product`: what a connection sells; published or not is asked for apart. */
export function selectionCondition(selection: Selection): Fragment {
  return selection.by === "all" ? fragment("true") : fragment(CONDITIONS[selection.by], selection.ids)
}
