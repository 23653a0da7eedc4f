import { z } from "zod"
import { categorySchema, type PosCategory, uuidSchema } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { OrganizationState, StoredCategory } from "../state/organization"
import { etagInBody, getEtag, type Versioned } from "./product-rules"

/** What the older version of the categories shows of each. */
export const olderCategorySchema = categorySchema.extend({
  etag: z.string().nullable(),
  updated: z.string(),
  updatedBy: uuidSchema,
  created: z.string(),
})

/** Keeps a category. One that has the name already is not updated. @param at ISO 8601 */
export function keepCategory(organization: OrganizationState, { uuid, name }: PosCategory, at: string): void {
  const category = organization.categories.get(uuid)
  if (category?.name !== name) {
    organization.categories.set(uuid, { uuid, name, created: category?.created ?? at, updated: at })
  }
}

/** @throws HttpError 404 */
export function findCategory(organization: OrganizationState, uuid: string): StoredCategory {
  const category = organization.categories.get(uuid)
  if (!category) {
    throw new HttpError(404, "NOT_FOUND", `There is no category ${uuid}`)
  }
  return category
}

/** A category as products name it, and as the current version lists it. */
export const showCategory = ({ uuid, name }: StoredCategory): PosCategory => ({ uuid, name })

/** A category as the older version shows it. */
export function showOlderCategory(
  context: SandboxContext,
  { userUuid }: OrganizationState,
  category: StoredCategory & Versioned
): object {
  const { uuid, name, created, updated } = category
  return { uuid, name, etag: etagInBody(context, { etag: getEtag(category) }), updated, updatedBy: userUuid, created }
}
