import type { PosProduct } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { etagInBody } from "./product-rules"

/** What the running POS shows of every product, mostly null where unset (docs/reference/pos-api.md, productShapes). */
const SHOWN = {
  name: null,
  description: null,
  presentation: null,
  category: null,
  externalReference: null,
  unitName: null,
  vatPercentage: null,
  taxCode: null,
  taxRates: null,
  taxExempt: false,
  createWithDefaultTax: null,
  online: null,
  variantOptionDefinitions: null,
  metadata: { inPos: true },
}

/** A product as the product library answers it. */
export function showProduct(context: SandboxContext, product: PosProduct): object {
  const etag = etagInBody(context, product)
  if (!speaksField(context, "productShapes")) {
    return { ...product, etag }
  }
  const { createdByUserUuid: _creator, updatedByUserUuid = null, ...content } = product
  return {
    ...SHOWN,
    ...content,
    taxExempt: content.taxExempt ?? SHOWN.taxExempt,
    metadata: content.metadata ?? SHOWN.metadata,
    variants: (content.variants ?? []).map((variant) => ({ ...variant, options: variant.options ?? [] })),
    categories: content.categories ?? [],
    imageLookupKeys: content.imageLookupKeys ?? [],
    etag,
    updatedBy: updatedByUserUuid,
  }
}

/** A product as ProductCreated, ProductUpdated and ProductDeleted carry it. */
export function presentProduct(context: SandboxContext, organization: OrganizationState, product: PosProduct): object {
  const reported = { ...product, etag: etagInBody(context, product) }
  return speaksField(context, "productShapes")
    ? { organizationUuid: organization.uuid, ...withoutUnset(reported) }
    : reported
}

function withoutUnset(entity: object): object {
  return Object.fromEntries(
    Object.entries(entity).flatMap(([name, value]) => {
      const keptValue = pruned(value)
      return keptValue === null || keptValue === undefined || (Array.isArray(keptValue) && keptValue.length === 0)
        ? []
        : [[name, keptValue]]
    })
  )
}

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(pruned)
  }
  return typeof value === "object" && value !== null ? withoutUnset(value) : value
}
