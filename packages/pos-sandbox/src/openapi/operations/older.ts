import { z } from "zod"
import {
  accountBalanceSchema,
  accountTransactionListSchema,
  payoutInfoSchema,
  variantSchema,
} from "../../../../../src/pos-api/contract"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../../http/auth"
import { newCategorySchema } from "../../products/categories"
import { olderCategorySchema } from "../../products/category-book"
import { slugSchema } from "../../routes/older-library"
import { CONDITIONS, ERRORS, GUARDED, ok, type Operation, query } from "../operation"

const ORGANIZATION = "/organizations/{organizationUuid}"
const VARIANTS = `${ORGANIZATION}/products/{productUuid}/variants`

const optionsSchema = z.looseObject({
  options: z.array(z.looseObject({ name: z.string(), values: z.array(z.string()) })),
})

const CHANGED = {
  400: ERRORS.badRequest,
  404: ERRORS.notFound,
  412: ok("A condition does not hold; the body is empty"),
  422: ERRORS.invalid,
  ...GUARDED,
}

const version = { ETag: "the product's version that was made" }

const LIBRARY: Operation[] = [
  {
    id: "createVariant",
    interface: "products",
    method: "post",
    path: VARIANTS,
    summary: "Add a variant to a product",
    scopes: WRITE_PRODUCTS,
    parameters: CONDITIONS,
    body: { schema: variantSchema },
    answers: { 201: { description: "Added", headers: { ...version, Location: "where it is" } }, ...CHANGED },
  },
  {
    id: "updateVariant",
    interface: "products",
    method: "put",
    path: `${VARIANTS}/{variantUuid}`,
    summary: "Update one variant by a JSON merge patch (RFC 7386)",
    scopes: WRITE_PRODUCTS,
    parameters: CONDITIONS,
    body: { schema: variantSchema.partial({ uuid: true }) },
    answers: { 204: { description: "Updated", headers: version }, ...CHANGED },
  },
  {
    id: "deleteVariant",
    interface: "products",
    method: "delete",
    path: `${VARIANTS}/{variantUuid}`,
    summary: "Delete one variant; the last one of a product stays",
    scopes: WRITE_PRODUCTS,
    parameters: CONDITIONS,
    answers: { 204: { description: "Deleted", headers: version }, ...CHANGED },
  },
  {
    id: "listCategoriesOlder",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/categories`,
    summary: "All categories, by the older path",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Categories", z.array(olderCategorySchema)), ...GUARDED },
  },
  {
    id: "createCategoryOlder",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/categories`,
    summary: "Create a category, by the older path; its name is kept in upper case",
    scopes: WRITE_PRODUCTS,
    body: { schema: newCategorySchema },
    answers: { 201: ok("Created"), 400: ERRORS.badRequest, 422: ERRORS.invalid, ...GUARDED },
  },
  {
    id: "getCategoryOlder",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/categories/{categoryUuid}`,
    summary: "One category, by the older path",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("The category", olderCategorySchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "listOptions",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/products/options`,
    summary: "Every option of the products, with its values",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Options", optionsSchema), ...GUARDED },
  },
  {
    id: "createSlug",
    interface: "products",
    method: "post",
    path: `${ORGANIZATION}/products/online/slug`,
    summary: "The part of an address that is made of a product's name and that no other product has",
    scopes: READ_PRODUCTS,
    body: { schema: slugSchema },
    answers: {
      200: ok("The slug", slugSchema.extend({ slug: z.string() })),
      400: ERRORS.badRequest,
      422: ERRORS.invalid,
      ...GUARDED,
    },
  },
  {
    id: "listImages",
    interface: "products",
    method: "get",
    path: `${ORGANIZATION}/images`,
    summary: "Addresses of the images that the library uses, those of the latest change first",
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Addresses", z.looseObject({ imageUrls: z.array(z.string()) })), ...GUARDED },
  },
]

const FORMS = "UTC, `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDThh:mm:ss`"

const AT = query("at", { type: "string" }, `${FORMS}; later movements are ignored`)

const READ = ["READ:FINANCE"] as const

const inData = (data: z.ZodType) => z.looseObject({ data })

const FINANCE: Operation[] = [
  {
    id: "listAccountTransactionsOlder",
    interface: "finance",
    method: "get",
    path: `${ORGANIZATION}/accounts/{accountTypeGroup}/transactions`,
    summary: "Movements of an account, newest first (deprecated version 1)",
    description:
      "Card payments are CARD_PAYMENT and CARD_REFUND, their fees CARD_PAYMENT_FEE and CARD_PAYMENT_FEE_REFUND.",
    scopes: READ,
    parameters: [
      query("start", { type: "string" }, `${FORMS}, inclusive`, true),
      query("end", { type: "string" }, `${FORMS}, exclusive`, true),
      query("limit", { type: "integer", minimum: 1, default: 10_000 }, "at most so many"),
      query("offset", { type: "integer", minimum: 0, default: 0 }, "to skip"),
      query("includeTransactionType", { type: "array", items: { type: "string" } }, "may be given several times"),
    ],
    answers: { 200: ok("A page", accountTransactionListSchema), 400: ERRORS.badRequest, ...GUARDED },
  },
  {
    id: "getBalanceOlder",
    interface: "finance",
    method: "get",
    path: `${ORGANIZATION}/accounts/{accountTypeGroup}/balance`,
    summary: "What is on an account (deprecated version 1)",
    scopes: READ,
    parameters: [AT],
    answers: { 200: ok("The balance", inData(accountBalanceSchema)), 400: ERRORS.badRequest, ...GUARDED },
  },
  {
    id: "getPayoutInfoOlder",
    interface: "finance",
    method: "get",
    path: `${ORGANIZATION}/payout-info`,
    summary: "How the account is paid out (deprecated version 1)",
    scopes: READ,
    parameters: [AT],
    answers: { 200: ok("The next payout", inData(payoutInfoSchema)), 400: ERRORS.badRequest, ...GUARDED },
  },
]

/** Calls of older versions that public clients still make, and what the library derives from its products. */
export const OLDER_OPERATIONS: Operation[] = [...LIBRARY, ...FINANCE]
