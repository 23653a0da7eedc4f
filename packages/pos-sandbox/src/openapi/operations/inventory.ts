import { z } from "zod"
import {
  balanceListSchema,
  INVENTORY_TYPES,
  inventoryListSchema,
  trackingChangeListSchema,
} from "../../../../../src/pos-api/contract"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../../http/auth"
import {
  bulkInventorySchema,
  identifiedMovementsSchema,
  inventoryChangesSchema,
  lowStockListSchema,
  newStoreSchema,
  productUuidListSchema,
  stockOfProductsSchema,
  taggedMovementsSchema,
  trackedProductSchema,
} from "../../inventory/input"
import { STOCK_PAGE } from "../../inventory/list-inventories"
import { ERRORS, GUARDED, ok, type Operation } from "../operation"

const ORGANIZATION = "/organizations/{organizationUuid}"

const OLDER_INVENTORY = "older version, gone with every oddity: `olderInventory`"

const locationsSchema = z.array(
  z.looseObject({ uuid: z.string(), type: z.string(), name: z.string(), default: z.boolean() })
)
const locationSchema = z.looseObject({
  locationUuid: z.string(),
  trackedProducts: z.array(z.string()),
  variants: balanceListSchema,
})

const observedStockSchema = z.array(
  z.looseObject({
    organizationUuid: z.string(),
    inventoryUuid: z.string(),
    productUuid: z.string(),
    variantUuid: z.string(),
    balance: z.number(),
    lowStockLevel: z.number().nullable(),
    lowStockAlert: z.boolean(),
    updated: z.string(),
    checksum: z.string(),
  })
)

const observedInventorySchema = z.looseObject({
  inventoryUuid: z.string(),
  inventoryType: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  defaultInventory: z.boolean(),
})

const trackingStatusSchema = z.array(z.looseObject({ productUuid: z.string(), enabled: z.boolean() }))

const STOCK_PATHS = [
  ["getAllStock", "/v3/stock", "Balances of all tracked products in every STORE"],
  ["getStock", "/v3/stock/{inventoryUuid}", "Balances of all tracked products"],
  ["getProductStock", "/v3/stock/{inventoryUuid}/products/{productUuid}", "Balances of one product"],
] as const

const shared = { interface: "inventory" } as const
const GONE = { 410: { ...ERRORS.notFound, description: "This version has ended" } }
const WRITTEN = { 400: ERRORS.badRequest, 404: ERRORS.notFound, 422: ERRORS.invalid, ...GUARDED }

