import type { OwnedField } from "../../contract/settings"
import type { PRODUCT_LIMITS } from "../../pos-api/contract"

/** A field of a product on both sides; paths are those of ShopProduct and of the POS's product. */
export type FieldMapping = {
  /** paths in the store; of several, the first that is filled */
  shop: readonly string[]
  /** its location in the store, for a person */
  shopWords: string
  /** paths at the POS */
  counter: readonly string[]
  /** its name in the setting `field_owners`; without one the store always owns it */
  owner?: OwnedField
  /** its maximum length at the POS, or the maximum number of values */
  limit?: keyof typeof PRODUCT_LIMITS
  /** what is written into the store if the POS owns it; paths are those of OwnedChanges */
  owned?: string
  /** its counterpart when a draft is created from a product of the POS; paths are those of ShopDraft */
  draft?: string
  /** further notes */
  note?: string
}

/** Every field that is mapped. A test maps products in both directions and compares each row with the result. */
export const FIELD_MAPPING: readonly FieldMapping[] = [
  {
    shop: ["title"],
    shopWords: "product: title",
    counter: ["name"],
    owner: "name",
    limit: "nameLength",
    owned: "product.title",
    draft: "title",
  },
  {
    shop: ["description"],
    shopWords: "product: description",
    counter: ["description"],
    owner: "description",
    limit: "descriptionLength",
    owned: "product.description",
    draft: "description",
    note: "as plain text; a longer one ends at a word there, by the setting `description_overflow`",
  },
  {
    shop: ["handle"],
    shopWords: "product: handle",
    counter: ["externalReference"],
    limit: "externalReferenceLength",
    note: "a longer one, which Medusa makes of a long title, is left out",
  },
  {
    shop: ["unitName"],
    shopWords: "product: metadata `pos_unit_name`",
    counter: ["unitName"],
    owner: "unitName",
    limit: "unitNameLength",
    owned: "product.unitName",
    draft: "unitName",
  },
  {
    shop: ["category"],
    shopWords: "product: category",
    counter: ["category"],
    owner: "category",
    limit: "categoryNameLength",
    owned: "product.category",
    draft: "categoryName",
    note: "one of several, by the settings `category_strategy` and `category_path`",
  },
  {
    shop: ["taxRate"],
    shopWords: "tax region: rate for the product",
    counter: ["vatPercentage", "createWithDefaultTax"],
    owner: "tax",
    note: "without a rate of the store the organization's own applies; a tax is never written into the store",
  },
  {
    shop: ["images"],
    shopWords: "product: thumbnail and images",
    counter: ["imageLookupKeys", "presentation.imageUrl"],
    owner: "images",
    owned: "product.imageUrl",
    draft: "imageUrl",
    note: "the first is shown there; whether and how, by the setting `images`",
  },
  {
    shop: ["options"],
    shopWords: "product: options and their values",
    counter: ["variantOptionDefinitions", "variants.options"],
    limit: "optionDefinitions",
    draft: "options",
    note: "the first three; others join the variants' names",
  },
  {
    shop: ["variants.title"],
    shopWords: "variant: title",
    counter: ["variants.name"],
    limit: "nameLength",
    draft: "variants.title",
    note: "none where a product has one variant and no options",
  },
  {
    shop: ["variants.sku"],
    shopWords: "variant: SKU",
    counter: ["variants.sku"],
    owner: "sku",
    limit: "skuLength",
    owned: "variants.fields.sku",
    draft: "variants.sku",
  },
  {
    shop: ["variants.barcode", "variants.ean", "variants.upc"],
    shopWords: "variant: barcode, else EAN, else UPC",
    counter: ["variants.barcode"],
    owner: "barcode",
    limit: "barcodeLength",
    owned: "variants.fields.barcode",
    draft: "variants.barcode",
    note: "written back into the barcode",
  },
  {
    shop: ["variants.price"],
    shopWords: "variant: price",
    counter: ["variants.price"],
    owner: "price",
    owned: "variants.price",
    draft: "variants.price",
    note: "with or without tax, as the organization sells; of several prices, by the setting `price`",
  },
  {
    shop: ["variants.costPrice"],
    shopWords: "variant: metadata `pos_cost_price`",
    counter: ["variants.costPrice"],
    owner: "costPrice",
    owned: "variants.fields.costPrice",
    draft: "variants.costPrice",
  },
  {
    shop: ["variants.image"],
    shopWords: "variant: its first image",
    counter: ["variants.presentation.imageUrl"],
    owner: "images",
  },
]
