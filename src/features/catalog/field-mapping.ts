import type { OwnedField } from "../../contract/settings"
import type { PRODUCT_LIMITS } from "../../pos-api/contract"

/** A field of a product on both sides; paths are those of StoreProduct and of the POS's product. */
export type FieldMapping = {
  /** paths in the store; of several, the first that is filled */
  store: readonly string[]
  /** its location in the store, for a person */
  storeWords: string
  /** paths at the POS */
  pos: readonly string[]
  /** its name in the setting `field_owners`; without one the store always owns it */
  owner?: OwnedField
  /** its maximum length at the POS, or the maximum number of values */
  limit?: keyof typeof PRODUCT_LIMITS
  /** what is written into the store if the POS owns it; paths are those of OwnedChanges */
  owned?: string
  /** its counterpart when a draft is created from a product of the POS; paths are those of StoreDraft */
  draft?: string
  /** further notes */
  note?: string
}

/** Every field that is mapped. A test maps products in both directions and compares each row with the result. */
export const FIELD_MAPPING: readonly FieldMapping[] = [
  {
    store: ["title"],
    storeWords: "product: title",
    pos: ["name"],
    owner: "name",
    limit: "nameLength",
    owned: "product.title",
    draft: "title",
  },
  {
    store: ["description"],
    storeWords: "product: description",
    pos: ["description"],
    owner: "description",
    limit: "descriptionLength",
    owned: "product.description",
    draft: "description",
    note: "as plain text; a longer one ends at a word there, by the setting `description_overflow`",
  },
  {
    store: ["handle"],
    storeWords: "product: handle",
    pos: ["externalReference"],
    limit: "externalReferenceLength",
    note: "a longer one, which Medusa makes of a long title, is left out",
  },
  {
    store: ["unitName"],
    storeWords: "product: metadata `pos_unit_name`",
    pos: ["unitName"],
    owner: "unitName",
    limit: "unitNameLength",
    owned: "product.unitName",
    draft: "unitName",
  },
  {
    store: ["category"],
    storeWords: "product: category",
    pos: ["category"],
    owner: "category",
    limit: "categoryNameLength",
    owned: "product.category",
    draft: "categoryName",
    note: "one of several, by the settings `category_strategy` and `category_path`",
  },
  {
    store: ["taxRate"],
    storeWords: "tax region: rate for the product",
    pos: ["vatPercentage", "createWithDefaultTax"],
    owner: "tax",
    note: "without a rate of the store the organization's own applies; a tax is never written into the store",
  },
  {
    store: ["images"],
    storeWords: "product: thumbnail and images",
    pos: ["imageLookupKeys", "presentation.imageUrl"],
    owner: "images",
    owned: "product.imageUrl",
    draft: "imageUrl",
    note: "the first is shown there; whether and how, by the setting `images`",
  },
  {
    store: ["options"],
    storeWords: "product: options and their values",
    pos: ["variantOptionDefinitions", "variants.options"],
    limit: "optionDefinitions",
    draft: "options",
    note: "the first three; others join the variants' names",
  },
  {
    store: ["variants.title"],
    storeWords: "variant: title",
    pos: ["variants.name"],
    limit: "nameLength",
    draft: "variants.title",
    note: "none where a product has one variant and no options",
  },
  {
    store: ["variants.sku"],
    storeWords: "variant: SKU",
    pos: ["variants.sku"],
    owner: "sku",
    limit: "skuLength",
    owned: "variants.fields.sku",
    draft: "variants.sku",
  },
  {
    store: ["variants.barcode", "variants.ean", "variants.upc"],
    storeWords: "variant: barcode, else EAN, else UPC",
    pos: ["variants.barcode"],
    owner: "barcode",
    limit: "barcodeLength",
    owned: "variants.fields.barcode",
    draft: "variants.barcode",
    note: "written back into the barcode",
  },
  {
    store: ["variants.price"],
    storeWords: "variant: price",
    pos: ["variants.price"],
    owner: "price",
    owned: "variants.price",
    draft: "variants.price",
    note: "with or without tax, as the organization sells; of several prices, by the setting `price`",
  },
  {
    store: ["variants.costPrice"],
    storeWords: "variant: metadata `pos_cost_price`",
    pos: ["variants.costPrice"],
    owner: "costPrice",
    owned: "variants.fields.costPrice",
    draft: "variants.costPrice",
  },
  {
    store: ["variants.image"],
    storeWords: "variant: its first image",
    pos: ["variants.presentation.imageUrl"],
    owner: "images",
  },
]
