import { type Request, Router } from "express"
import { INVENTORY_TYPES, type Movement } from "../../pos-api/contract"
import { forCaller } from "../auth"
import { HttpError, parseOr } from "../http-error"
import { changeStore, listBalances, startTracking, stopTracking, storeChanges } from "../inventory"
import {
  bulkInventorySchema,
  type InventoryChange,
  inventoryChangesSchema,
  trackedProductSchema,
} from "../inventory-v1"
import { findProduct } from "../products/product-library"
import type { SandboxContext } from "../sandbox-context"
import type { OrganizationState } from "../state/organization"

const ORGANIZATION = "/organizations/:organizationUuid"

/** The older version of the inventory interface (service-facts "Inventory interface"). */
export function olderInventoryRoutes(context: SandboxContext): Router {
  const router = Router()
  const { READ, WRITE } = { READ: ["READ:PRODUCT"], WRITE: ["READ:PRODUCT", "WRITE:PRODUCT"] } as const

  router.get(
    `${ORGANIZATION}/locations`,
    forCaller(context, READ, ({ organization }, _request, response) => {
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
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const { productUuid } = parseOr(422, trackedProductSchema, request.body)
      startTracking(context, organization, productUuid)
      response.status(201).json(shownLocation(organization, organization.inventories.STORE, productUuid))
    })
  )

  router.get(
    `${ORGANIZATION}/inventory/locations/:locationUuid`,
    forCaller(context, READ, ({ organization }, request, response) => {
      response.json(shownLocation(organization, locationOf(organization, request)))
    })
  )

  router.put(
    `${ORGANIZATION}/inventory`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const { changes, externalUuid } = parseOr(422, inventoryChangesSchema, request.body)
      move(context, organization, changes, externalUuid ?? null)
      response.json(shownLocation(organization, organization.inventories.STORE))
    })
  )

  router.post(
    `${ORGANIZATION}/v2/inventory/bulk`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
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
        move(context, organization, changes, externalUuid ?? null)
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

/** A repeat of `externalUuid` is not applied again. */
function move(
  context: SandboxContext,
  organization: OrganizationState,
  changes: InventoryChange[],
  externalUuid: string | null
): void {
  const moved = storeChanges(organization, changes.map(toMovement))
  if (externalUuid !== null && organization.movementIdentifiers.has(externalUuid)) {
    return
  }
  if (externalUuid !== null) {
    organization.movementIdentifiers.add(externalUuid)
  }
  changeStore(context, organization, moved, externalUuid)
}

function toMovement({ productUuid, variantUuid, fromLocationUuid, toLocationUuid, change }: InventoryChange): Movement {
  return { productUuid, variantUuid, from: fromLocationUuid, to: toLocationUuid, change }
}

/** Only STORE has balances: the others are bottomless. */
function shownLocation(organization: OrganizationState, locationUuid: string, productUuid?: string) {
  const balances = locationUuid === organization.inventories.STORE ? listBalances(organization) : []
  return {
    locationUuid,
    trackedProducts: productUuid === undefined ? [...organization.tracked] : [productUuid],
    variants: balances.filter((balance) => productUuid === undefined || balance.productUuid === productUuid),
  }
}
