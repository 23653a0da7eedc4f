import {
  imageBulkImportSchema,
  imageBulkResultSchema,
  imageImportSchema,
  imageResultSchema,
} from "../../../../../src/pos-api/contract"
import { READ_PRODUCTS } from "../../http/auth"
import { ERRORS, GUARDED, ok, type Operation } from "../operation"

const IMAGES = "/v2/images/organizations/{organizationUuid}/products"

const imageOperation = (path: string, size: string): Operation => ({
  id: size,
  interface: "images",
  method: "get",
  path,
  summary: `A stored image, ${size === "largeImage" ? "at most 560 × 560" : "at most 2000 × 2000"} pixels`,
  scopes: [],
  access: "public",
  answers: { 200: { description: "The image", content: { contentType: "image/*" } }, 404: ERRORS.notFound },
})

const SHAPES =
  "As specified: a key with an extension, and the addresses of two sizes. As observed: a bare key, and one address."

/** The image interface (spec "Image interface"). */
export const IMAGE_OPERATIONS: Operation[] = [
  {
    id: "uploadImage",
    interface: "images",
    method: "post",
    path: `${IMAGES}/upload`,
    summary: "Upload one file: the part `file` of a multipart form",
    description: SHAPES + " More than 5 MB: 413 as specified, 422 as observed.",
    scopes: READ_PRODUCTS,
    body: { contentType: "multipart/form-data" },
    answers: {
      200: ok("Where the image is", imageResultSchema),
      400: ERRORS.badRequest,
      413: ERRORS.tooLarge,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "importImage",
    interface: "images",
    method: "post",
    path: IMAGES,
    summary: "Import one image from a URL",
    description: SHAPES + " The URL is then of HTTPS, its path percent-encoded.",
    scopes: READ_PRODUCTS,
    body: { schema: imageImportSchema },
    answers: {
      200: ok("Where the image is", imageResultSchema),
      400: ERRORS.badRequest,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "importImages",
    interface: "images",
    method: "post",
    path: `${IMAGES}/bulk`,
    summary: "Import several images from URLs",
    description: "What could not be imported is in `invalid` as its source URL.",
    scopes: READ_PRODUCTS,
    body: { schema: imageBulkImportSchema },
    answers: {
      200: ok("What was stored and what not", imageBulkResultSchema),
      400: ERRORS.badRequest,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  imageOperation("/o/{key}", "originalImage"),
  imageOperation("/L/{key}", "largeImage"),
  imageOperation("/product/{key}", "observedImage"),
]
