import { Router } from "express"
import { z } from "zod"
import { randomBytes } from "node:crypto"
import { v4 as uuidVersion4 } from "uuid"
import {
  currencyIdSchema,
  type PosProduct,
  SCOPES,
  TAXATION_MODES,
  TAXATION_TYPES,
  uuidSchema,
} from "../../../../../src/pos-api/contract"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import { readLedger } from "../../finance/ledger"
import { HttpError, parseOr } from "../../http/http-error"
import { createApiKey, revokeCredential } from "../../oauth/tokens"
import { basketSchema } from "../../purchases/basket"
import { getRefunds, openQuantity, refundSchema } from "../../purchases/draft-returns"
import { priceBasket } from "../../purchases/price-basket"
import { findPurchase, purchasePositions, purchaseTextAt } from "../../purchases/purchase-book"
import { draftRefund, refundPurchase, refundWithoutReceipt, withoutReceiptSchema } from "../../purchases/refund"
import { ringUpSale } from "../../purchases/ring-up"
import { changeProfile, openOrganization, organizationSchema, timeZoneSchema } from "../../seed/open-organization"
import { seedOrganization, seedSchema } from "../../seed/seed-organization"
import { changeSettings, PERIODICITIES, settingsPatchSchema } from "../../state/organization"
import { descendingPageSchema, newestFirst, organizationUuidSchema, getPage } from "./records"

const profilePatchSchema = z.looseObject({
  name: z.string().min(1).max(256).optional(),
  country: organizationSchema.shape.country.optional(),
  currency: currencyIdSchema.optional(),
  language: z.string().max(16).optional(),
  timeZone: timeZoneSchema.optional(),
  taxationMode: z.enum(TAXATION_MODES).nullish(),
  taxationType: z.enum(TAXATION_TYPES).nullish(),
  /** ACCEPTED when healthy */
  customerStatus: z.string().min(1).max(64).optional(),
  vatPercentage: organizationSchema.shape.vatPercentage.unwrap().optional(),
  contactEmail: z.email().optional(),
  /** how often the account is paid out; not part of the profile */
  payoutPeriodicity: z.enum(PERIODICITIES).optional(),
})

/** Organizations, what is known of them, and how the sandbox behaves. */
export function organizationRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/organizations", (request, response) => {
    const { scopes, name, country, currency, taxationMode, taxationType, timeZone, vatPercentage } = parseOr(
      422,
      organizationSchema,
      request.body
    )
    const input = { name, country, currency, taxationMode, taxationType, timeZone, vatPercentage }
    const organization = openOrganization(context, input)
    response.status(201).json(createApiKey(context, organization, scopes))
  })

  router.get("/organizations", (_request, response) => {
    response.json([...context.state.organizations.values()].map(({ profile }) => profile))
  })

  router.patch("/organizations/:organizationUuid", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    const { payoutPeriodicity, ...change } = parseOr(422, profilePatchSchema, request.body)
    if (payoutPeriodicity) {
      // What was due until now leaves by the period that was set then.
      readLedger(context, organization).periodicity = payoutPeriodicity
    }
    if (Object.keys(change).length > 0) {
      changeProfile(context, organization, change)
    }
    response.json(organization.profile)
  })

  // It is deleted with all its data: its keys no longer work, and nobody is notified of it any longer.
  router.delete("/organizations/:organizationUuid", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    organization.subscriptions.clear()
    context.state.organizations.delete(organization.uuid)
    response.status(204).end()
  })

  router.post("/organizations/:organizationUuid/seed", (request, response) => {
    const organization = findOrganization(context, request.params.organizationUuid)
    response.json(seedOrganization(context, organization, parseOr(422, seedSchema, request.body ?? {})))
  })

  router.get("/settings", (_request, response) => {
    response.json(context.state.settings)
  })

  router.patch("/settings", (request, response) => {
    const change = parseOr(422, settingsPatchSchema, request.body)
    context.state.settings = changeSettings(context.state.settings, change)
    response.json(context.state.settings)
  })

  return router
}

const apiKeySchema = z.looseObject({ organizationUuid: uuidSchema, scopes: z.array(z.string()).default([...SCOPES]) })

const clientSchema = z.looseObject({
  name: z.string().min(1).max(256),
  redirectUris: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(20),
})

