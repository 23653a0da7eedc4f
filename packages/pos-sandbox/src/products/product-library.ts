import { z } from "zod"
import { type ImportStatus, type PosProduct, productSchema, uuidSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { HttpError, parseOr } from "../http/http-error"
import { forgetStock } from "../inventory/stock-state"
import type { OrganizationState } from "../state/organization"
import { keepCategory } from "./category-book"
import { changedItems, latestChange, type LibraryItem, MAX_CHANGES_BEHIND, noteChange } from "./change-log"
import { showDiscount } from "./discounts"
import { getEtag, findViolations, OBSERVED_LIMITS, patchProduct, SPECIFIED_LIMITS } from "./product-rules"
import { showProduct, presentProduct } from "./show-product"

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
function findRefusals(context: SandboxContext, organization: OrganizationState, product: PosProduct) {
  const limits = speaksField(context, "productLimits") ? OBSERVED_LIMITS : SPECIFIED_LIMITS
  const isRefused = organization.refusedNames.has(product.name ?? "")
  const isExempt =
    product.taxExempt === true && organization.profile.taxationType !== "SALES_TAX" && speaksField(context, "taxExempt")
  const onlySalesTax = "only an organization with sales tax has products that are exempt from tax"
  const violations = [...findViolations(product, limits)]
  if (isExempt) {
    violations.push({ propertyName: "taxExempt", constraintType: "TAX_EXEMPT", developerMessage: onlySalesTax })
  }
  if (isRefused) {
    violations.push({ propertyName: "name", constraintType: "REFUSED", developerMessage: "is not wanted here" })
  }
  return violations
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

/** Stores a product and notifies subscribers. The caller has checked it. */
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
  product.etag = getEtag(product)
  keep(organization, product, previous)
  if (product.category) {
    keepCategory(organization, product.category, now)
  }
  context.activity.publish({ type: "product", organizationUuid: organization.uuid, productUuid: product.uuid })
  if (previous) {
    const [newEntity, oldEntity] = [product, previous].map((item) => presentProduct(context, organization, item))
    const payload = { organizationUuid: organization.uuid, newEntity, oldEntity }
    context.deliveries.publish(organization, "ProductUpdated", payload)
  } else {
    context.deliveries.publish(organization, "ProductCreated", presentProduct(context, organization, product))
  }
  return product
}

function keep(organization: OrganizationState, product: PosProduct, previous: PosProduct | undefined): void {
  forgetVariants(organization, previous)
  organization.products.set(product.uuid, product)
  noteChange(organization.changes, { kind: "product", uuid: product.uuid })
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
    throw new HttpError(404, "NOT_FOUND", `The product ${uuid} was not found`)
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
  const stored = findProduct(organization, uuid)
  const patched = parseOr(422, productSchema, patchProduct(stored, parseOr(400, z.looseObject({}), patch)))
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
  context.activity.publish({ type: "product", organizationUuid: organization.uuid, productUuid: uuid })
  context.deliveries.publish(organization, "ProductDeleted", presentProduct(context, organization, product))
}

/** The product and variant of a variant's UUID. @throws HttpError 404 */
export function findVariant(organization: OrganizationState, variantUuid: string) {
  const product = organization.products.get(organization.variantProducts.get(variantUuid) ?? "")
  const variant = product?.variants?.find((candidate) => candidate.uuid === variantUuid)
  if (!product || !variant) {
    throw new HttpError(404, "NOT_FOUND", `The variant ${variantUuid} was not found`)
  }
  return { product, variant }
}

/** Ends an import: all of it, or nothing and the first reason (observed "Product library"). */
export function finishImport(
  context: SandboxContext,
  organization: OrganizationState,
  status: ImportStatus,
  products: PosProduct[]
): void {
  const refused = new Map(
    products.flatMap((product) => {
      const [violation] = findRefusals(context, organization, product)
      return violation ? [[product, violation] as const] : []
    })
  )
  const [first] = refused
  if (first) {
    const [product, violation] = first
    status.errorMessage = `Product ${product.uuid}: ${violation.propertyName}: ${violation.developerMessage}`
  }
  if (!first || context.state.settings.importAppliesGoodPart) {
    products
      .filter((product) => !refused.has(product))
      .forEach((product) => storeProduct(context, organization, product))
  }
  status.state = first ? failedState(context) : "FINISHED_SUCCESS"
  status.finished = context.clock.now().toISOString()
}

/** What a restart has interrupted did not happen; the answer asks its caller to send it again. */
export function endInterruptedImports(context: SandboxContext, organization: OrganizationState): void {
  for (const status of organization.imports.filter(({ finished }) => !finished)) {
    status.state = failedState(context)
    status.errorMessage = "The import was interrupted; send it again"
    status.finished = context.clock.now().toISOString()
  }
}

/** The end of an import that failed (docs/reference/pos-api.md, importEnd). */
function failedState(context: SandboxContext): string {
  return speaksField(context, "importEnd") ? "FINISHED_FAILED" : "FINISHED_ERROR"
}

/** Items of one page: maximum and default. */
export const LIBRARY_PAGE = 500

export const libraryQuerySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(LIBRARY_PAGE).default(LIBRARY_PAGE),
  offset: z.coerce.number().int().min(0).default(0),
  /** only what changed since */
  eventLogUuid: uuidSchema.optional(),
  /** everything in one answer */
  all: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** carried by the links between pages: where the first page was, so that no change falls between two */
  untilEventLogUuid: uuidSchema.optional(),
})

