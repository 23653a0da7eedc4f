import { Router } from "express"
import { v1 as uuidVersion1 } from "uuid"
import { importRequestSchema, type ImportStatus, type PosProduct } from "../../pos-api/contract"
import { forCaller } from "../auth"
import { HttpError, parseOr } from "../http-error"
import { findRefusals, storeProduct } from "../products/product-library"
import type { SandboxContext } from "../sandbox-context"
import type { OrganizationState } from "../state/organization"

const IMPORT = "/organizations/:organizationUuid/import"

/** Bulk import: asynchronous, without per-item results; nothing is applied when one product is bad (service-facts). */
export function productImportRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    `${IMPORT}/v2`,
    forCaller(context, ["READ:PRODUCT", "WRITE:PRODUCT"], ({ organization }, request, response) => {
      const { products } = parseOr(422, importRequestSchema, request.body)
      const status: ImportStatus = {
        uuid: uuidVersion1(),
        state: "IMPORTING",
        items: products.length,
        errorMessage: null,
        created: context.clock.now().toISOString(),
        finished: null,
      }
      organization.imports.push(status)
      setImmediate(() => finishImport(context, organization, status, products))
      response.status(200).json(status)
    })
  )

  router.get(
    `${IMPORT}/status/:importUuid`,
    forCaller(context, ["READ:PRODUCT"], ({ organization }, request, response) => {
      response.json(existing(organization.imports.find((status) => status.uuid === request.params.importUuid)))
    })
  )

  router.get(
    `${IMPORT}/status`,
    forCaller(context, ["READ:PRODUCT"], ({ organization }, _request, response) => {
      response.json(existing(organization.imports.at(-1)))
    })
  )

  return router
}

function existing(status: ImportStatus | undefined): ImportStatus {
  if (!status) {
    throw new HttpError(404, "NOT_FOUND", "There is no such import")
  }
  return status
}

function finishImport(
  context: SandboxContext,
  organization: OrganizationState,
  status: ImportStatus,
  products: PosProduct[]
): void {
  const refused = products.flatMap((product) =>
    findRefusals(organization, product).map((violation) => ({ product, violation }))
  )
  const [first] = refused
  if (first) {
    const { product, violation } = first
    status.errorMessage = `Product ${product.uuid}: ${violation.propertyName}: ${violation.developerMessage}`
  } else {
    products.forEach((product) => storeProduct(context, organization, product))
  }
  status.state = first ? "FINISHED_ERROR" : "FINISHED_SUCCESS"
  status.finished = context.clock.now().toISOString()
}
