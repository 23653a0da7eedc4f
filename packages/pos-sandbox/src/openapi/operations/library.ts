import { z } from "zod"
import {
  categoryListSchema,
  imageBulkImportSchema,
  imageBulkResultSchema,
  imageImportSchema,
  imageResultSchema,
  productListSchema,
  uuidSchema,
} from "../../../../../src/pos-api/contract"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../../http/auth"
import { categoryNameSchema, newCategoriesSchema } from "../../products/categories"
import { discountSchema, shownDiscountSchema } from "../../state/organization"
import { LIBRARY_PAGE } from "../../products/product-library"
import {
  CONDITIONS,
  CREATED,
  ERRORS,
  GUARDED,
  ok,
  type Operation,
  type Parameter,
  RETURN_ENTITY,
  UPDATED,
} from "../operation"

const ORGANIZATION = "/organizations/{organizationUuid}"

const libraryPageSchema = z.looseObject({
  fromEventLogUuid: uuidSchema.nullable(),
  untilEventLogUuid: uuidSchema,
  products: productListSchema,
  discounts: z.array(shownDiscountSchema),
  deletedProducts: z.array(uuidSchema),
  deletedDiscounts: z.array(uuidSchema),
})

const query = (name: string, description: string, schema: Record<string, unknown>): Parameter => ({
  name,
  in: "query",
  description,
  schema,
})

/** What a library holds beside products, and what changed in it. */
export const LIBRARY_OPERATIONS: Operation[] = [
  {
    id: "getLibrary",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/library`,
    summary: "Products and discounts, or what changed in them",
    description:
      "Comes in pages. `untilEventLogUuid` is the change up to which an answer is true: sent as `eventLogUuid` later, " +
      "only what changed since is answered.",
    scopes: READ_PRODUCTS,
    parameters: [
      query("limit", "Items a page", { type: "integer", minimum: 1, maximum: LIBRARY_PAGE, default: LIBRARY_PAGE }),
      query("offset", "Items to pass over", { type: "integer", minimum: 0, default: 0 }),
      query("eventLogUuid", "Only what changed since", { type: "string", format: "uuid" }),
      query("all", "Everything in one answer", { type: "boolean", default: false }),
    ],
    answers: {
      200: {
        ...ok("A page of the library", libraryPageSchema),
        headers: { Link: '`<…>; rel="next"`: the next page, to be requested unchanged' },
      },
      400: ERRORS.badRequest,
      412: ERRORS.tooFarBehind,
      ...GUARDED,
    },
  },
  {
    id: "listCategories",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/categories/v2`,
    summary: "All categories",
    description: "A product that names an unknown category makes it.",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Categories", categoryListSchema), ...GUARDED },
  },
  {
    id: "createCategories",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/categories/v2`,
    summary: "Create categories",
    scopes: WRITE_PRODUCTS,
    body: { schema: newCategoriesSchema },
    answers: { 201: ok("Created"), 422: ERRORS.invalid, ...GUARDED },
  },
  {
    id: "renameCategory",
    interface: "products",
    method: "patch",
    path: `${ORGANIZATION}/categories/v2/{categoryUuid}`,
    summary: "Rename a category",
    scopes: WRITE_PRODUCTS,
    body: { schema: categoryNameSchema },
    answers: {
      204: ok("Renamed, in its products too"),
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "deleteCategory",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/categories/v2/{categoryUuid}`,
    summary: "Delete a category; its products are in none then",
    scopes: WRITE_PRODUCTS,
    answers: { 204: ok("Deleted"), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "createDiscount",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/discounts`,
    summary: "Create a discount under a UUID of the caller's",
    scopes: WRITE_PRODUCTS,
    parameters: [RETURN_ENTITY],
    body: { schema: discountSchema },
    answers: { 201: CREATED(shownDiscountSchema), 400: ERRORS.exists, 422: ERRORS.invalid, ...GUARDED },
  },
  {
    id: "listDiscounts",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/discounts`,
    summary: "All discounts",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Discounts", z.array(shownDiscountSchema)), ...GUARDED },
  },
  {
    id: "getDiscount",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/discounts/{discountUuid}`,
    summary: "One discount, with its ETag",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("The discount", shownDiscountSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "updateDiscount",
    interface: "products",
    method: "put",
    path: `${ORGANIZATION}/discounts/{discountUuid}`,
    summary: "Update one discount by a JSON merge patch (RFC 7386)",
    scopes: WRITE_PRODUCTS,
    parameters: CONDITIONS,
    body: { schema: discountSchema.partial() },
    answers: {
      ...UPDATED(shownDiscountSchema),
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      412: ok("A condition does not hold; the body is empty"),
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "deleteDiscount",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/discounts/{discountUuid}`,
    summary: "Delete one discount",
    scopes: WRITE_PRODUCTS,
    answers: { 204: ok("Deleted"), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
]

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
