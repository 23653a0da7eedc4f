import { type Request, Router } from "express"
import { v1 as uuidVersion1 } from "uuid"
import { INVENTORY_TYPES, trackingChangeListSchema, uuidSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField, speaksOdd } from "../context/sandbox-context"
import { forCaller, READ_PRODUCTS, WRITE_PRODUCTS } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import {
  bulkInventorySchema,
  identifiedMovementsSchema,
  type InventoryChange,
  inventoryChangesSchema,
  lowStockListSchema,
  newStoreSchema,
  productUuidListSchema,
  taggedMovementsSchema,
  trackedProductSchema,
} from "../inventory/input"
import {
  listedPlaces,
  listInventories,
  pageStock,
  shownRow,
  shownStore,
  specRow,
  stockPlaces,
  storeUuids,
} from "../inventory/list-inventories"
import { checkVariant, moveForCaller, startTracking, type StockMove, stopTracking } from "../inventory/move-stock"
import { changeRecord, isInventory, isStore } from "../inventory/stock-state"
import { findProduct } from "../products/product-library"
import type { OrganizationState } from "../state/organization"

/** The inventory interface, version 3 (observed "Inventory"). */
export function inventoryV3Routes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    "/v3/inventories",
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json(listInventories(context, organization))
    })
  )

  router.post(
    "/v3/inventories",
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { name, description = null } = parseOr(422, newStoreSchema, request.body)
      const store = { uuid: uuidVersion1(), name, description }
      organization.furtherStores.push(store)
      response.status(201).json(shownStore(context, store))
    })
  )

  router.post(
    "/v3/products",
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const changes = parseOr(422, trackingChangeListSchema, request.body)
      changes.forEach((change) => findProduct(organization, change.productUuid))
      for (const { productUuid, tracking } of changes) {
        const apply = tracking === "enable" ? startTracking : stopTracking
        apply(context, organization, productUuid)
      }
      response.status(204).end()
    })
  )

  router.post(
    "/v3/products/status",
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const productUuids = parseOr(422, productUuidListSchema, request.body)
      response.json(
        productUuids.map((productUuid) => ({ productUuid, enabled: organization.tracked.has(productUuid) }))
      )
    })
  )

  router.post(
    "/v3/movements",
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      const schema = speaksField(context, "movements") ? taggedMovementsSchema : identifiedMovementsSchema
      const { identifier = null, movements } = parseOr(422, schema, request.body)
      moveForCaller(context, caller, movements, identifier)
      response.status(204).end()
    })
  )

  router.post(
    "/v3/custom-low-stock",
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const levels = parseOr(422, lowStockListSchema, request.body)
      for (const { inventoryUuid, productUuid, variantUuid } of levels) {
        checkVariant(organization, productUuid, variantUuid)
        requireStore(isStore(organization, inventoryUuid))
      }
      for (const { lowStockLevel = null, lowStockAlert, ...place } of levels) {
        const level = { lowStockLevel, lowStockAlert: lowStockAlert ?? false }
        changeRecord(organization, place, level, context.clock.now())
      }
      response.status(204).end()
    })
  )

  router.get(
    ["/v3/stock", "/v3/stock/:inventoryUuid", "/v3/stock/:inventoryUuid/products/:productUuid"],
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { inventoryUuid, productUuid } = request.params
      // As observed SUPPLIER, SOLD and BIN have rows, too; as specified they have no bottom, and so no balance.
      const hasRows = speaksField(context, "stockRow") ? isInventory : isStore
      requireStore(inventoryUuid === undefined || hasRows(organization, inventoryUuid))
      const places = listedPlaces(context, organization, {
        inventories: inventoryUuid === undefined ? storeUuids(organization) : [inventoryUuid],
        productUuid: productUuid === undefined ? null : parseOr(400, uuidSchema, productUuid),
      })
      const page = pageStock(context, request, response, places)
      response.json(page.map((place) => shownRow(context, organization, place)))
    })
  )

  return router
}

