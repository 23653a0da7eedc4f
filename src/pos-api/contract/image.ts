import { z } from "zod"
import { listSchema } from "./common"

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
