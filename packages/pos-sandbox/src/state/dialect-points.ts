import type { DialectPoint } from "./dialect"

/** Groups of points, with their titles. */
export const POINT_GROUPS = [
  ["credentials", "Credentials and profile"],
  ["products", "Product library"],
  ["images", "Images"],
  ["webhooks", "Webhooks"],
  ["inventory", "Inventory"],
  ["money", "Purchases and account"],
] as const

/** What the POS does at one point, in each profile. */
export type PointDescription = {
  group: (typeof POINT_GROUPS)[number][0]
  /** what the point is about */
  label: string
  spec: string
  field: string
  /** where it differs from `field` */
  odd?: string
  /** where it was seen */
  seen: string
}

const REFERENCE = "the POS's public reference"
const LIBRARY = "the published interface description of the product library"
const CLIENTS = "the source of public clients"
const CONNECTORS = "the source of the official connectors"
const REFERENCE_AND_CLIENTS = `${REFERENCE}, and ${CLIENTS}`

/**
 * Every point of the dialect, for `pos-sandbox explain` and the POS page. A unit test compares `field` and `odd` with
 * docs/reference/pos-api.md.
 */
export const POINT_DESCRIPTIONS: Record<DialectPoint, PointDescription> = {
  clientId: {
    group: "credentials",
    label: "Client id of an API key's token",
    spec: "an assertion with an unknown client id: 400 `invalid_grant`",
    field:
      "an assertion is accepted with the key's own client id or that of a registered application, such as those of the official connectors; another: 400 `invalid_client`",
    seen: CONNECTORS,
  },
  profile: {
    group: "credentials",
    label: "VAT percentage of a profile",
    spec: "`vatPercentage` may be null",
    field: "`taxationType`, `taxationMode` may be missing; `vatPercentage` is a number; `customerStatus` ACCEPTED",
    seen: REFERENCE_AND_CLIENTS,
  },
  expiredTokenBody: {
    group: "credentials",
    label: "Body of a rejected token",
    spec: "401 with the reason in its header only",
    field: "401 with `ACCESS_TOKEN_EXPIRED` in the body",
    seen: REFERENCE,
  },
  createAnswer: {
    group: "products",
    label: "Answer to a product create",
    spec: "201 with the product",
    field: "201 without a body, unless `?returnEntity=true`",
    seen: LIBRARY,
  },
  updateAnswer: {
    group: "products",
    label: "Answer to a product update",
    spec: "200 with the product and its `ETag`",
    field: "200 with the product and its `ETag`",
    odd: "204 without a body",
    seen: `${LIBRARY} (204), and an official connector that reads the product in the answer (200)`,
  },
  existingProduct: {
    group: "products",
    label: "Create of a product that exists",
    spec: "201, and it is replaced",
    field: "400 `ITEM_ALREADY_EXIST`, also 409 and 422",
    seen: REFERENCE_AND_CLIENTS,
  },
  lostUpdate: {
    group: "products",
    label: "Protection from lost updates",
    spec: "`If-None-Match` with the current ETag: 412",
    field: "`If-Match` with a stale ETag: 412; `If-None-Match` protects nothing",
    seen: LIBRARY,
  },
  etagForm: {
    group: "products",
    label: "ETag in a body",
    spec: "quoted in a body and in the header",
    field: "without quotes in a body, quoted in the header",
    seen: REFERENCE_AND_CLIENTS,
  },
  productShapes: {
    group: "products",
    label: "Unset fields of a product",
    spec: "answers and events have the same fields",
    field:
      "nulls explicit in answers, left out in events; `taxExempt: false`, `metadata: {inPos: true}` and `options: []` where unset",
    seen: REFERENCE_AND_CLIENTS,
  },
  productLimits: {
    group: "products",
    label: "Limits of texts",
    spec: "limits of names and option names only",
    field: "descriptions ≤ 1,024, names ≤ 256, codes, units, categories …",
    seen: LIBRARY,
  },
  callerUuids: {
    group: "products",
    label: "UUIDs that a caller chooses",
    spec: "of any version, but those of subscriptions",
    field:
      "only version 1: else 422 `{error: Invalid uuid}` for a new product or variant, 400 `{message: Invalid organization UUID …}` for an organization in a path",
    seen: CLIENTS,
  },
  taxExempt: {
    group: "products",
    label: "Products that are exempt from tax",
    spec: "of any organization",
    field: "`taxExempt: true` only with sales tax, else 422",
    seen: REFERENCE_AND_CLIENTS,
  },
  errorWords: {
    group: "products",
    label: "Words of errors",
    spec: "`NOT_FOUND`, `BAD_REQUEST`, `CONSTRAINT_VIOLATION`",
    field:
      "`ENTITY_NOT_FOUND`, `SUBSCRIPTION_…`, `PRODUCT_NOT_TRACKED`, `DESTINATION_…`, `CONSTRAINT_VIOLATION`; violations in words of their own",
    odd: "null in place of `CONSTRAINT_VIOLATION`",
    seen: `${LIBRARY}, and ${CLIENTS}`,
  },
  errorBodies: {
    group: "products",
    label: "Bodies of errors",
    spec: "`{errorType, developerMessage, violations}`",
    field:
      "`{errorType: INTERNAL_SERVER_ERROR}` alone for an internal error; a rejected webhook address is reported as `Server responded with HTTP 404`",
    odd: "the first `GET /purchases/v2` answers 500 `{code, message}`, and the repeat works",
    seen: CLIENTS,
  },
  taxRates: {
    group: "products",
    label: "Tax rates without sales tax",
    spec: "`GET /v1/taxes` → an empty list for an organization without sales tax",
    field: "`GET /v1/taxes` → 403 for an organization without sales tax",
    seen: REFERENCE,
  },
  importEnd: {
    group: "products",
    label: "State of a failed import",
    spec: "`FINISHED_ERROR`",
    field: "`FINISHED_FAILED`",
    seen: REFERENCE,
  },
  imageKeys: {
    group: "images",
    label: "Keys and addresses of images",
    spec: "a key with extension, and two addresses",
    field: "a key without extension, one address; `presentation.imageUrl` decides",
    seen: REFERENCE_AND_CLIENTS,
  },
  testMessage: {
    group: "webhooks",
    label: "Form of a test message",
    spec: "text payload, time and signature, in one line",
    field: "text payload, time and signature; bodies pretty-printed",
    odd: "object payload, without time and signature",
    seen: `${REFERENCE} (object), and an official connector that crashes on an object`,
  },
  signatureCase: {
    group: "webhooks",
    label: "Case of signatures",
    spec: "lower-case hex",
    field: "lower-case hex",
    odd: "upper-case hex",
    seen: `${CONNECTORS}, which compares lower-case hex`,
  },
  clientUuid: {
    group: "webhooks",
    label: "Client in a stock event",
    spec: "`updated.clientUuid` is a user's",
    field: "`updated.clientUuid` is null, or the key's client",
    seen: CONNECTORS,
  },
  balanceRows: {
    group: "webhooks",
    label: "Rows of a stock event",
    spec: "rows of each STORE",
    field: "a row for each variant of the register's STORE, before and after alike; a new one was 0 before",
    odd: "rows of SOLD and SUPPLIER too, in another order before and after, none before for a new one",
    seen: `${REFERENCE}, and ${CONNECTORS}, where the last row of a variant counts`,
  },
  rateV3: {
    group: "inventory",
    label: "Rate limit of the inventory",
    spec: "no limit",
    field: "4 requests a second for a store",
    seen: REFERENCE,
  },
  stockRow: {
    group: "inventory",
    label: "Form of a stock row",
    spec: "balance is text, `locationUuid`, a row for each variant",
    field:
      "balance is a number, `inventoryUuid`; a row for each variant from the start of tracking, no row is 0; SUPPLIER, SOLD and BIN have rows, too, also below 0",
    odd: "no row before the first movement",
    seen: REFERENCE,
  },
  stockPages: {
    group: "inventory",
    label: "Pages of stock",
    spec: "the whole list in one answer",
    field: '`Link: rel="next"`',
    seen: REFERENCE,
  },
  movements: {
    group: "inventory",
    label: "Identifiers of movements",
    spec: "an identifier is an idempotency key",
    field: "204; the identifier is a tag, sent twice it moves twice",
    seen: REFERENCE,
  },
  stores: {
    group: "inventory",
    label: "Several stores",
    spec: "the register's STORE is first",
    field: "several STOREs; the register's has `defaultInventory`",
    seen: REFERENCE,
  },
  olderInventory: {
    group: "inventory",
    label: "The version without /v3",
    spec: "still there",
    field: "still there",
    odd: "410",
    seen: `${REFERENCE} (to end in May 2023), and ${CLIENTS} (still used)`,
  },
  groupedVat: {
    group: "money",
    label: "VAT by rate",
    spec: "tax by rate",
    field: "gross turnover by rate",
    seen: REFERENCE,
  },
  purchaseTypes: {
    group: "money",
    label: "Fields of a receipt",
    spec: "the specified fields and types",
    field: "STORE_CREDIT, …_TAP_ON_PHONE, and unknown types; more fields, numbers of users and organizations",
    seen: REFERENCE_AND_CLIENTS,
  },
  paymentBrands: {
    group: "money",
    label: "Payment types by brand",
    spec: "neutral words: ALT_PAY_SE, WALLET, DEFERRED_PAY",
    field: "where the POS has a brand: SWISH, VIPPS, MOBILE_PAY, PAYPAL, KLARNA; CUSTOM never (removed in 2020)",
    seen: REFERENCE_AND_CLIENTS,
  },
  shortPurchaseIds: {
    group: "money",
    label: "Short identifiers of purchases",
    spec: "`GET /purchase/v2/{purchaseUUID}` finds the purchase",
    field: "`GET /purchase/v2/{purchaseUUID}` finds the purchase",
    odd: "400",
    seen: REFERENCE,
  },
  dateForms: {
    group: "money",
    label: "Dates of purchase lists",
    spec: "dates to the day or minute; a link on each page",
    field: "dates also with seconds and zone; `linkUrls: []`",
    seen: REFERENCE,
  },
  financeShape: {
    group: "money",
    label: "Form of account answers",
    spec: "rows in `data`, `originatingTransactionUuid`",
    field: "a bare array, `originatorTransactionUuid`, numbers as text, times without a zone",
    seen: REFERENCE_AND_CLIENTS,
  },
}