export type LibraryQuery = z.output<typeof libraryQuerySchema>

/**
 * A page of the library, or of what changed in it, and the query of the next one.
 * @throws HttpError 412 when there are more changes after `eventLogUuid` than are listed
 */
export function readLibrary(context: SandboxContext, organization: OrganizationState, query: LibraryQuery) {
  const { limit, offset, all, eventLogUuid, untilEventLogUuid } = query
  const until = untilEventLogUuid ?? latestChange(organization.changes)
  const items = eventLogUuid ? changesSince(organization, eventLogUuid, until) : allItems(organization)
  const page = all ? items : items.slice(offset, offset + limit)
  const next =
    all || offset + limit >= items.length
      ? null
      : {
          limit: String(limit),
          offset: String(offset + limit),
          ...(eventLogUuid ? { eventLogUuid } : {}),
          untilEventLogUuid: until,
        }
  return {
    next,
    library: { fromEventLogUuid: eventLogUuid ?? null, untilEventLogUuid: until, ...show(context, organization, page) },
  }
}

function changesSince(organization: OrganizationState, from: string, until: string): LibraryItem[] {
  const items = changedItems(organization.changes, from, until)
  if (!items) {
    const message = `More than ${MAX_CHANGES_BEHIND} changes lie behind ${from}, or it is unknown; read the library again`
    throw new HttpError(412, "PRECONDITION_FAILED", message)
  }
  return items
}

const allItems = (organization: OrganizationState): LibraryItem[] => [
  ...[...organization.products.keys()].map((uuid) => ({ kind: "product" as const, uuid })),
  ...[...organization.discounts.keys()].map((uuid) => ({ kind: "discount" as const, uuid })),
]

function show(context: SandboxContext, organization: OrganizationState, items: LibraryItem[]) {
  const products: object[] = []
  const discounts: object[] = []
  const deletedProducts: string[] = []
  const deletedDiscounts: string[] = []
  for (const { kind, uuid } of items) {
    switch (kind) {
      case "product": {
        const product = organization.products.get(uuid)
        if (product) {
          products.push(showProduct(context, product))
        } else {
          deletedProducts.push(uuid)
        }
        break
      }
      case "discount": {
        const discount = organization.discounts.get(uuid)
        if (discount) {
          discounts.push(showDiscount(context, discount))
        } else {
          deletedDiscounts.push(uuid)
        }
      }
    }
  }
  return { products, discounts, deletedProducts, deletedDiscounts }
}
