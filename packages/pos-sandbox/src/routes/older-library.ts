import { type Request, type Response, Router } from "express"
import { z } from "zod"
import { type PosProduct, uuidSchema, variantSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { getOrigin } from "../http/answers"
import { type Caller, forCaller, READ_PRODUCTS, WRITE_PRODUCTS } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { newCategorySchema } from "../products/categories"
import { findCategory, keepCategory, showOlderCategory } from "../products/category-book"
import { findProduct, updateProduct } from "../products/product-library"
import { etagInHeader, failsPrecondition } from "../products/product-rules"
import type { OrganizationState } from "../state/organization"

const ORGANIZATION = "/organizations/:organizationUuid"
const VARIANTS = `${ORGANIZATION}/products/:productUuid/variants`
const CATEGORIES = `${ORGANIZATION}/categories`

/** `POST …/products/online/slug` */
export const slugSchema = z.looseObject({ productName: z.string().min(1).max(256) })

/** What is derived from the products of a library. It comes before them, because `options` is no product's UUID. */
export function derivedLibraryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    `${ORGANIZATION}/products/options`,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json({ options: collectOptions(organization) })
    })
  )

  router.post(
    `${ORGANIZATION}/products/online/slug`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { productName } = parseOr(422, slugSchema, request.body)
      response.json({ productName, slug: findFreeSlug(organization, productName) })
    })
  )

  router.get(
    `${ORGANIZATION}/images`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      response.json({ imageUrls: collectImages(context, organization, getOrigin(request)) })
    })
  )

  return router
}

/** What only older clients of the product library call: single variants, and the first version of the categories. */
export function olderLibraryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    VARIANTS,
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      changeVariants(context, caller, request, response, (known) => {
        const variant = parseOr(422, variantSchema, request.body)
        if (caller.organization.variantProducts.has(variant.uuid)) {
          throw new HttpError(400, "ITEM_ALREADY_EXIST", `There is a variant ${variant.uuid} already; update it`)
        }
        response.status(201).set("Location", `${request.path.replace(/\/$/, "")}/${variant.uuid}`)
        return [...known, variant]
      })
    })
  )

  router.put(
    `${VARIANTS}/:variantUuid`,
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      const patch = parseOr(400, z.looseObject({}), request.body)
      changeVariants(context, caller, request, response, (known) => {
        const uuid = getVariant(known, request)
        return known.map((variant) => (variant.uuid === uuid ? { ...patch, uuid } : variant))
      })
    })
  )

  router.delete(
    `${VARIANTS}/:variantUuid`,
    forCaller(context, WRITE_PRODUCTS, (caller, request, response) => {
      changeVariants(context, caller, request, response, (known) => {
        const uuid = getVariant(known, request)
        return known.filter((variant) => variant.uuid !== uuid)
      })
    })
  )

  router.get(
    CATEGORIES,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      const categories = [...organization.categories.values()]
      response.json(categories.map((category) => showOlderCategory(context, organization, category)))
    })
  )

  router.post(
    CATEGORIES,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { uuid, name } = parseOr(422, newCategorySchema, request.body)
      if (organization.categories.has(uuid)) {
        throw new HttpError(400, "ITEM_ALREADY_EXIST", `There is a category ${uuid} already`)
      }
      // This version was observed to keep names in upper case.
      keepCategory(organization, { uuid, name: name.toUpperCase() }, context.clock.now().toISOString())
      response.status(201).end()
    })
  )

  router.get(
    `${CATEGORIES}/:categoryUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.categoryUuid)
      response.json(showOlderCategory(context, organization, findCategory(organization, uuid)))
    })
  )

  return router
}

type VariantPatch = { uuid: string; [field: string]: unknown }

/** Changes a product's list of variants as a merge patch does: one with its uuid alone stays as it is. */
function changeVariants(
  context: SandboxContext,
  { organization }: Caller,
  request: Request,
  response: Response,
  change: (known: VariantPatch[]) => VariantPatch[]
): void {
  const product = findProduct(organization, parseOr(400, uuidSchema, request.params.productUuid))
  if (failsPrecondition(context, request, product)) {
    response.status(412).end()
    return
  }
  response.status(204)
  const variants = change((product.variants ?? []).map(({ uuid }) => ({ uuid })))
  const changed = updateProduct(context, organization, product.uuid, { variants })
  response.set("ETag", etagInHeader(context, changed)).end()
}

/** @throws HttpError 404 */
function getVariant(known: VariantPatch[], request: Request): string {
  const uuid = parseOr(400, uuidSchema, request.params.variantUuid)
  if (!known.some((variant) => variant.uuid === uuid)) {
    throw new HttpError(404, "NOT_FOUND", `The product has no variant ${uuid}`)
  }
  return uuid
}

/** Every option that a product defines or a variant has, with all its values, in the order of the products. */
function collectOptions(organization: OrganizationState): { name: string; values: string[] }[] {
  const optionValues = new Map<string, Set<string>>()
  const note = (name: string, value: string) => optionValues.set(name, (optionValues.get(name) ?? new Set()).add(value))
  for (const { variantOptionDefinitions, variants } of organization.products.values()) {
    variantOptionDefinitions?.definitions.forEach(({ name, properties }) =>
      properties.forEach(({ value }) => note(name, value))
    )
    variants?.forEach(({ options }) => options?.forEach(({ name, value }) => note(name, value)))
  }
  return [...optionValues].map(([name, values]) => ({ name, values: [...values] }))
}

const onlineSchema = z.looseObject({ seo: z.looseObject({ slug: z.string().nullish() }).nullish() }).nullish()

/** The part of a product's address that is made of its name and that no other product has. */
function findFreeSlug(organization: OrganizationState, productName: string): string {
  const takenSlugs = new Set<string>()
  for (const { online } of organization.products.values()) {
    const knownOnline = onlineSchema.safeParse(online)
    takenSlugs.add((knownOnline.success && knownOnline.data?.seo?.slug) || "")
  }
  const plain = productName.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? ["product"]
  const slug = words.join("-")
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!takenSlugs.has(candidate)) {
      return candidate
    }
  }
}

/** Addresses of the images that products, variants and discounts use, those of the latest change first. */
function collectImages(context: SandboxContext, organization: OrganizationState, origin: string): string[] {
  const path = speaksField(context, "imageKeys") ? "product" : "o"
  const stored = (keys: string[] | null | undefined) =>
    (keys ?? []).filter((key) => organization.images.has(key)).map((key) => `${origin}/${path}/${key}`)
  const ofProduct = ({ presentation, variants, imageLookupKeys }: PosProduct) => [
    ...[presentation, ...(variants ?? []).map((variant) => variant.presentation)].flatMap(
      (item) => item?.imageUrl ?? []
    ),
    ...stored(imageLookupKeys),
  ]
  const items = [
    ...[...organization.products.values()].map((product) => ({
      updated: String(product.updated),
      addresses: ofProduct(product),
    })),
    ...[...organization.discounts.values()].map(({ updated, imageLookupKeys }) => ({
      updated,
      addresses: stored(imageLookupKeys),
    })),
  ]
  const latestFirst = items.sort((left, right) => (left.updated < right.updated ? 1 : -1))
  return [...new Set(latestFirst.flatMap(({ addresses }) => addresses))]
}
