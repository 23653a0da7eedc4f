import { z } from "zod"
import { HttpError, parseOr } from "../http/http-error"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { type Discount, type DiscountContent, discountSchema, type OrganizationState } from "../state/organization"
import { noteChange } from "./change-log"
import { etagInBody, getEtag, mergePatch } from "./product-rules"

const UNSET = {
  name: null,
  description: null,
  amount: null,
  percentage: null,
  imageLookupKeys: [],
  externalReference: null,
}

/** @throws HttpError 404 */
export function findDiscount(organization: OrganizationState, uuid: string): Discount {
  const discount = organization.discounts.get(uuid)
  if (!discount) {
    throw new HttpError(404, "NOT_FOUND", `The discount ${uuid} was not found`)
  }
  return discount
}

/** @throws HttpError 422 for what is no discount, 400 for a uuid that exists where the running POS refuses it */
export function createDiscount(context: SandboxContext, organization: OrganizationState, value: unknown): Discount {
  const content = parseOr(422, discountSchema, value)
  if (speaksField(context, "existingProduct") && organization.discounts.has(content.uuid)) {
    throw new HttpError(400, "ITEM_ALREADY_EXIST", `There is a discount ${content.uuid} already; update it`)
  }
  return keep(context, organization, content)
}

/** Applies a merge patch. @throws HttpError 404, 422 */
export function updateDiscount(
  context: SandboxContext,
  organization: OrganizationState,
  uuid: string,
  value: unknown
): Discount {
  const discount = findDiscount(organization, uuid)
  const patch = parseOr(400, z.looseObject({}), value)
  return keep(context, organization, parseOr(422, discountSchema, mergePatch(discount, { ...patch, uuid })))
}

/** @throws HttpError 404 */
export function deleteDiscount(organization: OrganizationState, uuid: string): void {
  findDiscount(organization, uuid)
  organization.discounts.delete(uuid)
  noteChange(organization.changes, { kind: "discount", uuid })
}

export const showDiscount = (context: SandboxContext, discount: Discount): object => ({
  ...discount,
  etag: etagInBody(context, discount),
})

function keep(context: SandboxContext, organization: OrganizationState, content: DiscountContent): Discount {
  const now = context.clock.now().toISOString()
  const discount: Discount = {
    ...UNSET,
    ...content,
    created: organization.discounts.get(content.uuid)?.created ?? now,
    updated: now,
    updatedBy: organization.userUuid,
    etag: null,
  }
  discount.etag = getEtag(discount)
  organization.discounts.set(discount.uuid, discount)
  noteChange(organization.changes, { kind: "discount", uuid: discount.uuid })
  return discount
}
