import {
  categoryListSchema,
  importRequestSchema,
  importStatusSchema,
  productContentSchema,
  productListSchema,
  productPatchSchema,
  productSchema,
  taxRateListSchema,
} from "../../../pos-api/contract"
import { ERRORS, GUARDED, ok } from "../answers"
import type { Operation } from "../operation"

const READ = ["READ:PRODUCT"] as const
const WRITE = ["READ:PRODUCT", "WRITE:PRODUCT"] as const
const ORGANIZATION = "/organizations/{organizationUuid}"

/** The product library with its import (spec "Product library"). */
export const PRODUCT_OPERATIONS: Operation[] = [
  {
    id: "createProduct",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/products`,
    summary: "Create a product under a UUID (version 1) of the caller's",
    scopes: WRITE,
    body: { schema: productContentSchema },
    answers: {
      201: ok("The product with all fields", productSchema),
      400: ERRORS.badRequest,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "updateProduct",
    interface: "products",
    method: "put",
    path: `${ORGANIZATION}/products/v2/{productUuid}`,
    summary: "Update one product by a JSON merge patch (RFC 7386)",
    description:
      "Only included fields change and a null removes one. Variants are matched by uuid: a listed one with only its " +
      "uuid stays as it is, one that is missing from the list is removed.",
    scopes: WRITE,
    parameters: [
      {
        name: "If-None-Match",
        in: "header",
        description: "The update is applied only when the product's ETag does not match",
        schema: { type: "string" },
      },
    ],
    body: { schema: productPatchSchema },
    answers: {
      200: ok("The updated product with all fields", productSchema),
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      412: ok("If-None-Match matches; the body is empty"),
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "listProducts",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products/v2`,
    summary: "All products",
    scopes: READ,
    answers: { 200: ok("The library", productListSchema), ...GUARDED },
  },
  {
    id: "getProduct",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products/{productUuid}`,
    summary: "One product, with its ETag",
    scopes: READ,
    answers: { 200: ok("The product", productSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "deleteProduct",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/products/{productUuid}`,
    summary: "Delete one product",
    scopes: WRITE,
    answers: { 204: ok("Deleted"), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "deleteProducts",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/products`,
    summary: "Delete many products",
    scopes: WRITE,
    parameters: [
      {
        name: "uuid",
        in: "query",
        required: true,
        description: "May be given several times",
        schema: { type: "array", items: { type: "string", format: "uuid" } },
      },
    ],
    answers: { 204: ok("Deleted, as far as they were there"), 400: ERRORS.badRequest, ...GUARDED },
  },
  {
    id: "listCategories",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/categories/v2`,
    summary: "Categories that products are in",
    scopes: READ,
    answers: { 200: ok("Categories", categoryListSchema), ...GUARDED },
  },
  {
    id: "listTaxRates",
    interface: "products",
    method: "get",
    path: "/v1/taxes",
    summary: "Tax rates of a sales-tax organisation",
    scopes: READ,
    answers: { 200: ok("Tax rates", taxRateListSchema), ...GUARDED },
  },
  {
    id: "importProducts",
    interface: "imports",
    method: "post",
    path: `${ORGANIZATION}/import/v2`,
    summary: "Create or replace up to 2,000 products, asynchronously",
    description: "There are no results for single products: one that is bad fails the import, with one `errorMessage`.",
    scopes: WRITE,
    body: { schema: importRequestSchema },
    answers: {
      200: ok("The import has begun", importStatusSchema),
      400: ERRORS.badRequest,
      413: ERRORS.tooLarge,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "getImport",
    interface: "imports",
    method: "get",
    path: `${ORGANIZATION}/import/status/{importUuid}`,
    summary: "How an import stands",
    scopes: READ,
    answers: { 200: ok("Its status", importStatusSchema), 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "getLatestImport",
    interface: "imports",
    method: "get",
    path: `${ORGANIZATION}/import/status`,
    summary: "How the latest import stands",
    scopes: READ,
    answers: { 200: ok("Its status", importStatusSchema), 404: ERRORS.notFound, ...GUARDED },
  },
]
