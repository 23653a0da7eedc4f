import { Router } from "express"
import { z } from "@medusajs/framework/zod"
import { uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../auth"
import { parseOr } from "../http-error"
import { acceptProduct, deleteProduct, findProduct, storeProduct, updateProduct } from "../products/product-library"
import type { SandboxContext } from "../sandbox-context"
import { streamJsonList } from "../stream-json-list"

const ORGANIZATION = "/organizations/:organizationUuid"

const manySchema = z.union([uuidSchema, z.array(uuidSchema)]).transform((uuid) => (Array.isArray(uuid) ? uuid : [uuid]))

/** The product library (spec "Product library", the rest from service-facts). */
export function productLibraryRoutes(context: SandboxContext): Router {
  const router = Router()
  const { READ, WRITE } = { READ: ["READ:PRODUCT"], WRITE: ["READ:PRODUCT", "WRITE:PRODUCT"] } as const

  router.post(
    `${ORGANIZATION}/products`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const product = storeProduct(context, organization, acceptProduct(organization, request.body))
      response
        .status(201)
        .set("ETag", product.etag ?? "")
        .json(product)
    })
  )

  router.put(
    `${ORGANIZATION}/products/v2/:productUuid`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const uuid = parseOr(400, uuidSchema, request.params.productUuid)
      const known = findProduct(organization, uuid)
      if (matches(request.headers["if-none-match"], known.etag)) {
        response.status(412).end()
        return
      }
      const product = updateProduct(context, organization, uuid, request.body)
      response.set("ETag", product.etag ?? "").json(product)
    })
  )

  router.get(
    `${ORGANIZATION}/products/v2`,
    forCaller(context, READ, ({ organization }, _request, response) => {
      streamJsonList(response, organization.products.values())
    })
  )

  router.get(
    `${ORGANIZATION}/products/:productUuid`,
    forCaller(context, READ, ({ organization }, request, response) => {
      const product = findProduct(organization, parseOr(400, uuidSchema, request.params.productUuid))
      response.set("ETag", product.etag ?? "").json(product)
    })
  )

  router.delete(
    `${ORGANIZATION}/products/:productUuid`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
      deleteProduct(context, organization, parseOr(400, uuidSchema, request.params.productUuid))
      response.status(204).end()
    })
  )

  router.delete(
    `${ORGANIZATION}/products`,
    forCaller(context, WRITE, ({ organization }, request, response) => {
      const uuids = parseOr(400, manySchema, request.query.uuid)
      for (const uuid of uuids.filter((candidate) => organization.products.has(candidate))) {
        deleteProduct(context, organization, uuid)
      }
      response.status(204).end()
    })
  )

  router.get(
    `${ORGANIZATION}/categories/v2`,
    forCaller(context, READ, ({ organization }, _request, response) => {
      const categories = new Map(
        [...organization.products.values()].flatMap(({ category }) => (category ? [[category.uuid, category]] : []))
      )
      response.json({ categories: [...categories.values()] })
    })
  )

  router.get(
    "/v1/taxes",
    forCaller(context, READ, ({ organization }, _request, response) => {
      response.json({ taxRates: organization.taxRates })
    })
  )

  return router
}

/** If-None-Match may list several ETags, weak ones, or "*" for any (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string | null | undefined): boolean {
  const listed = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? []
  return listed.includes("*") || (typeof etag === "string" && listed.includes(etag))
}
