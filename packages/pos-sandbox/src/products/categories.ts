import { z } from "zod"
import { categorySchema, type PosCategory, uuidSchema } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { findCategory, keepCategory } from "./category-book"
import { storeProduct } from "./product-library"
import { OBSERVED_LIMITS } from "./product-rules"

const nameSchema = z.string().max(OBSERVED_LIMITS.categoryName)

export const newCategorySchema = categorySchema.extend({ uuid: uuidSchema, name: nameSchema })

export const newCategoriesSchema = z.looseObject({ categories: z.array(newCategorySchema).min(1) })

export const categoryNameSchema = z.looseObject({ name: nameSchema })

/** Renames a category, in all its products too. @throws HttpError 404 */
export function renameCategory(
  context: SandboxContext,
  organization: OrganizationState,
  uuid: string,
  name: string
): void {
  findCategory(organization, uuid)
  keepCategory(organization, { uuid, name }, context.clock.now().toISOString())
  changeProducts(context, organization, uuid, { uuid, name })
}

/** Deletes a category; its products are in none then. @throws HttpError 404 */
export function deleteCategory(context: SandboxContext, organization: OrganizationState, uuid: string): void {
  findCategory(organization, uuid)
  changeProducts(context, organization, uuid, null)
  organization.categories.delete(uuid)
}

function changeProducts(
  context: SandboxContext,
  organization: OrganizationState,
  uuid: string,
  category: PosCategory | null
): void {
  const concerned = [...organization.products.values()].filter((product) => product.category?.uuid === uuid)
  concerned.forEach((product) => storeProduct(context, organization, { ...product, category }))
}
