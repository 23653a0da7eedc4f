import { z } from "zod"
import { amountSchema, currencyIdSchema, etagSchema, listSchema, timestampSchema, uuidSchema } from "./common"

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
  imageAddressLength: 256,
} as const

/** Schema of a price. `amount` is in minor units. */
export const priceSchema = z.looseObject({
  /** minor units, ≥ 0 */
  amount: amountSchema,
  currencyId: currencyIdSchema,
})

/** Schema of the image and the colors of a product or variant. */
export const presentationSchema = z.looseObject({
  imageUrl: z.string().nullish(),
  backgroundColor: z.string().nullish(),
  textColor: z.string().nullish(),
})

/** Schema of a category. */
export const categorySchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string(),
})

/** A percentage as text or number, "25", "25.0" or 25.5, normalized to the shortest text. */
const percentageTextSchema = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => text.replace(/^(\d+)\.0*$/, "$1").replace(/^(\d+\.\d*[1-9])0+$/, "$1"))

/** Schema of the value of an option that a variant has, such as color: red. */
export const variantOptionSchema = z.looseObject({ name: z.string(), value: z.string() })

/** Schema of a variant. Prices are in minor units, `vatPercentage` is a percentage as text. */
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

/** Schema of the options of a product and their values. */
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

/** A product as sent by a create or import call, without fields that only the POS writes. */
export const productContentSchema = productSchema.omit({
  etag: true,
  created: true,
  updated: true,
  createdByUserUuid: true,
  updatedByUserUuid: true,
})

/** A JSON merge patch (RFC 7386) of a product: null removes, an array replaces, variants match by uuid. */
export const productPatchSchema = productContentSchema.partial()

/** Schema of a list of products. */
export const productListSchema = z.array(productSchema)

/** Schema of the categories of an organization. */
export const categoryListSchema = z.looseObject({ categories: z.array(categorySchema) })

/** `GET {base_url}/v1/taxes`: the rates of a sales-tax organization. */
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

/** A price in minor units of `currencyId`. */
export type Price = z.infer<typeof priceSchema>

/** A variant of a product of the POS. */
export type PosVariant = z.infer<typeof variantSchema>

/** A product as the library of the POS returns it. */
export type PosProduct = z.infer<typeof productSchema>

/** A category of the POS. */
export type PosCategory = z.infer<typeof categorySchema>

/** The tax rates of an organization with sales tax. `percentage` is a percentage. */
export type TaxRateList = z.infer<typeof taxRateListSchema>

/** A product as a create or import call sends it. */
export type ProductContent = z.infer<typeof productContentSchema>

/** A JSON merge patch (RFC 7386) of a product. */
export type ProductPatch = z.infer<typeof productPatchSchema>

/** The most products in one import request (spec "Limits"). */
export const MAX_PRODUCTS_PER_IMPORT = 2_000

/** Schema of a request that imports products. */
export const importRequestSchema = z.looseObject({
  products: z.array(productSchema).min(1).max(MAX_PRODUCTS_PER_IMPORT),
})

/**
 * The answer of an import and of its status (observed "Product library"). Known values of `state` are IMPORTING,
 * FINISHED_SUCCESS, FINISHED_FAILED and FINISHED_ERROR. There are others; those that begin with FINISHED are final.
 */
export const importStatusSchema = z.looseObject({
  uuid: uuidSchema,
  state: z.string(),
  items: z.number().int().nullish(),
  errorMessage: z.string().nullish(),
  created: timestampSchema.nullish(),
  finished: timestampSchema.nullish(),
})

/** A request that imports products, at most {@link MAX_PRODUCTS_PER_IMPORT}. */
export type ImportRequest = z.infer<typeof importRequestSchema>

/** The state of an import of products. */
export type ImportStatus = z.infer<typeof importStatusSchema>

/** Returns whether the import has ended: any `FINISHED…` state, or `finished` is set. */
export function isImportFinished(status: ImportStatus): boolean {
  return status.state.startsWith("FINISHED") || Boolean(status.finished)
}

/** Returns whether the import ended and was fully applied, which only one final state means. */
export function isImportSuccessful(status: ImportStatus): boolean {
  return status.state === "FINISHED_SUCCESS" && !status.errorMessage
}

/** Image formats that the POS accepts. */
export const IMAGE_FORMATS = ["JPEG", "PNG", "GIF"] as const

/** Practical limits of an image. Sizes in bytes, and in pixels per side. */
export const IMAGE_LIMITS = { minBytes: 2_560, maxBytes: 5 * 1024 * 1024, minPixels: 50, maxPixels: 5_000 } as const

/** Schema of a request that imports one image from an address. */
export const imageImportSchema = z.looseObject({
  imageFormat: z.enum(IMAGE_FORMATS),
  imageUrl: z.string().min(1),
})

/** Schema of a request that imports several images. */
export const imageBulkImportSchema = z.looseObject({ imageUploads: z.array(imageImportSchema) })

/** A stored image. Its address is `imageUrls[0]`; the lookup key may have an extension, and contains no address. */
export const imageResultSchema = z.looseObject({
  imageLookupKey: z.string(),
  imageUrls: listSchema(z.string()),
  /** only in bulk results: the source URL of the image, exactly as requested */
  source: z.string().optional(),
})

/** A failed entry of a bulk import: its source URL, or an object with it. */
export const invalidImageSchema = z.union([
  z.string(),
  z.looseObject({ source: z.string().nullish(), imageUrl: z.string().nullish() }),
])

/** Schema of the answer to an import of several images: imported and failed ones. */
export const imageBulkResultSchema = z.looseObject({
  uploaded: listSchema(imageResultSchema),
  invalid: listSchema(invalidImageSchema),
})

/** An image format that the POS accepts. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** A request that imports one image from an address. */
export type ImageImport = z.infer<typeof imageImportSchema>

/** A stored image with its lookup key and its addresses. */
export type ImageResult = z.infer<typeof imageResultSchema>

/** The answer to an import of several images: imported and failed ones. */
export type ImageBulkResult = z.infer<typeof imageBulkResultSchema>
