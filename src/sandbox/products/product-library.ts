import { z } from "zod"
import { type PosProduct, productSchema } from "../../pos-api/contract"
import { HttpError, parseOr } from "../http/http-error"
import { forgetStock } from "../inventory/stock-state"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { noteChange } from "./change-log"
import { etagOf } from "./etags"
import { patchProduct } from "./merge-patch"
import { findViolations, OBSERVED_LIMITS, SPECIFIED_LIMITS } from "./product-rules"
import { tellProduct } from "./show-product"

/** Fields that the library always shows, null when unset (spec "Product"). */
const VARIANT_DEFAULTS = {
  name: null,
  description: null,
  sku: null,
  barcode: null,
  price: null,
  costPrice: null,
  vatPercentage: null,
  options: null,
  presentation: null,
}

/** Everything that keeps a product out: the library's rules, and the refusals that a test or a person has set. */
export function findRefusals(context: SandboxContext, organization: OrganizationState, product: PosProduct) {
  const limits = speaksField(context, "productLimits") ? OBSERVED_LIMITS : SPECIFIED_LIMITS
  const refused = organization.refusedNames.has(product.name ?? "")
  return [
    ...findViolations(product, limits),
    ...(refused ? [{ propertyName: "name", constraintType: "REFUSED", developerMessage: "is not wanted here" }] : []),
  ]
}

/** Parses a product or answers 422 with every violation. */
export function acceptProduct(context: SandboxContext, organization: OrganizationState, value: unknown): PosProduct {
  const product = parseOr(422, productSchema, value)
  const violations = findRefusals(context, organization, product)
  if (violations.length > 0) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "The product is not valid", violations)
  }
  return product
}

/** Stores a product and tells subscribers. The caller has checked it. */
export function storeProduct(
  context: SandboxContext,
  organization: OrganizationState,
  content: PosProduct
): PosProduct {
  const previous = organization.products.get(content.uuid)
  const now = context.clock.now().toISOString()
  const product: PosProduct = {
    categories: [],
    description: null,
    imageLookupKeys: [],
    ...content,
    variants: (content.variants ?? []).map((variant) => ({
      ...VARIANT_DEFAULTS,
      ...variant,
      vatPercentage: variant.vatPercentage ?? content.vatPercentage ?? null,
    })),
    created: previous?.created ?? now,
    updated: now,
    createdByUserUuid: previous?.createdByUserUuid ?? organization.userUuid,
    updatedByUserUuid: organization.userUuid,
  }
  product.etag = etagOf(product)
  keep(organization, product, previous)
  context.activity.tell({ type: "product", organizationUuid: organization.uuid, productUuid: product.uuid })
  if (previous) {
    const [newEntity, oldEntity] = [product, previous].map((one) => tellProduct(context, organization, one))
    const payload = { organizationUuid: organization.uuid, newEntity, oldEntity }
    context.deliveries.publish(organization, "ProductUpdated", payload)
  } else {
    context.deliveries.publish(organization, "ProductCreated", tellProduct(context, organization, product))
  }
  return product
}

function keep(organization: OrganizationState, product: PosProduct, previous: PosProduct | undefined): void {
  forgetVariants(organization, previous)
  organization.products.set(product.uuid, product)
  noteChange(organization.changes, { kind: "product", uuid: product.uuid })
  if (product.category) {
    const { uuid, name } = product.category
    organization.categories.set(uuid, { uuid, name })
  }
  for (const { uuid } of product.variants ?? []) {
    organization.variantProducts.set(uuid, product.uuid)
  }
}

function forgetVariants(organization: OrganizationState, product: PosProduct | undefined): void {
  product?.variants?.forEach(({ uuid }) => organization.variantProducts.delete(uuid))
}

/** @throws HttpError 404 */
export function findProduct(organization: OrganizationState, uuid: string): PosProduct {
  const product = organization.products.get(uuid)
  if (!product) {
    throw new HttpError(404, "NOT_FOUND", `There is no product ${uuid}`)
  }
  return product
}

/** Applies a merge patch; unknown products are 404, a bad result is 422 and changes nothing. */
export function updateProduct(
  context: SandboxContext,
  organization: OrganizationState,
  uuid: string,
  patch: unknown
): PosProduct {
  const known = findProduct(organization, uuid)
  const patched = parseOr(422, productSchema, patchProduct(known, parseOr(400, z.looseObject({}), patch)))
  return storeProduct(context, organization, acceptProduct(context, organization, { ...patched, uuid }))
}

export function deleteProduct(context: SandboxContext, organization: OrganizationState, uuid: string): void {
  const product = findProduct(organization, uuid)
  organization.products.delete(uuid)
  noteChange(organization.changes, { kind: "product", uuid })
  forgetVariants(organization, product)
  organization.tracked.delete(uuid)
  for (const variant of product.variants ?? []) {
    forgetStock(organization, variant.uuid)
  }
  context.activity.tell({ type: "product", organizationUuid: organization.uuid, productUuid: uuid })
  context.deliveries.publish(organization, "ProductDeleted", tellProduct(context, organization, product))
}

/** The product and variant of a variant's UUID. @throws HttpError 404 */
export function findVariant(organization: OrganizationState, variantUuid: string) {
  const product = organization.products.get(organization.variantProducts.get(variantUuid) ?? "")
  const variant = product?.variants?.find((candidate) => candidate.uuid === variantUuid)
  if (!product || !variant) {
    throw new HttpError(404, "NOT_FOUND", `There is no variant ${variantUuid}`)
  }
  return { product, variant }
}
