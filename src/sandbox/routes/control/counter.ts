import { Router } from "express"
import { z } from "@medusajs/framework/zod"
import { uuidSchema } from "../../../pos-api/contract"
import { parseOr } from "../../http-error"
import { basketSchema } from "../../purchases/basket"
import type { PurchaseBook } from "../../purchases/purchase-book"
import { refundPurchase } from "../../purchases/refund"
import { refundSchema } from "../../purchases/refund-input"
import { ringUpSale } from "../../purchases/ring-up"
import { findOrganization, type SandboxContext } from "../../sandbox-context"
import { organizationUuidSchema, pageOf, pageSchema } from "./paging"

const saleSchema = basketSchema.extend({ organizationUuid: uuidSchema })

const refundRequestSchema = refundSchema.extend({ organizationUuid: uuidSchema })

const purchaseListSchema = pageSchema.extend({
  descending: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
})

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
    const query = parseOr(422, purchaseListSchema, request.query)
    const { purchases } = findOrganization(context, query.organizationUuid)
    const texts = [...pageOf(query.descending ? newestFirst(purchases) : purchases.texts, query)]
    response.type("json").send(`[${texts.join(",")}]`)
  })

  router.get("/gift-cards", (request, response) => {
    const query = parseOr(422, organizationUuidSchema, request.query)
    response.json([...findOrganization(context, query.organizationUuid).giftCards.values()])
  })

  return router
}

function* newestFirst({ texts }: PurchaseBook): Generator<string> {
  for (let position = texts.length - 1; position >= 0; position--) {
    yield texts[position] ?? ""
  }
}
