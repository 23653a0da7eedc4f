import { type Request, type RequestHandler, Router } from "express"
import multer from "multer"
import {
  IMAGE_LIMITS,
  imageBulkImportSchema,
  type ImageBulkResult,
  type ImageImport,
  imageImportSchema,
} from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { READ_PRODUCTS } from "../http/product-scopes"
import { importImage } from "../images/import-image"
import { showImage } from "../images/show-image"
import { storeImage } from "../images/store-image"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState, StoredImage } from "../state/organization"

const IMAGES = "/v2/images/organizations/:organizationUuid/products"

/** Images of one bulk request, and how many of them are fetched at once. */
const MAX_BULK = 100
const AT_ONCE = 8

/** The image interface (spec "Image interface"), and the pictures themselves in their two sizes. */
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

  router.get("/o/:key", servePicture(context, "original"))
  router.get("/L/:key", servePicture(context, "large"))
  router.get("/product/:key", servePicture(context, "original"))
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

/** What fails stands in `invalid` as its source URL (observed "Images"); the others are kept. */
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

function servePicture(context: SandboxContext, size: "original" | "large"): RequestHandler {
  return (request, response, next) => {
    const image = findImage(context, request.params.key ?? "")
    if (!image) {
      next(new HttpError(404, "NOT_FOUND", "There is no such picture"))
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
