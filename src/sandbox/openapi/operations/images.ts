import {
  imageBulkImportSchema,
  imageBulkResultSchema,
  imageImportSchema,
  imageResultSchema,
} from "../../../pos-api/contract"
import { ERRORS, GUARDED, ok } from "../answers"
import type { Operation } from "../operation"

const READ = ["READ:PRODUCT"] as const
const IMAGES = "/v2/images/organizations/{organizationUuid}/products"

const picture = (path: string, size: string): Operation => ({
  id: size,
  interface: "images",
  method: "get",
  path,
  summary: `A stored picture, ${size === "originalPicture" ? "at most 2000 × 2000" : "at most 560 × 560"} pixels`,
  scopes: [],
  access: "public",
  answers: { 200: { description: "The picture", content: { contentType: "image/*" } }, 404: ERRORS.notFound },
})

/** The image interface (spec "Image interface"). */
export const IMAGE_OPERATIONS: Operation[] = [
  {
    id: "uploadImage",
    interface: "images",
    method: "post",
    path: `${IMAGES}/upload`,
    summary: "Upload one file: the part `file` of a multipart form",
    scopes: READ,
    body: { contentType: "multipart/form-data" },
    answers: {
      200: ok("Where the picture is", imageResultSchema),
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
    summary: "Import one picture from a URL",
    scopes: READ,
    body: { schema: imageImportSchema },
    answers: {
      200: ok("Where the picture is", imageResultSchema),
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
    summary: "Import several pictures from URLs",
    description: "What could not be imported stands in `invalid` as its source URL.",
    scopes: READ,
    body: { schema: imageBulkImportSchema },
    answers: {
      200: ok("What was stored and what not", imageBulkResultSchema),
      400: ERRORS.badRequest,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  picture("/o/{key}", "originalPicture"),
  picture("/L/{key}", "largePicture"),
]
