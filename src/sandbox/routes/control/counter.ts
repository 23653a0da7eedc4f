import { Router } from "express"
import { uuidSchema } from "../../../pos-api/contract"
import { parseOr } from "../../http/http-error"
import { basketSchema } from "../../purchases/basket"
import { purchasePositions, purchaseTextAt } from "../../purchases/purchase-book"
import { refundPurchase } from "../../purchases/refund"
import { refundSchema } from "../../purchases/refund-input"
import { ringUpSale } from "../../purchases/ring-up"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { descendingPageSchema, newestFirst, pageOf } from "./paging"

const saleSchema = basketSchema.extend({ organizationUuid: uuidSchema })

const refundRequestSchema = refundSchema.extend({ organizationUuid: uuidSchema })

/** Sales, refunds and gift cards at the till. */
export function counterRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/sales", (request, response) => {
    const { organizationUuid, ...basket } = parseOr(422, saleSchema, request.body)
    response.status(201).json(ringUpSale(context, findOrganization(context, organizationUuid), basket))
  })

  router.post("/refunds", (request, response) => {
    const { organizationUuid, ...refund } = parseOr(422, refundRequestSchema, request.body)
    response.status(201).json(refundPurchase(context, findOrganization(context, organizationUuid), refund))
  })

  router.get("/purchases", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const { purchases } = findOrganization(context, query.organizationUuid)
    const positions = pageOf(purchasePositions(purchases, query.descending), query)
    const texts = [...positions].map((position) => purchaseTextAt(purchases, position))
    response.type("json").send(`[${texts.join(",")}]`)
  })

  router.get("/gift-cards", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const cards = [...findOrganization(context, query.organizationUuid).giftCards.values()]
    response.json([...pageOf(query.descending ? newestFirst(cards) : cards, query)])
  })

  return router
}