function requireStore(isOne: boolean): void {
  if (!isOne) {
    throw new HttpError(404, "NOT_FOUND", "Only a STORE inventory has balances")
  }
}

const ORGANIZATION = "/organizations/:organizationUuid"

const ROOTS = [`${ORGANIZATION}/locations`, `${ORGANIZATION}/inventory`, `${ORGANIZATION}/v2/inventory`]

/** The older version of the inventory interface (observed "Inventory"). */
export function olderInventoryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.use(ROOTS, (_request, _response, next) => {
    const isGone = speaksOdd(context, "olderInventory")
    next(isGone ? new HttpError(410, "GONE", "This version of the inventory has ended; use /v3") : undefined)
  })

  router.get(
    `${ORGANIZATION}/locations`,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json(
        INVENTORY_TYPES.map((type) => ({
          uuid: organization.inventories[type],
          type,
          name: type.charAt(0) + type.slice(1).toLowerCase(),
          default: true,
        }))
      )
    })
  )

  router.post(
    `${ORGANIZATION}/inventory`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { productUuid } = parseOr(422, trackedProductSchema, request.body)
      startTracking(context, organization, productUuid)
      response.status(201).json(shownLocation(organization, organization.inventories.STORE, productUuid))
    })
  )

  router.get(
    `${ORGANIZATION}/inventory/locations/:locationUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      response.json(shownLocation(organization, getLocation(organization, request)))
    })
  )

  router.put(
    `${ORGANIZATION}/inventory`,
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      const { changes, externalUuid } = parseOr(422, inventoryChangesSchema, request.body)
      moveForCaller(context, caller, changes.map(toMove), externalUuid ?? null)
      const { organization } = caller
      response.json(shownLocation(organization, organization.inventories.STORE))
    })
  )

  router.post(
    `${ORGANIZATION}/v2/inventory/bulk`,
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      const { organization } = caller
      const { productChanges, externalUuid } = parseOr(422, bulkInventorySchema, request.body)
      productChanges.forEach(({ productUuid }) => findProduct(organization, productUuid))
      for (const { productUuid, trackingStatusChange } of productChanges) {
        if (trackingStatusChange === "START_TRACKING") {
          startTracking(context, organization, productUuid)
        }
      }
      const changes = productChanges.flatMap(({ productUuid, variantChanges }) =>
        variantChanges.map((change) => ({ ...change, productUuid }))
      )
      if (changes.length > 0) {
        moveForCaller(context, caller, changes.map(toMove), externalUuid ?? null)
      }
      for (const { productUuid, trackingStatusChange } of productChanges) {
        if (trackingStatusChange === "STOP_TRACKING") {
          stopTracking(context, organization, productUuid)
        }
      }
      response.json(shownLocation(organization, organization.inventories.STORE))
    })
  )

  return router
}

/** The location that a path names. @throws HttpError 404 */
export function getLocation(organization: OrganizationState, request: Request): string {
  const uuid = request.params.locationUuid ?? ""
  const knownUuids: string[] = Object.values(organization.inventories)
  if (!knownUuids.includes(uuid)) {
    throw new HttpError(404, "NOT_FOUND", `There is no location ${uuid}`)
  }
  return uuid
}

function toMove({ productUuid, variantUuid, fromLocationUuid, toLocationUuid, change }: InventoryChange): StockMove {
  return { productUuid, variantUuid, from: fromLocationUuid, to: toLocationUuid, change }
}

/** Only STORE has balances: the others are bottomless. */
export function shownLocation(
  organization: OrganizationState,
  locationUuid: string,
  productUuid: string | null = null
) {
  const inventories = locationUuid === organization.inventories.STORE ? [locationUuid] : []
  return {
    locationUuid,
    trackedProducts: productUuid === null ? [...organization.tracked] : [productUuid],
    variants: stockPlaces(organization, { inventories, productUuid }).map((place) => specRow(organization, place)),
  }
}
