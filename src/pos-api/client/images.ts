import {
  IMAGE_LIMITS,
  type ImageBulkResult,
  imageBulkResultSchema,
  type ImageImport,
  type ImageResult,
  imageResultSchema,
  SELF,
} from "../contract"
import type { AuthorizedSend } from "./token-provider"

const LABEL = "images"

/** An image larger than the POS accepts; nothing was sent. */
export class ImageTooLargeError extends Error {
  constructor(name: string, maxBytes: number) {
    super(`The image "${name}" is larger than ${maxBytes / 1024 / 1024} MB. Use a smaller one.`)
    this.name = "ImageTooLargeError"
  }
}

/** An image to upload: its file name, its content type, and its bytes at once (a Buffer) or as a stream. */
export type ImageFile = { name: string; contentType: string; data: Uint8Array | AsyncIterable<Uint8Array> }

/** Result of a bulk import: the stored images, and the source URLs of those that could not be imported. */
export type ImageImportOutcome = { uploaded: ImageResult[]; invalid: string[] }

/**
 * Image API (spec "Image interface"). An image has no id of the caller's: a repeated call stores it again under another
 * lookup key, which is harmless.
 */
export function imagesApi(send: AuthorizedSend, baseUrl: string) {
  const images = `${baseUrl}/v2/images/organizations/${SELF}/products`
  return {
    /** Uploads an image. @throws ImageTooLargeError before anything is sent */
    async upload(file: ImageFile): Promise<ImageResult> {
      const form = new FormData()
      form.append("file", await readFile(file), file.name)
      return (await send(LABEL, { method: "post", url: `${images}/upload`, data: form }, imageResultSchema)).data
    },
    /** Imports an image from a URL. The POS fetches it, so the URL must be reachable from there. */
    async importFromUrl(image: ImageImport): Promise<ImageResult> {
      return (await send(LABEL, { method: "post", url: images, data: image }, imageResultSchema)).data
    },
    /** Imports images from URLs. An invalid image does not affect the others: its URL is in `invalid`. */
    async importFromUrls(imageUploads: ImageImport[]): Promise<ImageImportOutcome> {
      if (imageUploads.length === 0) {
        return { uploaded: [], invalid: [] }
      }
      const request = { method: "post", url: `${images}/bulk`, data: { imageUploads } }
      const { data } = await send(LABEL, request, imageBulkResultSchema)
      return { uploaded: data.uploaded, invalid: invalidSources(imageUploads, data) }
    },
  }
}

/**
 * Returns the source URLs that failed. An entry without a URL is a requested image that the answer does not
 * mention elsewhere.
 */
function invalidSources(asked: ImageImport[], { uploaded, invalid }: ImageBulkResult): string[] {
  const invalidNames = invalid.map((entry) =>
    typeof entry === "string" ? entry : (entry.source ?? entry.imageUrl ?? null)
  )
  const sources = new Set(invalidNames.filter((source) => source !== null))
  if (invalidNames.includes(null)) {
    const stored = new Set(uploaded.map((image) => image.source))
    asked.filter(({ imageUrl }) => !stored.has(imageUrl)).forEach(({ imageUrl }) => sources.add(imageUrl))
  }
  return [...sources]
}

/** Collects the bytes instead of streaming them, because a retry or a renewed token sends them again. */
async function readFile({ name, contentType, data }: ImageFile): Promise<Blob> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of data instanceof Uint8Array ? [data] : data) {
    size += chunk.byteLength
    if (size > IMAGE_LIMITS.maxBytes) {
      throw new ImageTooLargeError(name, IMAGE_LIMITS.maxBytes)
    }
    chunks.push(chunk)
  }
  return new Blob(chunks, { type: contentType })
}
