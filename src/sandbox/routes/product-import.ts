import { Router } from "express"
import { v1 as uuidVersion1 } from "uuid"
import { importRequestSchema, type ImportStatus } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../http/product-scopes"
import { finishImport } from "../products/finish-import"
import type { SandboxContext } from "../context/sandbox-context"

const IMPORT = "/organizations/:organizationUuid/import"

/** Bulk import: asynchronous, without per-item results; nothing is applied when one product is bad (as observed). */
export function productImportRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    `${IMPORT}/v2`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
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
      const finish = () => finishImport(context, organization, status, products)
      const { importSeconds } = context.state.settings
      // An import that takes no time also ends while the clock is stopped.
      if (importSeconds === 0) {
        setImmediate(finish)
      } else {
        context.clock.schedule(importSeconds, finish)
      }
      response.status(200).json(status)
    })
  )

  router.get(
    `${IMPORT}/status/:importUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      response.json(existing(organization.imports.find((status) => status.uuid === request.params.importUuid)))
    })
  )

  router.get(
    `${IMPORT}/status`,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
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
