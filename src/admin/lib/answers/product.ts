import { z } from "zod"

export const variantLinkSchema = z.looseObject({
  variant_id: z.string(),
  variant_uuid: z.string(),
  /** decimal text */
  pos_balance: z.string().nullable(),
  /** from which level on the POS says that it is low */
  low_stock_level: z.string().nullish(),
  stock_error: z.string().nullable(),
})

/** What the POS shows of a product instead of the store's own; amounts in decimal text of major units. */
export const overridesSchema = z.looseObject({
  name: z.string().optional(),
  category: z.string().optional(),
  price: z.string().optional(),
  /** by variant id */
  variants: z
    .record(z.string(), z.looseObject({ price: z.string().optional(), barcode: z.string().optional() }))
    .optional(),
})

/** A field that was edited at the POS; values as the POS has them. */
const editedFieldSchema = z.looseObject({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})

/** A field that was edited at the POS and restored there. */
const restoredFieldSchema = editedFieldSchema.extend({
  times: z.number(),
  restored_at: z.string(),
})

const priceSpanSchema = z.looseObject({ lowest: z.number(), highest: z.number() })

const stockOfSidesSchema = z.looseObject({
  store: z.string().nullable(),
  /** the level last read of the POS */
  pos: z.string().nullable(),
  read_at: z.string().nullable(),
  /** the POS's level with movements that are newer than the reading; null: there are none */
  expected: z.string().nullable(),
  not_tracked: z.boolean(),
  differs: z.boolean(),
})

/** Stock and price of a product in the store and at the POS: of all variants, in decimal text and minor units. */
const sidesSchema = z.looseObject({
  stock: stockOfSidesSchema,
  price: z.looseObject({
    store: priceSpanSchema.nullable(),
    pos: priceSpanSchema.nullable(),
    differs: z.boolean(),
  }),
})

/** State of a product, as `GET /admin/pos/product-links` returns it. */
export const productLinkSchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  /** null: the store has deleted it */
  title: z.string().nullable(),
  thumbnail: z.string().nullable(),
  sides: sidesSchema.nullable(),
  state: z.string(),
  rejection: z.string().nullable(),
  /** a person dismissed the rejection */
  dismissed: z.boolean(),
  dismissal_reason: z.string().nullable(),
  /** auto, include or exclude */
  inclusion: z.string().optional(),
  overrides: overridesSchema.nullish(),
  notes: z.array(z.string()),
  pushed_at: z.string().nullable(),
  /** the next push restores them */
  edited_fields: z.array(editedFieldSchema).nullish(),
  restored_fields: z.array(restoredFieldSchema).nullish(),
  variants: z.array(variantLinkSchema),
})

export const productLinksAnswerSchema = z.looseObject({
  product_links: z.array(productLinkSchema),
  count: z.number(),
})

const stateCountSchema = z.looseObject({
  state: z.string(),
  count: z.number().nullable(),
  count_is_lower_bound: z.boolean(),
})

/** `GET /admin/pos/product-links/counts` */
export const linkCountsAnswerSchema = z.looseObject({ counts: z.array(stateCountSchema) })

/** `GET /admin/pos/connections/:id/unlisted-products`: products that are not at the POS, by the reason of each. */
export const unlistedProductsAnswerSchema = z.looseObject({
  unlisted_products: z.array(
    z
      .looseObject({
        product_id: z.string(),
        title: z.string(),
        thumbnail: z.string().nullable(),
        /** in the store: draft, proposed, published or rejected */
        status: z.string(),
        reason: z.string(),
        error: z.string().nullable(),
      })
      .transform((product) => ({ ...product, id: product.product_id }))
  ),
  counts: z.array(
    z
      .looseObject({ reason: z.string(), count: z.number() })
      .transform(({ reason, count }) => ({ state: reason, count, count_is_lower_bound: false }))
  ),
  count: z.number(),
})

/** `POST /admin/pos/barcodes` */
export const barcodesAnswerSchema = z.looseObject({ variants: z.array(z.looseObject({ variant_id: z.string() })) })

export type PriceSpan = z.infer<typeof priceSpanSchema>
export type StockOfSides = z.infer<typeof stockOfSidesSchema>
export type PriceOfSides = z.infer<typeof sidesSchema>["price"]
export type StateCount = z.infer<typeof stateCountSchema>
export type ProductLink = z.infer<typeof productLinkSchema>
export type UnlistedProduct = z.infer<typeof unlistedProductsAnswerSchema>["unlisted_products"][number]
export type Overrides = z.infer<typeof overridesSchema>
export type VariantLink = z.infer<typeof variantLinkSchema>