/** The inventory interface, version 3 and the older one (observed "Inventory"). */
export const INVENTORY_OPERATIONS: Operation[] = [
  {
    ...shared,
    id: "listInventories",
    method: "get",
    path: "/v3/inventories",
    summary: "STORE, SUPPLIER, SOLD and BIN, and every further STORE",
    description: "As observed (`stores`): `defaultInventory` marks the STORE that the register sells from.",
    scopes: READ_PRODUCTS,
    answers: {
      200: ok("Inventories", z.union([inventoryListSchema, z.array(observedInventorySchema)])),
      ...GUARDED,
    },
  },
  {
    ...shared,
    id: "createStore",
    method: "post",
    path: "/v3/inventories",
    summary: "Open a further STORE",
    scopes: WRITE_PRODUCTS,
    body: { schema: newStoreSchema },
    answers: { 201: ok("The STORE", observedInventorySchema), 400: ERRORS.badRequest, 422: ERRORS.invalid, ...GUARDED },
  },
  {
    ...shared,
    id: "changeTracking",
    method: "post",
    path: "/v3/products",
    summary: "Start or stop tracking products",
    scopes: WRITE_PRODUCTS,
    body: { schema: trackingChangeListSchema },
    answers: { 204: ok("Done"), ...WRITTEN },
  },
  {
    ...shared,
    id: "getTrackingStatus",
    method: "post",
    path: "/v3/products/status",
    summary: "Which of these products are tracked",
    scopes: READ_PRODUCTS,
    body: { schema: productUuidListSchema },
    answers: { 200: ok("One entry a product", trackingStatusSchema), 422: ERRORS.invalid, ...GUARDED },
  },
  {
    ...shared,
    id: "moveStock",
    method: "post",
    path: "/v3/movements",
    summary: "Move stock under an identifier of the caller's; a repeat of it is not applied again",
    description:
      "As observed (`movements`): `identifier` may be missing and is only a tag, so that what is sent twice moves twice; " +
      "a `change` is at most 100,000. A product that is not tracked answers PRODUCT_NOT_TRACKED (`errorWords`).",
    scopes: WRITE_PRODUCTS,
    body: { schema: z.union([identifiedMovementsSchema, taggedMovementsSchema]) },
    answers: { 204: ok("Moved"), ...WRITTEN },
  },
  {
    ...shared,
    id: "setLowStock",
    method: "post",
    path: "/v3/custom-low-stock",
    summary: "Set from which balance on stock is low, and whether subscribers are notified",
    scopes: WRITE_PRODUCTS,
    body: { schema: lowStockListSchema },
    answers: { 204: ok("Done"), ...WRITTEN },
  },
  ...STOCK_PATHS.map(([id, path, summary]): Operation => ({
    ...shared,
    id,
    method: "get",
    path,
    summary,
    description:
      "As observed (`stockRow`): `balance` is a number, `inventoryUuid` replaces `locationUuid`, and a variant that is " +
      "new in a tracked product has no row until it moves. " +
      "As observed (`stockPages`): in pages; without it `cursor` and `limit` mean nothing.",
    scopes: READ_PRODUCTS,
    parameters: [
      { name: "cursor", in: "query", description: "of the header Link", schema: { type: "string" } },
      {
        name: "limit",
        in: "query",
        description: "rows a page",
        schema: { type: "integer", minimum: 1, maximum: STOCK_PAGE.maxLimit, default: STOCK_PAGE.defaultLimit },
      },
    ],
    answers: {
      200: {
        ...ok("Balances", z.union([balanceListSchema, observedStockSchema])),
        headers: { Link: '`<…>; rel="next"`, the next page' },
      },
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      ...GUARDED,
    },
  })),
  {
    ...shared,
    id: "listLocations",
    method: "get",
    path: `${ORGANIZATION}/locations`,
    summary: `Locations (${OLDER_INVENTORY})`,
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Locations", locationsSchema), ...GONE, ...GUARDED },
  },
  {
    ...shared,
    id: "startTracking",
    method: "post",
    path: `${ORGANIZATION}/inventory`,
    summary: `Start tracking a product (${OLDER_INVENTORY})`,
    scopes: WRITE_PRODUCTS,
    body: { schema: trackedProductSchema },
    answers: { 201: ok("Its balances", locationSchema), ...GONE, ...WRITTEN },
  },
  {
    ...shared,
    id: "getLocation",
    method: "get",
    path: `${ORGANIZATION}/inventory/locations/{locationUuid}`,
    summary: `Balances of a location (${OLDER_INVENTORY})`,
    scopes: READ_PRODUCTS,
    answers: { 200: ok("Balances", locationSchema), 404: ERRORS.notFound, ...GONE, ...GUARDED },
  },
  {
    ...shared,
    id: "changeInventory",
    method: "put",
    path: `${ORGANIZATION}/inventory`,
    summary: `Move stock (${OLDER_INVENTORY})`,
    scopes: WRITE_PRODUCTS,
    body: { schema: inventoryChangesSchema },
    answers: { 200: ok("Balances afterwards", locationSchema), ...GONE, ...WRITTEN },
  },
  {
    ...shared,
    id: "changeInventoryInBulk",
    method: "post",
    path: `${ORGANIZATION}/v2/inventory/bulk`,
    summary: `Tracking and moves of many products (${OLDER_INVENTORY})`,
    scopes: WRITE_PRODUCTS,
    body: { schema: bulkInventorySchema },
    answers: { 200: ok("Balances afterwards", locationSchema), ...GONE, ...WRITTEN },
  },
  {
    ...shared,
    id: "getLocationOfType",
    method: "get",
    path: `${ORGANIZATION}/inventory/locations`,
    summary: `Balances of the location of a type (${OLDER_INVENTORY})`,
    scopes: READ_PRODUCTS,
    parameters: [
      {
        name: "type",
        in: "query",
        description: "of the location",
        schema: { type: "string", enum: INVENTORY_TYPES, default: "STORE" },
      },
    ],
    answers: { 200: ok("Balances", locationSchema), 400: ERRORS.badRequest, ...GONE, ...GUARDED },
  },
  {
    ...shared,
    id: "getLocationOfProduct",
    method: "get",
    path: `${ORGANIZATION}/inventory/locations/{locationUuid}/products/{productUuid}`,
    summary: `Balances of one product in a location (${OLDER_INVENTORY})`,
    scopes: READ_PRODUCTS,
    answers: {
      200: ok("Balances", locationSchema.omit({ trackedProducts: true })),
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      ...GONE,
      ...GUARDED,
    },
  },
  {
    ...shared,
    id: "getStockOfProducts",
    method: "post",
    path: `${ORGANIZATION}/inventory/products`,
    summary: `Balances of these products in a location (${OLDER_INVENTORY})`,
    scopes: READ_PRODUCTS,
    body: { schema: stockOfProductsSchema },
    answers: { 200: ok("Balances", locationSchema), 422: ERRORS.invalid, ...GONE, ...GUARDED },
  },
  {
    ...shared,
    id: "stopTracking",
    method: "delete",
    path: `${ORGANIZATION}/inventory/products/{productUuid}`,
    summary: `Stop tracking a product; its balances are kept (${OLDER_INVENTORY})`,
    scopes: WRITE_PRODUCTS,
    answers: { 204: ok("Stopped"), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GONE, ...GUARDED },
  },
]
