import { type Request, Router } from "express"
import { INVENTORY_TYPES } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../http/product-scopes"
import { moveForCaller, type StockMove } from "../inventory/move-stock"
import {
  bulkInventorySchema,
  type InventoryChange,
  inventoryChangesSchema,
  trackedProductSchema,
} from "../inventory/older-input"
import { specRow, stockPlaces } from "../inventory/stock-rows"
import { startTracking, stopTracking } from "../inventory/tracking"
import { findProduct } from "../products/product-library"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"

const ORGANIZATION = "/organizations/:organizationUuid"

const ROOTS = [`${ORGANIZATION}/locations`, `${ORGANIZATION}/inventory`, `${ORGANIZATION}/v2/inventory`]

/** The older version of the inventory interface (observed "Inventory"). */
export function olderInventoryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.use(ROOTS, (_request, _response, next) => {
    const isGone = speaksField(context, "olderInventory")
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
      response.json(shownLocation(organization, locationOf(organization, request)))
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

function locationOf(organization: OrganizationState, request: Request): string {
  const uuid = request.params.locationUuid ?? ""
  const known: string[] = Object.values(organization.inventories)
  if (!known.includes(uuid)) {
    throw new HttpError(404, "NOT_FOUND", `There is no location ${uuid}`)
  }
  return uuid
}

function toMove({ productUuid, variantUuid, fromLocationUuid, toLocationUuid, change }: InventoryChange): StockMove {
  return { productUuid, variantUuid, from: fromLocationUuid, to: toLocationUuid, change }
}

/** Only STORE has balances: the others are bottomless. */
function shownLocation(organization: OrganizationState, locationUuid: string, productUuid: string | null = null) {
  const inventories = locationUuid === organization.inventories.STORE ? [locationUuid] : []
  return {
    locationUuid,
    trackedProducts: productUuid === null ? [...organization.tracked] : [productUuid],
    variants: stockPlaces(organization, { inventories, productUuid }).map((place) => specRow(organization, place)),
  }
}