/** A product that was made at the POS and that the store does not have. */
export const candidateSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  found_at: z.string(),
  category: z.string().nullable(),
  /** the store's product, once it has one */
  product_id: z.string().nullable(),
  /** the product of the store that it may be; confidence in percent */
  suggestion: z
    .looseObject({ product_id: z.string(), title: z.string(), matched_by: z.string(), confidence: z.number() })
    .nullable(),
  variants: z.array(
    z.looseObject({
      variant_uuid: z.string(),
      /** minor units */
      price: z.number().nullable(),
      currency_code: z.string().nullable(),
    })
  ),
})

/** `GET /admin/pos/unlinked-products` */
export const candidatesAnswerSchema = z.looseObject({
  unlinked_products: z.array(candidateSchema),
  count: z.number(),
})

/** `POST /admin/pos/unlinked-products/adopt` */
export const adoptedAnswerSchema = z.looseObject({
  adopted: z.array(z.looseObject({ id: z.string(), product_id: z.string() })),
  failed: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
})

/** `POST /admin/pos/unlinked-products/ignore` */
export const ignoredAnswerSchema = z.looseObject({ changed: z.number() })

export type Candidate = z.infer<typeof candidateSchema>

/** State of an image at the POS, as `GET /admin/pos/images` returns it. */
export const imageSchema = z.looseObject({
  id: z.string(),
  url: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  attempts: z.number(),
  next_attempt_at: z.string().nullable(),
  updated_at: z.string(),
})

export const imagesAnswerSchema = z.looseObject({ images: z.array(imageSchema), count: z.number() })

/** `POST /admin/pos/images/retry` */
export const retriedImagesAnswerSchema = z.looseObject({ images: z.number() })

export type Image = z.infer<typeof imageSchema>

/** `GET /admin/pos/connections/:id/dry-run`: what a full sync would do. */
export const dryRunAnswerSchema = z.looseObject({
  entries: z.array(
    z.looseObject({
      product_id: z.string(),
      title: z.string().nullable(),
      action: z.string(),
      changes: z.array(
        z.looseObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
      ),
      reasons: z.array(z.string()),
      notes: z.array(z.string()),
    })
  ),
  next: z.string().nullable(),
})

export type DryRunEntry = z.infer<typeof dryRunAnswerSchema>["entries"][number]

/** A price in minor units, an image's address, or nothing. */
const valueSchema = z.union([z.looseObject({ amount: z.number(), currencyId: z.string() }), z.string()]).nullable()

/** A product whose change is held, or was sent before the hold opened. `GET /admin/pos/held-changes` */
export const heldChangeSchema = z.looseObject({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  change_group: z.string(),
  state: z.string(),
  changes: z.array(
    z.looseObject({
      kind: z.string(),
      variant_uuid: z.string().nullable(),
      variant: z.string().nullable(),
      before: valueSchema,
      after: valueSchema,
    })
  ),
  reason: z.string().nullable(),
  noted_at: z.string(),
})

const holdSchema = z.looseObject({
  id: z.string(),
  change_group: z.string(),
  opened_at: z.string(),
  held: z.number(),
  restoring: z.number(),
  /** sent before the limit was reached */
  sent: z.number(),
})

const expectedSchema = z.looseObject({
  id: z.string(),
  change_group: z.string(),
  products: z.number(),
  ends_at: z.string(),
})

export const heldChangesAnswerSchema = z.looseObject({
  held_changes: z.array(heldChangeSchema),
  holds: z.array(holdSchema),
  expected: z.array(expectedSchema),
  count: z.number(),
})

/** `POST /admin/pos/held-changes/decide` */
export const heldDecidedAnswerSchema = z.looseObject({ decided: z.number() })

/** `POST /admin/pos/held-changes/expect` */
export const expectedAnswerSchema = z.looseObject({ expected: expectedSchema.omit({ id: true }).loose() })

export type HeldChange = z.infer<typeof heldChangeSchema>
export type Hold = z.infer<typeof holdSchema>
export type ExpectedChange = z.infer<typeof expectedSchema>
