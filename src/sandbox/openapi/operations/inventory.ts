import { z } from "@medusajs/framework/zod"
import {
  balanceListSchema,
  inventoryListSchema,
  movementRequestSchema,
  trackingChangeListSchema,
} from "../../../pos-api/contract"
import { bulkInventorySchema, inventoryChangesSchema, trackedProductSchema } from "../../inventory-v1"
import { ERRORS, GUARDED, ok } from "../answers"
import type { Operation } from "../operation"

const READ = ["READ:PRODUCT"] as const
const WRITE = ["READ:PRODUCT", "WRITE:PRODUCT"] as const
const ORGANIZATION = "/organizations/{organizationUuid}"

const locationsSchema = z.array(
  z.looseObject({ uuid: z.string(), type: z.string(), name: z.string(), default: z.boolean() })
)
const locationSchema = z.looseObject({
  locationUuid: z.string(),
  trackedProducts: z.array(z.string()),
  variants: balanceListSchema,
})

const shared = { interface: "inventory" } as const
const WRITTEN = { 400: ERRORS.badRequest, 404: ERRORS.notFound, 422: ERRORS.invalid, ...GUARDED }

/** The inventory interface, version 3 and the older one (service-facts "Inventory interface"). */
export const INVENTORY_OPERATIONS: Operation[] = [
  {
    ...shared,
    id: "listInventories",
    method: "get",
    path: "/v3/inventories",
    summary: "STORE, SUPPLIER, SOLD and BIN",
    scopes: READ,
    answers: { 200: ok("Inventories", inventoryListSchema), ...GUARDED },
  },
  {
    ...shared,
    id: "changeTracking",
    method: "post",
    path: "/v3/products",
    summary: "Start or stop tracking products",
    scopes: WRITE,
    body: { schema: trackingChangeListSchema },
    answers: { 204: ok("Done"), ...WRITTEN },
  },
  {
    ...shared,
    id: "moveStock",
    method: "post",
    path: "/v3/movements",
    summary: "Move stock under an identifier of the caller's; a repeat of it is not applied again",
    scopes: WRITE,
    body: { schema: movementRequestSchema },
    answers: { 204: ok("Moved"), ...WRITTEN },
  },
  ...["/v3/stock/{inventoryUuid}", "/v3/stock/{inventoryUuid}/products/{productUuid}"].map((path): Operation => ({
    ...shared,
    id: path.endsWith("{productUuid}") ? "getProductStock" : "getStock",
    method: "get",
    path,
    summary: path.endsWith("{productUuid}") ? "Balances of one product" : "Balances of all tracked products",
    scopes: READ,
    answers: { 200: ok("Balances", balanceListSchema), 400: ERRORS.badRequest, 404: ERRORS.notFound, ...GUARDED },
  })),
  {
    ...shared,
    id: "listLocations",
    method: "get",
    path: `${ORGANIZATION}/locations`,
    summary: "Locations (older version)",
    scopes: READ,
    answers: { 200: ok("Locations", locationsSchema), ...GUARDED },
  },
  {
    ...shared,
    id: "startTracking",
    method: "post",
    path: `${ORGANIZATION}/inventory`,
    summary: "Start tracking a product (older version)",
    scopes: WRITE,
    body: { schema: trackedProductSchema },
    answers: { 201: ok("Its balances", locationSchema), ...WRITTEN },
  },
  {
    ...shared,
    id: "getLocation",
    method: "get",
    path: `${ORGANIZATION}/inventory/locations/{locationUuid}`,
    summary: "Balances of a location (older version)",
    scopes: READ,
    answers: { 200: ok("Balances", locationSchema), 404: ERRORS.notFound, ...GUARDED },
  },
  {
    ...shared,
    id: "changeInventory",
    method: "put",
    path: `${ORGANIZATION}/inventory`,
    summary: "Move stock (older version)",
    scopes: WRITE,
    body: { schema: inventoryChangesSchema },
    answers: { 200: ok("Balances afterwards", locationSchema), ...WRITTEN },
  },
  {
    ...shared,
    id: "changeInventoryInBulk",
    method: "post",
    path: `${ORGANIZATION}/v2/inventory/bulk`,
    summary: "Tracking and moves of many products (older version)",
    scopes: WRITE,
    body: { schema: bulkInventorySchema },
    answers: { 200: ok("Balances afterwards", locationSchema), ...WRITTEN },
  },
]
