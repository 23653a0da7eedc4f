import type { ImportStatus, PosProduct } from "../../pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { findRefusals, storeProduct } from "./product-library"

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

/** What a restart has interrupted did not happen; its caller is told to send it again. */
export function endInterruptedImports(context: SandboxContext, organization: OrganizationState): void {
  for (const status of organization.imports.filter(({ finished }) => !finished)) {
    status.state = failedState(context)
    status.errorMessage = "The import was interrupted; send it again"
    status.finished = context.clock.now().toISOString()
  }
}

/** The end of an import that failed (docs/service.md, importEnd). */
function failedState(context: SandboxContext): string {
  return speaksField(context, "importEnd") ? "FINISHED_FAILED" : "FINISHED_ERROR"
}
