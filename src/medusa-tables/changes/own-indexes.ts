import { POS_ORDER_INDEXES } from "../orders/pos-orders"
import { WEB_ORDERS_INDEX } from "../orders/web-orders"
import { partsOf, SEARCHED_CODES, SEARCHED_TITLE } from "../catalogue/text-parts"
import { CHANGE_INDEXES } from "./change-time"

/** Indexes of ours on tables of Medusa's, which has none for what is asked of them. */
export const OWN_INDEXES = [
  ...CHANGE_INDEXES,
  // Which products a category or a tag has: their keys begin with the product.
  { name: "IDX_pos_product_category_product_category", on: '"product_category_product" ("product_category_id")' },
  { name: "IDX_pos_product_tags_tag", on: '"product_tags" ("product_tag_id")' },
  // What a product at the counter may be by its name.
  { name: "IDX_pos_product_title", on: '"product" (lower("title"))' },
  // Which products have a word in their title or a part of a code, see catalogue/text-parts.ts. What waits to be put into
  // such an index is read whole by each search; after an import PostgreSQL would rather read the table.
  {
    name: "IDX_pos_product_title_words",
    on: `"product" USING gin (${partsOf(SEARCHED_TITLE)}) WITH (fastupdate = off) WHERE deleted_at IS NULL`,
  },
  {
    name: "IDX_pos_product_variant_code_words",
    on: `"product_variant" USING gin (${partsOf(SEARCHED_CODES)}) WITH (fastupdate = off) WHERE deleted_at IS NULL`,
  },
  // What was sold on the web in some days, among the orders of years.
  WEB_ORDERS_INDEX,
  ...POS_ORDER_INDEXES,
]

/** Indexes that former versions made and none asks any more. */
export const FORMER_INDEXES = [
  ...["IDX_pos_order_created_at", "IDX_pos_product_title_parts", "IDX_pos_product_variant_code_parts"],
]
