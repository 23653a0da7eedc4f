import { Router } from "express"
import { uuidSchema } from "../../pos-api/contract"
import { forCaller } from "../http/auth"
import { parseOr } from "../http/http-error"
import { READ_PRODUCTS, WRITE_PRODUCTS } from "../http/product-scopes"
import { categoryNameSchema, deleteCategory, newCategoriesSchema, renameCategory } from "../products/categories"
import type { SandboxContext } from "../context/sandbox-context"

const CATEGORIES = "/organizations/:organizationUuid/categories/v2"

/** Categories of the product library; a product that names an unknown one makes it. */
export function categoryRoutes(context: SandboxContext): Router {
  const router = Router()

  router.get(
    CATEGORIES,
    forCaller(context, READ_PRODUCTS, ({ organization }, _request, response) => {
      response.json({ categories: [...organization.categories.values()] })
    })
  )

  router.post(
    CATEGORIES,
    forCaller(context, WRITE_PRODUCTS, ({ organization }, request, response) => {
      const { categories } = parseOr(422, newCategoriesSchema, request.body)
      categories.forEach(({ uuid, name }) => organization.categories.set(uuid, { uuid, name }))
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
