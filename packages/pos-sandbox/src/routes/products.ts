import { Router } from "express"
import { z } from "zod"
import { v1 as uuidVersion1 } from "uuid"
import {
  importRequestSchema,
  type ImportStatus,
  parseTimestamp,
  type PosProduct,
  uuidSchema,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { answerCreated, answerUpdated, linkNext, streamJsonList } from "../http/answers"
import { checkAddedVariantUuids, checkProductUuids } from "../http/caller-uuids"
import { forCaller, READ_PRODUCTS, WRITE_PRODUCTS } from "../http/auth"
import { HttpError, parseOr } from "../http/http-error"
import { categoryNameSchema, deleteCategory, newCategoriesSchema, renameCategory } from "../products/categories"
import { keepCategory, showCategory } from "../products/category-book"
import {
  acceptProduct,
  deleteProduct,
  findProduct,
  finishImport,
  libraryQuerySchema,
  readLibrary,
  storeProduct,
  updateProduct,
} from "../products/product-library"
import { etagInHeader, failsPrecondition } from "../products/product-rules"
import { showProduct } from "../products/show-product"

const ORGANIZATION = "/organizations/:organizationUuid"

const manySchema = z.union([uuidSchema, z.array(uuidSchema)]).transform((uuid) => (Array.isArray(uuid) ? uuid : [uuid]))

/** Only the exact words sort; other values are ignored. */
const listQuerySchema = z.looseObject({
  sort: z
    .unknown()
    .optional()
    .transform((text) => text === "true"),
})

/** The product library (spec "Product library", the rest as observed). */
export function productLibraryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    `${ORGANIZATION}/products`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      checkProductUuids(context, request.body)
      const accepted = acceptProduct(context, organization, request.body)
      if (speaksField(context, "existingProduct") && organization.products.has(accepted.uuid)) {
        throw new HttpError(400, "ITEM_ALREADY_EXIST", `There is a product ${accepted.uuid} already; update it`)
      }
      const product = storeProduct(context, organization, accepted)
      const location = `/organizations/${organization.uuid}/products/${product.uuid}`
      answerCreated(context, request, response, { entity: product, shown: showProduct(context, product), location })
    })
  )

  router.put(
    `${ORGANIZATION}/products/v2/:productUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.productUuid)
      const knownProduct = findProduct(organization, uuid)
      if (failsPrecondition(context, request, knownProduct)) {
        response.status(412).end()
        return
      }
      checkAddedVariantUuids(context, knownProduct, request.body)
      const product = updateProduct(context, organization, uuid, request.body)
      answerUpdated(context, response, { entity: product, shown: showProduct(context, product) })
    })
  )

  router.get(
    [`${ORGANIZATION}/products`, `${ORGANIZATION}/products/v2`],
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { sort } = parseOr(400, listQuerySchema, request.query)
      const products = organization.products.values()
      streamJsonList(response, showAll(context, sort ? byCreation(products) : products))
    })
  )

  router.get(
    `${ORGANIZATION}/products/v2/count`,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json({ productCount: organization.products.size })
    })
  )

  router.get(
    `${ORGANIZATION}/products/:productUuid`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const product = findProduct(organization, parseOr(400, uuidSchema, request.params.productUuid))
      response.set("ETag", etagInHeader(context, product)).json(showProduct(context, product))
    })
  )

  router.delete(
    `${ORGANIZATION}/products/:productUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      deleteProduct(context, organization, parseOr(400, uuidSchema, request.params.productUuid))
      response.status(204).end()
    })
  )

  router.delete(
    `${ORGANIZATION}/products`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const uuids = parseOr(400, manySchema, request.query.uuid)
      for (const uuid of new Set(uuids.filter((candidate) => organization.products.has(candidate)))) {
        deleteProduct(context, organization, uuid)
      }
      response.status(204).end()
    })
  )

  router.get(
    `${ORGANIZATION}/library`,
    forCaller(context, READ_PRODUCTS, ({ organization }, request, response) => {
      const { library, next } = readLibrary(context, organization, parseOr(400, libraryQuerySchema, request.query))
      if (next) {
        response.set("Link", linkNext(request, next))
      }
      response.json(library)
    })
  )

  router.get(
    "/v1/taxes",
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      if (speaksField(context, "taxRates") && organization.profile.taxationType !== "SALES_TAX") {
        throw new HttpError(403, "FORBIDDEN", "The organization has no sales tax")
      }
      response.json({ taxRates: organization.taxRates })
    })
  )

  return router
}

function* showAll(context: SandboxContext, products: Iterable<PosProduct>): Generator<object> {
  for (const product of products) {
    yield showProduct(context, product)
  }
}

function byCreation(products: Iterable<PosProduct>): PosProduct[] {
  const created = (product: PosProduct) => parseTimestamp(product.created)?.getTime() ?? 0
  return [...products].sort((left, right) => created(left) - created(right))
}

const IMPORT = "/organizations/:organizationUuid/import"

/** Bulk import: asynchronous, without per-item results; nothing is applied when one product is bad (as observed). */
export function productImportRoutes(context: SandboxContext): Router {
  const router = Router()

  router.post(
    `${IMPORT}/v2`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { products } = parseOr(422, importRequestSchema, request.body)
      products.forEach((product) => checkProductUuids(context, product))
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

const CATEGORIES = "/organizations/:organizationUuid/categories/v2"

/** Categories of the product library; a product that names an unknown one makes it. */
export function categoryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    CATEGORIES,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json({ categories: [...organization.categories.values()].map(showCategory) })
    })
  )

  router.post(
    CATEGORIES,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { categories } = parseOr(422, newCategoriesSchema, request.body)
      const at = context.clock.now().toISOString()
      categories.forEach((category) => keepCategory(organization, category, at))
      response.status(201).end()
    })
  )

  router.patch(
    `${CATEGORIES}/:categoryUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.categoryUuid)
      renameCategory(context, organization, uuid, parseOr(422, categoryNameSchema, request.body).name)
      response.status(204).end()
    })
  )

  router.delete(
    `${CATEGORIES}/:categoryUuid`,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      deleteCategory(context, organization, parseOr(400, uuidSchema, request.params.categoryUuid))
      response.status(204).end()
    })
  )

  return router
}
