import { timingSafeEqual } from "node:crypto"
import { type RequestHandler, Router } from "express"
import { v4 as uuidVersion4 } from "uuid"
import { z } from "@medusajs/framework/zod"
import { currencyIdSchema, SCOPES, TAXATION_MODES, TAXATION_TYPES, uuidSchema } from "../../pos-api/contract"
import { issueApiKey } from "../auth"
import { HttpError, parseOr } from "../http-error"
import { changeStore, startTracking } from "../inventory"
import { updateProduct } from "../products/product-library"
import { ringUpSale } from "../purchases/ring-up"
import { findOrganization, type SandboxContext } from "../sandbox-context"
import { type ApiKey, createOrganizationState, type OrganizationState } from "../state/organization"

const quantitySchema = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d+(\.\d{1,6})?$/.test(text) && Number(text) > 0, "must be a decimal above 0")

const organizationSchema = z.looseObject({
  name: z.string().min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: currencyIdSchema,
  taxationMode: z.enum(TAXATION_MODES).default("INCLUSIVE"),
  taxationType: z.enum(TAXATION_TYPES).default("VAT"),
  timeZone: z.string().default("Europe/Stockholm"),
  scopes: z.array(z.string()).default([...SCOPES]),
})

const saleSchema = z.looseObject({
  organizationUuid: uuidSchema,
  items: z.array(z.looseObject({ variantUuid: uuidSchema, quantity: quantitySchema })).min(1),
})

const stockChangeSchema = z.looseObject({
  organizationUuid: uuidSchema,
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  change: z.union([z.number(), z.string()]).transform(String),
})

const productEditSchema = z.looseObject({
  organizationUuid: uuidSchema,
  productUuid: uuidSchema,
  patch: z.looseObject({}),
})

const refusalSchema = z.looseObject({ organizationUuid: uuidSchema, names: z.array(z.string()) })

const apiKeySchema = z.looseObject({ organizationUuid: uuidSchema, scopes: z.array(z.string()).default([...SCOPES]) })

const revocationSchema = z.looseObject({ organizationUuid: uuidSchema })

const organizationQuerySchema = z.looseObject({ organizationUuid: uuidSchema })

const clockSchema = z.looseObject({ advance: z.number().nonnegative() })

/** What a person at the counter, the passing of time and the service's own staff do: `/_sandbox`, by its own token. */
export function controlRoutes(context: SandboxContext): Router {
  const router = Router()
  router.use(requireControlToken(context))

  router.post("/organizations", (request, response) => {
    const { scopes, name, country, currency, taxationMode, taxationType, timeZone } = parseOr(
      422,
      organizationSchema,
      request.body
    )
    const organization = createOrganizationState({ name, country, currency, taxationMode, taxationType, timeZone })
    context.organizations.set(organization.uuid, organization)
    response.status(201).json(createApiKey(context, organization, scopes))
  })

  router.get("/organizations", (_request, response) => {
    response.json([...context.organizations.values()].map(({ profile }) => profile))
  })

  router.post("/sales", (request, response) => {
    const { organizationUuid, items } = parseOr(422, saleSchema, request.body)
    response.status(201).json(ringUpSale(context, findOrganization(context, organizationUuid), items))
  })

  router.post("/stock", (request, response) => {
    const { organizationUuid, productUuid, variantUuid, change } = parseOr(422, stockChangeSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    startTracking(context, organization, productUuid)
    changeStore(context, organization, [{ productUuid, variantUuid, change }], null)
    response.json({ balance: organization.balances.get(variantUuid) ?? "0" })
  })

  router.post("/products", (request, response) => {
    const { organizationUuid, productUuid, patch } = parseOr(422, productEditSchema, request.body)
    response.json(updateProduct(context, findOrganization(context, organizationUuid), productUuid, patch))
  })

  router.get("/products", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationQuerySchema, request.query)
    const organization = findOrganization(context, organizationUuid)
    response.json(
      [...organization.products.values()].map((product) => ({
        ...product,
        balances: Object.fromEntries(
          (product.variants ?? []).map((variant) => [variant.uuid, organization.balances.get(variant.uuid) ?? null])
        ),
      }))
    )
  })

  router.get("/purchases", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationQuerySchema, request.query)
    response.json(findOrganization(context, organizationUuid).purchases)
  })

  router.get("/deliveries", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationQuerySchema, request.query)
    const { deliveries } = findOrganization(context, organizationUuid)
    response.json(
      deliveries.map(({ messageId, eventName, destination, attempts }) => ({
        messageId,
        eventName,
        destination,
        attempts,
      }))
    )
  })

  router.get("/failure-notices", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationQuerySchema, request.query)
    response.json(findOrganization(context, organizationUuid).failureNotices)
  })

  router.post("/refused-products", (request, response) => {
    const { organizationUuid, names } = parseOr(422, refusalSchema, request.body)
    findOrganization(context, organizationUuid).refusedNames = new Set(names)
    response.status(204).end()
  })

  router.post("/api-keys", (request, response) => {
    const { organizationUuid, scopes } = parseOr(422, apiKeySchema, request.body)
    response.status(201).json(createApiKey(context, findOrganization(context, organizationUuid), scopes))
  })

  router.post("/revocations", (request, response) => {
    const { organizationUuid } = parseOr(422, revocationSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    for (const key of organization.apiKeys.values()) {
      key.revoked = true
    }
    context.deliveries.publish(organization, "PersonalAssertionDeleted", { type: "PersonalAssertionDeleted" })
    response.status(204).end()
  })

  router.post("/clock", (request, response, next) => {
    const { advance } = parseOr(422, clockSchema, request.body)
    context.clock
      .advance(advance)
      .then(() => response.json({ now: context.clock.now().toISOString() }))
      .catch(next)
  })

  router.use((_request, _response, next) => next(new HttpError(404, "NOT_FOUND", "There is no such control route")))
  return router
}

function createApiKey(context: SandboxContext, organization: OrganizationState, scopes: string[]) {
  const key: ApiKey = { id: uuidVersion4(), clientId: uuidVersion4(), scopes, revoked: false }
  organization.apiKeys.set(key.id, key)
  const apiKey = issueApiKey(context, organization, key)
  return { organizationUuid: organization.uuid, clientId: key.clientId, apiKey }
}

function requireControlToken(context: SandboxContext): RequestHandler {
  const expected = Buffer.from(`Bearer ${context.controlToken}`)
  return (request, _response, next) => {
    const given = Buffer.from(request.headers.authorization ?? "")
    const allowed = given.length === expected.length && timingSafeEqual(given, expected)
    next(allowed ? undefined : new HttpError(401, "UNAUTHORIZED", "The control token is missing or wrong"))
  }
}
