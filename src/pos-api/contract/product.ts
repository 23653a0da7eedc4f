import { z } from "zod"
import { amountSchema, currencyIdSchema, listSchema, timestampSchema, uuidSchema } from "./common"
import { etagSchema } from "./etag"

/** Limits of the product library (observed "Product library"); check them before sending. */
export const PRODUCT_LIMITS = {
  variants: 99,
  optionDefinitions: 3,
  optionNameLength: 30,
  optionValueLength: 256,
  optionValues: 99,
  nameLength: 256,
  descriptionLength: 1_024,
  skuLength: 64,
  barcodeLength: 128,
  externalReferenceLength: 128,
  unitNameLength: 32,
  categoryNameLength: 100,
  pictureAddressLength: 256,
} as const

export const priceSchema = z.looseObject({
  /** minor units, ≥ 0 */
  amount: amountSchema,
  currencyId: currencyIdSchema,
})

export const presentationSchema = z.looseObject({
  imageUrl: z.string().nullish(),
  backgroundColor: z.string().nullish(),
  textColor: z.string().nullish(),
})

export const categorySchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string(),
})

/** A percentage as text or number, "25", "25.0" or 25.5: the same one is always the same text, as numbers are written. */
const percentageTextSchema = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => text.replace(/^(\d+)\.0*$/, "$1").replace(/^(\d+\.\d*[1-9])0+$/, "$1"))

export const variantOptionSchema = z.looseObject({ name: z.string(), value: z.string() })

export const variantSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().nullish(),
  description: z.string().nullish(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
  price: priceSchema.nullish(),
  costPrice: priceSchema.nullish(),
  vatPercentage: percentageTextSchema.nullish(),
  options: z.array(variantOptionSchema).nullish(),
  presentation: presentationSchema.nullish(),
})

export const variantOptionDefinitionsSchema = z.looseObject({
  definitions: listSchema(
    z.looseObject({
      name: z.string(),
      properties: listSchema(z.looseObject({ value: z.string(), imageUrl: z.string().nullish() })),
    })
  ),
})

/** A product as the library stores and returns it (spec "Product", inner shapes as observed). */
export const productSchema = z.looseObject({
  uuid: uuidSchema,
  categories: z.array(z.unknown()).nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  imageLookupKeys: z.array(z.string()).nullish(),
  presentation: presentationSchema.nullish(),
  category: categorySchema.nullish(),
  externalReference: z.string().nullish(),
  unitName: z.string().nullish(),
  vatPercentage: percentageTextSchema.nullish(),
  taxRates: z.array(uuidSchema).nullish(),
  taxExempt: z.boolean().nullish(),
  createWithDefaultTax: z.boolean().nullish(),
  online: z.looseObject({ status: z.string().nullish() }).nullish(),
  variantOptionDefinitions: variantOptionDefinitionsSchema.nullish(),
  variants: z.array(variantSchema).nullish(),
  metadata: z
    .looseObject({
      inPos: z.boolean().nullish(),
      source: z.looseObject({ name: z.string().nullish(), external: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
  etag: etagSchema.nullish(),
  created: timestampSchema.nullish(),
  updated: timestampSchema.nullish(),
  createdByUserUuid: uuidSchema.nullish(),
  updatedByUserUuid: uuidSchema.nullish(),
})

/** What a create or import sends: the product itself, without what only the service writes. */
export const productContentSchema = productSchema.omit({
  etag: true,
  created: true,
  updated: true,
  createdByUserUuid: true,
  updatedByUserUuid: true,
})

/** A JSON merge patch (RFC 7386) of a product: a null removes, an array replaces, variants match by uuid. */
export const productPatchSchema = productContentSchema.partial()

export const productListSchema = z.array(productSchema)

export const categoryListSchema = z.looseObject({ categories: z.array(categorySchema) })

/** `GET {base_url}/v1/taxes`: the rates of a sales-tax organisation. */
export const taxRateListSchema = z.looseObject({
  taxRates: z.array(
    z.looseObject({
      uuid: uuidSchema,
      label: z.string().nullish(),
      percentage: z.union([z.number(), z.string()]).nullish(),
      default: z.boolean().nullish(),
    })
  ),
})

export type Price = z.infer<typeof priceSchema>
export type PosVariant = z.infer<typeof variantSchema>
export type PosProduct = z.infer<typeof productSchema>
export type PosCategory = z.infer<typeof categorySchema>
export type TaxRateList = z.infer<typeof taxRateListSchema>

export type ProductContent = z.infer<typeof productContentSchema>
export type ProductPatch = z.infer<typeof productPatchSchema>
