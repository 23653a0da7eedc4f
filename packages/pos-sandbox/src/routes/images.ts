import { parse as uuidBytes, v1 as uuidVersion1 } from "uuid"
import { type Request, type RequestHandler, Router } from "express"
import multer from "multer"
import { fetchPublic } from "../../../../src/images/guarded-fetch"
import { ImageError } from "../../../../src/images/image-errors"
import { detectImageFormat, loadSharp, readImageHeader, type Sharp } from "../../../../src/images/prepare-image"
import {
  IMAGE_FORMATS,
  IMAGE_LIMITS,
  imageBulkImportSchema,
  type ImageBulkResult,
  type ImageFormat,
  type ImageImport,
  imageImportSchema,
  type ImageResult,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { getOrigin } from "../http/answers"
import { forCaller, READ_PRODUCTS } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import type { OrganizationState, StoredImage } from "../state/organization"

/** Sides of the stored copies in pixels (observed "Images"). */
const SIDES = { original: 2_000, large: 560 } as const

const MAX_PIXELS = 100_000_000

const refuse = (message: string) => new HttpError(422, "CONSTRAINT_VIOLATION", message)

/** A kept image: `fileName` is its key with the extension of its format. */
type KeptImage = { key: string; fileName: string }

/**
 * Checks an image by its content and keeps it in two sizes.
 * @param claimed the format that the caller names; it must be the content's
 * @throws HttpError 422 for another format, more than 5 MB, or less than 50 pixels
 */
async function storeImage(organization: OrganizationState, bytes: Buffer, claimed?: ImageFormat): Promise<KeptImage> {
  const format = checkFormat(bytes, claimed)
  const sharp = await loadSharp()
  const sizes = sharp ? await resize(sharp, bytes, format) : { original: bytes, large: bytes }
  const key = Buffer.from(uuidBytes(uuidVersion1())).toString("base64url")
  const fileName = `${key}.${format.toLowerCase()}`
  organization.images.set(fileName, { contentType: `image/${format.toLowerCase()}`, ...sizes })
  return { key, fileName }
}

function checkFormat(bytes: Buffer, claimed: ImageFormat | undefined): ImageFormat {
  const detected = detectImageFormat(bytes)
  const format = IMAGE_FORMATS.find((known) => known === detected)
  if (!format) {
    throw refuse(`The content is not ${IMAGE_FORMATS.join(", ")} but ${detected}`)
  }
  if (claimed !== undefined && claimed !== format) {
    throw refuse(`The content is ${format}, not ${claimed}`)
  }
  if (bytes.length > IMAGE_LIMITS.maxBytes) {
    throw refuse(`The image has more than ${IMAGE_LIMITS.maxBytes} bytes`)
  }
  return format
}

async function resize(sharp: Sharp, bytes: Buffer, format: ImageFormat) {
  try {
    const { width, height } = await readImageHeader(sharp, bytes)
    if (Math.min(width, height) < IMAGE_LIMITS.minPixels) {
      throw refuse(`The image has ${width} × ${height} pixels, at least ${IMAGE_LIMITS.minPixels} each are needed`)
    }
    const fit = (side: number) =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: format === "GIF" })
        .rotate()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .toBuffer()
    const [original, large] = await Promise.all([fit(SIDES.original), fit(SIDES.large)])
    return { original, large }
  } catch (error) {
    if (error instanceof HttpError) {
      throw error
    }
    const reason = error instanceof ImageError ? error.message : "its content is damaged"
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `The image cannot be read: ${reason}`)
  }
}

const FETCH_TIMEOUT_MS = 10_000

/** What a URL is made of when nothing in it is left to be encoded (RFC 3986). */
const ENCODED = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/

/**
 * Fetches an image from its URL, as the POS does, and keeps it.
 * @throws HttpError 422 when it cannot be fetched or kept
 */
async function importImage(
  context: SandboxContext,
  organization: OrganizationState,
  { imageUrl, imageFormat }: ImageImport
): Promise<KeptImage> {
  if (speaksField(context, "imageKeys")) {
    checkAddress(imageUrl, context.allowLoopback)
  }
  const image = await fetchPublic(imageUrl, {
    maxBytes: IMAGE_LIMITS.maxBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    allowPrivate: context.allowLoopback,
  }).catch((error: unknown) => {
    throw error instanceof ImageError ? new HttpError(422, "CONSTRAINT_VIOLATION", error.message) : error
  })
  return storeImage(organization, image.bytes, imageFormat)
}

/** The running POS fetches by HTTPS only, and encodes nothing itself (docs/reference/pos-api.md, imageKeys). */
function checkAddress(imageUrl: string, allowPlain: boolean): void {
  const isSecure = imageUrl.startsWith("https://") || (allowPlain && imageUrl.startsWith("http://"))
  if (!isSecure) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "imageUrl must be an HTTPS address")
  }
  if (!ENCODED.test(imageUrl)) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "The path of imageUrl must be percent-encoded")
  }
}

