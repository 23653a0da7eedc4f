import { Router } from "express"
import { uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { parseOr } from "../http/http-error"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../http/product-scopes"
import { createDiscount, deleteDiscount, findDiscount, showDiscount, updateDiscount } from "../products/discounts"
import { etagInHeader, failsPrecondition } from "../products/etags"
import type { SandboxContext } from "../context/sandbox-context"
import { answerCreated, answerUpdated } from "../http/answer-write"

const DISCOUNTS = "/organizations/:organizationUuid/discounts"

/** Discounts of the product library; they answer as its products do. */
export function discountRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    DISCOUNTS,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const discount = createDiscount(context, organization, request.body)
      const location = `/organizations/${organization.uuid}/discounts/${discount.uuid}`
      answerCreated(context, request, response, { entity: discount, shown: showDiscount(context, discount), location })
    })
  )

  router.get(
    DISCOUNTS,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json([...organization.discounts.values()].map((discount) => showDiscount(context, discount)))
    })
  )

  router.get(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const discount = findDiscount(organization, parseOr(400, uuidSchema, request.params.discountUuid))
      response.set("ETag", etagInHeader(context, discount)).json(showDiscount(context, discount))
    })
  )

  router.put(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.discountUuid)
      if (failsPrecondition(context, request, findDiscount(organization, uuid))) {
        response.status(412).end()
        return
      }
      const discount = updateDiscount(context, organization, uuid, request.body)
      answerUpdated(context, response, { entity: discount, shown: showDiscount(context, discount) })
    })
  )

  router.delete(
    `${DISCOUNTS}/:discountUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      deleteDiscount(organization, parseOr(400, uuidSchema, request.params.discountUuid))
      response.status(204).end()
    })
  )

  return router
}
