import { z } from "zod"

export const variantLinkSchema = z.looseObject({
  variant_id: z.string(),
  variant_uuid: z.string(),
  /** decimal text */
  pos_balance: z.string().nullable(),
  stock_error: z.string().nullable(),
})

/** What the counter shows of a product instead of the shop's own; amounts in decimal text of major units. */
export const overridesSchema = z.looseObject({
  name: z.string().optional(),
  category: z.string().optional(),
  price: z.string().optional(),
  /** by variant id */
  variants: z
    .record(z.string(), z.looseObject({ price: z.string().optional(), barcode: z.string().optional() }))
    .optional(),
})

/** How a product stands, as `GET /admin/pos/product-links` tells of it. */
export const productLinkSchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  product_id: z.string(),
  product_uuid: z.string(),
  state: z.string(),
  rejection: z.string().nullable(),
  /** auto, include or exclude */
  inclusion: z.string().optional(),
  overrides: overridesSchema.nullish(),
  notes: z.array(z.string()),
  pushed_at: z.string().nullable(),
  variants: z.array(variantLinkSchema),
})

export const productLinksAnswerSchema = z.looseObject({
  product_links: z.array(productLinkSchema),
  count: z.number(),
})

/** `GET /admin/products`, of Medusa itself */
export const productsAnswerSchema = z.looseObject({
  products: z.array(z.looseObject({ id: z.string(), title: z.string(), thumbnail: z.string().nullish() })),
})

/** `GET /admin/products/:id`, of Medusa itself: a product's variants */
export const productVariantsAnswerSchema = z.looseObject({
  product: z.looseObject({
    title: z.string(),
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), barcode: z.string().nullish() }))
      .nullish(),
  }),
})

/** `POST /admin/pos/barcodes` */
export const barcodesAnswerSchema = z.looseObject({ variants: z.array(z.looseObject({ variant_id: z.string() })) })

/** `GET /admin/inventory-items/:id`, of Medusa itself */
export const inventoryItemAnswerSchema = z.looseObject({
  inventory_item: z.looseObject({
    variants: z
      .array(z.looseObject({ id: z.string(), title: z.string().nullish(), product_id: z.string().nullish() }))
      .nullish(),
  }),
})

/** A sync with its progress, as `GET /admin/pos/runs` tells of it. */
export const runSchema = z.looseObject({
  id: z.string(),
  connection_id: z.string(),
  kind: z.string(),
  state: z.string(),
  total: z.number(),
  done: z.number(),
  /** products a second, and how long it takes at that rate; null while nothing can be said */
  rate: z.number().nullish(),
  seconds_left: z.number().nullish(),
  rejected: z.number(),
  reason: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const runsAnswerSchema = z.looseObject({ runs: z.array(runSchema), count: z.number() })

export type ProductLink = z.infer<typeof productLinkSchema>
export type Overrides = z.infer<typeof overridesSchema>
export type VariantLink = z.infer<typeof variantLinkSchema>
export type Run = z.infer<typeof runSchema>