/**
 * Where a kept image is (docs/reference/pos-api.md, imageKeys): as specified a key with extension and two sizes, as observed a
 * bare key and one address.
 */
function showImage(context: SandboxContext, request: Request, { key, fileName }: KeptImage): ImageResult {
  const origin = getOrigin(request)
  return speaksField(context, "imageKeys")
    ? { imageLookupKey: key, imageUrls: [`${origin}/product/${fileName}`] }
    : { imageLookupKey: fileName, imageUrls: [`${origin}/o/${fileName}`, `${origin}/L/${fileName}`] }
}

const IMAGES = "/v2/images/organizations/:organizationUuid/products"

/** Images of one bulk request, and how many of them are fetched at once. */
const MAX_BULK = 100
const AT_ONCE = 8

/** The image interface (spec "Image interface"), and the images themselves in their two sizes. */
export function imageRoutes(context: SandboxContext): Router {
  const router = Router()
  const upload = multer({ limits: { fileSize: IMAGE_LIMITS.maxBytes, files: 1, fields: 10 } }).single("file")

  router.post(
    `${IMAGES}/upload`,
    // The token is checked before a file is taken in.
    forCaller(context, READ_PRODUCTS, async ({ organization }, request, response) => {
      const file = await receiveFile(context, upload, request)
      response.json(showImage(context, request, await storeImage(organization, file)))
    })
  )

  router.post(
    IMAGES,
    forCaller(context, READ_PRODUCTS, async ({ organization }, request, response) => {
      const image = parseOr(422, imageImportSchema, request.body)
      response.json(showImage(context, request, await importImage(context, organization, image)))
    })
  )

  router.post(
    `${IMAGES}/bulk`,
    forCaller(context, READ_PRODUCTS, async ({ organization }, request, response) => {
      const { imageUploads } = parseOr(422, imageBulkImportSchema, request.body)
      if (imageUploads.length > MAX_BULK) {
        throw new HttpError(422, "CONSTRAINT_VIOLATION", `At most ${MAX_BULK} images a request`)
      }
      response.json(await importAll(context, organization, imageUploads, request))
    })
  )

  router.get("/o/:key", serveImage(context, "original"))
  router.get("/L/:key", serveImage(context, "large"))
  router.get("/product/:key", serveImage(context, "original"))
  return router
}

function receiveFile(context: SandboxContext, upload: RequestHandler, request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { res } = request
    if (!res) {
      reject(new HttpError(400, "BAD_REQUEST", "The upload broke off"))
      return
    }
    upload(request, res, (error: unknown) => {
      if (error) {
        const isTooLarge = error instanceof multer.MulterError && error.code === "LIMIT_FILE_SIZE"
        const message = error instanceof Error ? error.message : "The upload cannot be read"
        reject(isTooLarge ? tooLarge(context, message) : new HttpError(400, "BAD_REQUEST", message))
      } else if (request.file) {
        resolve(request.file.buffer)
      } else {
        reject(new HttpError(400, "BAD_REQUEST", "The part `file` is missing"))
      }
    })
  })
}

const tooLarge = (context: SandboxContext, message: string) =>
  speaksField(context, "imageKeys")
    ? new HttpError(422, "CONSTRAINT_VIOLATION", message)
    : new HttpError(413, "TOO_LARGE", message)

/** What fails is in `invalid` as its source URL (observed "Images"); the others are kept. */
async function importAll(
  context: SandboxContext,
  organization: OrganizationState,
  images: ImageImport[],
  request: Request
): Promise<ImageBulkResult> {
  const result: ImageBulkResult = { uploaded: [], invalid: [] }
  for (let first = 0; first < images.length; first += AT_ONCE) {
    const chunk = images.slice(first, first + AT_ONCE)
    const outcomes = await Promise.allSettled(chunk.map((image) => importImage(context, organization, image)))
    outcomes.forEach((outcome, index) => {
      const source = chunk[index]?.imageUrl ?? ""
      if (outcome.status === "fulfilled") {
        result.uploaded.push({ ...showImage(context, request, outcome.value), source })
      } else if (outcome.reason instanceof HttpError) {
        result.invalid.push(source)
      } else {
        throw outcome.reason
      }
    })
  }
  return result
}

function serveImage(context: SandboxContext, size: "original" | "large"): RequestHandler {
  return (request, response, next) => {
    const image = findImage(context, request.params.key ?? "")
    if (!image) {
      next(new HttpError(404, "NOT_FOUND", "There is no such image"))
      return
    }
    response
      .set({
        "content-type": image.contentType,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
      })
      .send(Buffer.from(image[size]))
  }
}

function findImage(context: SandboxContext, key: string): StoredImage | null {
  for (const { images } of context.state.organizations.values()) {
    const image = images.get(key)
    if (image) {
      return image
    }
  }
  return null
}
