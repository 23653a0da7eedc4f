import { Router } from "express"
import { z } from "zod"
import { INVENTORY_TYPES, uuidSchema } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { forCaller, READ_PRODUCTS, WRITE_PRODUCTS } from "../http/auth"
import { parseOr } from "../http/http-error"
import { stockOfProductsSchema } from "../inventory/input"
import { stopTracking } from "../inventory/move-stock"
import { findProduct } from "../products/product-library"
import { getLocation, shownLocation } from "./inventory"

const locationQuerySchema = z.looseObject({ type: z.enum(INVENTORY_TYPES).default("STORE") })

const INVENTORY = "/organizations/:organizationUuid/inventory"

/** Balances by type and by product, and the end of tracking, in the older version of the inventory interface. */
export function olderStockRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    `${INVENTORY}/locations`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { type } = parseOr(400, locationQuerySchema, request.query)
      response.json(shownLocation(organization, organization.inventories[type]))
    })
  )

  router.get(
    `${INVENTORY}/locations/:locationUuid/products/:productUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const locationUuid = getLocation(organization, request)
      const productUuid = parseOr(400, uuidSchema, request.params.productUuid)
      const { variants } = shownLocation(organization, locationUuid, findProduct(organization, productUuid).uuid)
      response.json({ locationUuid, variants })
    })
  )

  // It only reads: the products are named in a body, because there can be many.
  router.post(
    `${INVENTORY}/products`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { locationType, productUuids } = parseOr(422, stockOfProductsSchema, request.body)
      const wantedUuids = new Set(productUuids)
      const location = shownLocation(organization, organization.inventories[locationType])
      response.json({
        ...location,
        trackedProducts: location.trackedProducts.filter((uuid) => wantedUuids.has(uuid)),
        variants: location.variants.filter(({ productUuid }) => wantedUuids.has(productUuid)),
      })
    })
  )

  router.delete(
    `${INVENTORY}/products/:productUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { uuid } = findProduct(organization, parseOr(400, uuidSchema, request.params.productUuid))
      stopTracking(context, organization, uuid)
      response.status(204).end()
    })
  )

  return router
}
