import { Router } from "express"
import { z } from "zod"
import { type PosProduct, uuidSchema } from "../../../../../src/pos-api/contract"
import { goodsSchema } from "../../config/config-schema"
import { layOut } from "../../config/read-config"
import { parseOr } from "../../http/http-error"
import { changeStock, countStock, startTracking, stopTracking } from "../../inventory/move-stock"
import { getBalance, getRecord } from "../../inventory/stock-state"
import { acceptProduct, deleteProduct, storeProduct, updateProduct } from "../../products/product-library"
import { findOrganization, type SandboxContext } from "../../context/sandbox-context"
import type { OrganizationState } from "../../state/organization"
import { streamJsonList } from "../../http/answers"
import { organizationUuidSchema, getPage, pageSchema } from "./records"

/** A quantity as a number or as text. */
const decimalSchema = (form: RegExp, rule: string) =>
  z
    .union([z.number(), z.string()])
    .transform(String)
    .refine((text) => form.test(text), rule)

const stockChangeSchema = z.looseObject({
  organizationUuid: uuidSchema,
  /** a STORE; absent: the register's */
  inventoryUuid: uuidSchema.optional(),
  productUuid: uuidSchema,
  variantUuid: uuidSchema,
  change: decimalSchema(/^[+-]?\d{1,9}(\.\d{1,6})?$/, "must be a decimal"),
})

const stockCountSchema = z.looseObject({
  organizationUuid: uuidSchema,
  counts: z
    .array(
      z.looseObject({
        productUuid: uuidSchema,
        variantUuid: uuidSchema,
        counted: decimalSchema(/^\d{1,9}(\.\d{1,6})?$/, "must be a decimal of at least 0"),
      })
    )
    .min(1)
    .max(10_000)
    .refine(
      (counts) => new Set(counts.map(({ variantUuid }) => variantUuid)).size === counts.length,
      "must list each variant once"
    ),
})

const trackingSchema = z.looseObject({
  organizationUuid: uuidSchema,
  productUuid: uuidSchema,
  tracking: z.enum(["enable", "disable"]),
})

const productEditSchema = z.looseObject({
  organizationUuid: uuidSchema,
  productUuid: uuidSchema,
  patch: z.looseObject({}),
})

const newProductSchema = z.looseObject({ organizationUuid: uuidSchema, product: z.looseObject({}) })

const newGoodsSchema = goodsSchema.extend({ organizationUuid: uuidSchema })

const productListSchema = pageSchema.extend({ q: z.string().max(200).optional(), categoryUuid: uuidSchema.optional() })

const refusalSchema = z.looseObject({ organizationUuid: uuidSchema, names: z.array(z.string()) })

/** Products and stock as somebody at the register changes them. */
export function libraryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get("/products", (request, response) => {
    const query = parseOr(422, productListSchema, request.query)
    const organization = findOrganization(context, query.organizationUuid)
    const foundProducts = query.q ? search(organization, query.q) : organization.products.values()
    const { categoryUuid } = query
    const chosenProducts = categoryUuid ? ofCategory(foundProducts, categoryUuid) : foundProducts
    streamJsonList(response, withBalances(organization, getPage(chosenProducts, query)))
  })

  router.post("/products", (request, response) => {
    const { organizationUuid, productUuid, patch } = parseOr(422, productEditSchema, request.body)
    response.json(updateProduct(context, findOrganization(context, organizationUuid), productUuid, patch))
  })

  router.post("/new-products", (request, response) => {
    const { organizationUuid, product } = parseOr(422, newProductSchema, request.body)
    const organization = findOrganization(context, organizationUuid)
    response.status(201).json(storeProduct(context, organization, acceptProduct(context, organization, product)))
  })

  router.post("/goods", (request, response) => {
    const { organizationUuid, ...goods } = parseOr(422, newGoodsSchema, request.body)
    response.status(201).json(layOut(context, findOrganization(context, organizationUuid), goods))
  })

  router.delete("/products/:productUuid", (request, response) => {
    const { organizationUuid } = parseOr(422, organizationUuidSchema, request.query)
    deleteProduct(context, findOrganization(context, organizationUuid), request.params.productUuid)
    response.status(204).end()
  })

  router.post("/refused-products", (request, response) => {
    const { organizationUuid, names } = parseOr(422, refusalSchema, request.body)
    findOrganization(context, organizationUuid).refusedNames = new Set(names)
    response.status(204).end()
  })

  router.post("/stock", (request, response) => {
    const { organizationUuid, productUuid, variantUuid, change, inventoryUuid } = parseOr(
      422,
      stockChangeSchema,
      request.body
    )
    const organization = findOrganization(context, organizationUuid)
    response.json({ balance: changeStock(context, organization, { productUuid, variantUuid, change, inventoryUuid }) })
  })

  router.post("/stock-counts", (request, response) => {
    const { organizationUuid, counts } = parseOr(422, stockCountSchema, request.body)
    response.json(countStock(context, findOrganization(context, organizationUuid), counts))
  })

  router.post("/tracking", (request, response) => {
    const { organizationUuid, productUuid, tracking } = parseOr(422, trackingSchema, request.body)
    const apply = tracking === "enable" ? startTracking : stopTracking
    apply(context, findOrganization(context, organizationUuid), productUuid)
    response.status(204).end()
  })

  return router
}

function* search(organization: OrganizationState, text: string): Generator<PosProduct> {
  const searchText = text.toLowerCase()
  for (const product of organization.products.values()) {
    const texts = [product.name, ...(product.variants ?? []).flatMap(({ name, sku, barcode }) => [name, sku, barcode])]
    if (texts.some((item) => item?.toLowerCase().includes(searchText))) {
      yield product
    }
  }
}

function* ofCategory(products: Iterable<PosProduct>, categoryUuid: string): Generator<PosProduct> {
  for (const product of products) {
    if (product.category?.uuid === categoryUuid) {
      yield product
    }
  }
}

function* withBalances(organization: OrganizationState, products: Iterable<PosProduct>) {
  for (const product of products) {
    const { STORE } = organization.inventories
    const tracked = organization.tracked.has(product.uuid)
    const balances = (product.variants ?? []).map(({ uuid }): [string, string | null] => {
      const isKnown = tracked || getRecord(organization, STORE, uuid) !== null
      return [uuid, isKnown ? getBalance(organization, STORE, uuid) : null]
    })
    const lowStock = (product.variants ?? []).map(({ uuid }): [string, number | null] => [
      uuid,
      getRecord(organization, STORE, uuid)?.lowStockLevel ?? null,
    ])
    yield { ...product, balances: Object.fromEntries(balances), lowStock: Object.fromEntries(lowStock), tracked }
  }
}
