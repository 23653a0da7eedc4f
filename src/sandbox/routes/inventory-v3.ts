import { Router } from "express"
import { v1 as uuidVersion1 } from "uuid"
import { trackingChangeListSchema, uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../http/product-scopes"
import {
  identifiedMovementsSchema,
  lowStockListSchema,
  newStoreSchema,
  productUuidListSchema,
  taggedMovementsSchema,
} from "../inventory/inventory-input"
import { listInventories, shownStore, storeUuids } from "../inventory/list-inventories"
import { checkVariant, moveForCaller } from "../inventory/move-stock"
import { pageStock } from "../inventory/page-stock"
import { listedPlaces, shownRow } from "../inventory/stock-rows"
import { changeRecord, isStore } from "../inventory/stock-state"
import { startTracking, stopTracking } from "../inventory/tracking"
import { findProduct } from "../products/product-library"
import { type SandboxContext, speaksField } from "../context/sandbox-context"

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
      const asked = parseOr(422, productUuidListSchema, request.body)
      response.json(asked.map((productUuid) => ({ productUuid, enabled: organization.tracked.has(productUuid) })))
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
      requireStore(inventoryUuid === undefined || isStore(organization, inventoryUuid))
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
