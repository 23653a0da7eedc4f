import { Router } from "express"
import type { PosProduct } from "../../../pos-api/contract"
import { uuidSchema } from "../../../pos-api/contract"
import { HttpError, parseOr } from "../../http/http-error"
import { basketSchema } from "../../purchases/basket"
import { priceBasket } from "../../purchases/price-basket"
import { findPurchase } from "../../purchases/purchase-book"
import { draftRefund } from "../../purchases/refund"
import { refundSchema } from "../../purchases/refund-input"
import { openQuantity, refundsOf } from "../../purchases/refunded-so-far"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { organizationUuidSchema } from "./paging"

const saleQuoteSchema = basketSchema.extend({ organizationUuid: uuidSchema })

const refundQuoteSchema = refundSchema.extend({ organizationUuid: uuidSchema })

/** What somebody at the counter sees before anything is done: all amounts in minor units. */
export function previewRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/sale-quotes", (request, response) => {
    const { organizationUuid, ...basket } = parseOr(422, saleQuoteSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const { drafts, discounts, totals } = priceBasket(context.ids, organization, basket, context.clock.now())
    response.json({
      rows: drafts.map(({ row, total }) => ({ ...row, total })),
      discounts,
      amount: totals.amount,
      vatAmount: totals.vatAmount,
      groupedVatAmounts: totals.groupedVatAmounts,
      tip: basket.tip,
      due: totals.amount + basket.tip,
    })
  })

  router.post("/refund-quotes", (request, response) => {
    const { organizationUuid, ...input } = parseOr(422, refundQuoteSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const { payments } = draftRefund(context, organization, input, context.clock.now())
    response.json({ amount: -payments.reduce((sum, { amount }) => sum + amount, 0), payments })
  })

  router.get("/purchases/:purchaseUuid", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    const organization = findOrganization(context, organizationUuid)
    const purchase = findPurchase(organization.purchases, request.params.purchaseUuid)
    if (!purchase) {
      throw new HttpError(404, "NOT_FOUND", `There is no purchase ${request.params.purchaseUuid}`)
    }
    const refunds = refundsOf(organization, purchase)
    response.json({
      ...purchase,
      /** of each row, how much was not refunded yet */
      openQuantities: purchase.products.map((row) => openQuantity(row, refunds).toFixed()),
    })
  })

  router.get("/categories", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    response.json(countCategories(findOrganization(context, organizationUuid).products.values()))
  })

  return router
}

/** The categories that products are in, with how many, by name. */
function countCategories(products: Iterable<PosProduct>) {
  const found = new Map<string, { uuid: string; name: string; products: number }>()
  for (const { category } of products) {
    if (category) {
      const known = found.get(category.uuid) ?? { ...category, products: 0 }
      known.products++
      found.set(category.uuid, known)
    }
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, "sv"))
}
