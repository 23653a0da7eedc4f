import { z } from "zod"
import {
  importRequestSchema,
  importStatusSchema,
  productContentSchema,
  productListSchema,
  productPatchSchema,
  productSchema,
  taxRateListSchema,
} from "../../../../../src/pos-api/contract"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../../http/auth"
import { CONDITIONS, CREATED, ERRORS, GUARDED, ok, type Operation, RETURN_ENTITY, UPDATED } from "../operation"

const ORGANIZATION = "/organizations/{organizationUuid}"

const SHAPES =
  "As specified: both users are named, the `etag` is quoted. As observed: what is unset is null, `updatedBy` names the " +
  "user, the `etag` is bare. Events then leave nulls and empty lists out and name organization and both users."

/** The product library with its import (spec "Product library"). */
export const PRODUCT_OPERATIONS: Operation[] = [
  {
    id: "createProduct",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/products`,
    summary: "Create a product under a UUID (version 1) of the caller's",
    scopes: WRITE_PRODUCTS,
    parameters: [RETURN_ENTITY],
    body: { schema: productContentSchema },
    answers: {
      201: CREATED(productSchema),
      400: ERRORS.exists,
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
    scopes: WRITE_PRODUCTS,
    parameters: CONDITIONS,
    body: { schema: productPatchSchema },
    answers: {
      ...UPDATED(productSchema),
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      412: ok("A condition does not hold; the body is empty"),
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
    description: SHAPES,
    scopes: READ_PRODUCTS,
    parameters: [
      { name: "sort", in: "query", description: "The oldest first", schema: { type: "boolean", default: false } },
    ],
    answers: { 200: ok("The library", productListSchema), ...GUARDED },
  },
  {
    id: "listProductsOlder",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products`,
    summary: "All products, by the older path",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("The library", productListSchema), ...GUARDED },
  },
  {
    id: "countProducts",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products/v2/count`,
    summary: "How many products there are",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Their count", z.object({ productCount: z.number().int() })), ...GUARDED },
  },
  {
    id: "getProduct",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products/{productUuid}`,
    summary: "One product, with its ETag",
    description: SHAPES,
    scopes: READ_PRODUCTS,
    answers: { 200: ok("The product", productSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "deleteProduct",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/products/{productUuid}`,
    summary: "Delete one product",
    scopes: WRITE_PRODUCTS,
    answers: { 204: ok("Deleted"), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "deleteProducts",
    interface: "products",
    method: "delete",
    path: `${ORGANIZATION}/products`,
    summary: "Delete many products",
    scopes: WRITE_PRODUCTS,
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
    id: "listTaxRates",
    interface: "products",
    method: "get",
    path: "/v1/taxes",
    summary: "Tax rates of a sales-tax organization",
    scopes: READ_PRODUCTS,
    description: "Without sales tax: as specified no rates, as observed 403.",
    answers: { 200: ok("Tax rates", taxRateListSchema), ...GUARDED },
  },
  {
    id: "importProducts",
    interface: "imports",
    method: "post",
    path: `${ORGANIZATION}/import/v2`,
    summary: "Create or replace up to 2,000 products, asynchronously",
    description:
      "There are no results for single products: one that is bad fails the import, with one `errorMessage`. " +
      "Its state is FINISHED_ERROR then as specified, FINISHED_FAILED as observed.",
    scopes: WRITE_PRODUCTS,
    body: { schema: importRequestSchema },
    answers: {
      200: ok("The import has started", importStatusSchema),
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
    summary: "State of an import",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Its status", importStatusSchema), 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "getLatestImport",
    interface: "imports",
    method: "get",
    path: `${ORGANIZATION}/import/status`,
    summary: "State of the latest import",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Its status", importStatusSchema), 404: ERRORS.notFound, ...GUARDED },
  },
]