/** API keys and applications, as a merchant and a developer make and delete them on the POS's pages. */
export function credentialRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/api-keys", (request, response) => {
    const { organizationUuid, scopes } = parseOr(422, apiKeySchema, request.body)
    response.status(201).json(createApiKey(context, findOrganization(context, organizationUuid), scopes))
  })

  router.delete("/api-keys/:keyId", (request, response) => {
    for (const organization of context.state.organizations.values()) {
      const credential = organization.credentials.get(request.params.keyId)
      if (credential) {
        revokeCredential(context, organization, credential, "PersonalAssertionDeleted")
        response.status(204).end()
        return
      }
    }
    throw new HttpError(404, "NOT_FOUND", "There is no such API key")
  })

  router.post("/revocations", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const [first, ...others] = [...organization.credentials.values()].filter(({ revoked }) => !revoked)
    others.forEach((credential) => (credential.revoked = true))
    if (first) {
      revokeCredential(context, organization, first, "PersonalAssertionDeleted")
    }
    response.status(204).end()
  })

  router.post("/oauth-clients", (request, response) => {
    const { name, redirectUris } = parseOr(422, clientSchema, request.body)
    const clientSecret = randomBytes(32).toString("base64url")
    const client = { clientId: uuidVersion4(), clientSecret, name, redirectUris }
    context.state.oauth.clients.set(client.clientId, client)
    response.status(201).json(client)
  })

  return router
}

/** Ten years: enough for every schedule, and no date that a year of four digits cannot write. */
const MAX_ADVANCE_SECONDS = 315_360_000

const clockSchema = z.looseObject({
  /** seconds */
  advance: z.number().min(0).max(MAX_ADVANCE_SECONDS).optional(),
  stopped: z.boolean().optional(),
})

/** The sandbox's one clock. */
export function clockRoutes(context: SandboxContext): Router {
  const router = Router()
  const showClock = () => ({ now: context.clock.now().toISOString(), stopped: context.clock.isStopped })

  router.get("/clock", (_request, response) => {
    response.json(showClock())
  })

  router.post("/clock", (request, response, next) => {
    const { advance, stopped } = parseOr(422, clockSchema, request.body)
    if (stopped === true) {
      context.clock.stop()
    } else if (stopped === false) {
      context.clock.resume()
    }
    const clockMove = advance === undefined ? Promise.resolve() : context.clock.advance(advance)
    clockMove.then(() => response.json(showClock())).catch(next)
  })

  return router
}

const saleSchema = basketSchema.extend({ organizationUuid: uuidSchema })

const refundRequestSchema = refundSchema.extend({ organizationUuid: uuidSchema })

const withoutReceiptRequestSchema = withoutReceiptSchema.extend({ organizationUuid: uuidSchema })

/** Sales, refunds and gift cards at the register. */
export function posRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/sales", (request, response) => {
    const { organizationUuid, ...basket } = parseOr(422, saleSchema, request.body)
    response.status(201).json(ringUpSale(context, findOrganization(context, organizationUuid), basket))
  })

  router.post("/refunds", (request, response) => {
    const { organizationUuid, ...refund } = parseOr(422, refundRequestSchema, request.body)
    response.status(201).json(refundPurchase(context, findOrganization(context, organizationUuid), refund))
  })

  router.post("/refunds-without-receipt", (request, response) => {
    const { organizationUuid, ...refund } = parseOr(422, withoutReceiptRequestSchema, request.body)
    response.status(201).json(refundWithoutReceipt(context, findOrganization(context, organizationUuid), refund))
  })

  router.get("/purchases", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const { purchases } = findOrganization(context, query.organizationUuid)
    const positions = getPage(purchasePositions(purchases, query.descending), query)
    const texts = [...positions].map((position) => purchaseTextAt(purchases, position))
    response.type("json").send(`[${texts.join(",")}]`)
  })

  router.get("/gift-cards", (request, response) => {
    const query = parseOr(422, descendingPageSchema, request.query)
    const cards = [...findOrganization(context, query.organizationUuid).giftCards.values()]
    response.json([...getPage(query.descending ? newestFirst(cards) : cards, query)])
  })

  return router
}

/** What somebody at the register sees before anything is done: all amounts in minor units. */
export function previewRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post("/sale-quotes", (request, response) => {
    const { organizationUuid, ...basket } = parseOr(422, saleSchema, request.body)
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
    const { organizationUuid, ...input } = parseOr(422, refundRequestSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    const { payments } = draftRefund(context, organization, input, context.clock.now())
    response.json({ amount: -payments.reduce((sum, { amount }) => sum + amount, 0), payments })
  })

  router.get("/purchases/:purchaseUuid", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    const organization = findOrganization(context, organizationUuid)
    const purchase = findPurchase(organization.purchases, request.params.purchaseUuid)
    if (!purchase) {
      throw new HttpError(404, "NOT_FOUND", `The purchase ${request.params.purchaseUuid} was not found`)
    }
    const refunds = getRefunds(organization, purchase)
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
  const categories = new Map<string, { uuid: string; name: string; products: number }>()
  for (const { category } of products) {
    if (category) {
      const knownCategory = categories.get(category.uuid) ?? { ...category, products: 0 }
      knownCategory.products++
      categories.set(category.uuid, knownCategory)
    }
  }
  return [...categories.values()].sort((left, right) => left.name.localeCompare(right.name, "sv"))
}
