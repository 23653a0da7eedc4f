import { Router } from "express"
import { INVENTORY_TYPES, movementRequestSchema, trackingChangeListSchema, uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../auth"
import { HttpError, parseOr } from "../http-error"
import { changeStore, listBalances, startTracking, stopTracking, storeChanges } from "../inventory"
import { findProduct } from "../products/product-library"
import type { SandboxContext } from "../sandbox-context"

/** The inventory interface, version 3 (service-facts "Inventory interface"). */
export function inventoryV3Routes(context: SandboxContext): Router {
  const router = Router()
  const { READ, WRITE } = { READ: ["READ:PRODUCT"], WRITE: ["READ:PRODUCT", "WRITE:PRODUCT"] } as const

  router.get(
    "/v3/inventories",
    forCaller(context, READ, ({ organization }, _request, response) => {
      response.json(
        INVENTORY_TYPES.map((inventoryType) => ({
          inventoryUuid: organization.inventories[inventoryType],
          inventoryType,
          name: inventoryType.charAt(0) + inventoryType.slice(1).toLowerCase(),
        }))
      )
    })
  )

  router.post(
    "/v3/products",
    forCaller(context, WRITE, ({ organization }, request, response) => {
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
    "/v3/movements",
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const { identifier, movements } = parseOr(422, movementRequestSchema, request.body)
      const changes = storeChanges(organization, movements)
      if (!organization.movementIdentifiers.has(identifier)) {
        organization.movementIdentifiers.add(identifier)
        changeStore(context, organization, changes, identifier)
      }
      response.status(204).end()
    })
  )

  router.get(
    ["/v3/stock/:inventoryUuid", "/v3/stock/:inventoryUuid/products/:productUuid"],
    forCaller(context, READ, ({ organization }, request, response) => {
      if (request.params.inventoryUuid !== organization.inventories.STORE) {
        throw new HttpError(404, "NOT_FOUND", "Only the STORE inventory has balances")
      }
      const { productUuid } = request.params
      const only =
        productUuid === undefined ? null : findProduct(organization, parseOr(400, uuidSchema, productUuid)).uuid
      response.json(listBalances(organization).filter((balance) => only === null || balance.productUuid === only))
    })
  )

  return router
}
