import { v1 as uuidVersion1 } from "uuid"
import { findProduct } from "../products/product-library"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"

/** Starts tracking: balances begin at 0, or where they stood when it was stopped. Starting twice changes nothing. */
export function startTracking(context: SandboxContext, organization: OrganizationState, productUuid: string): void {
  findProduct(organization, productUuid)
  if (organization.tracked.has(productUuid)) {
    return
  }
  organization.tracked.add(productUuid)
  context.deliveries.publish(organization, "InventoryTrackingStarted", {
    organizationUuid: organization.uuid,
    productUuid,
    created: { uuid: uuidVersion1(), timestamp: context.clock.now().toISOString() },
  })
}

export function stopTracking(context: SandboxContext, organization: OrganizationState, productUuid: string): void {
  if (organization.tracked.delete(productUuid)) {
    context.deliveries.publish(organization, "InventoryTrackingStopped", {
      organizationUuid: organization.uuid,
      productUuid,
      changeInformation: { uuid: uuidVersion1(), timestamp: context.clock.now().toISOString() },
    })
  }
}

/** Every variant whose stock is tracked, with its product. */
export function* trackedVariants(organization: OrganizationState): Generator<{
  productUuid: string
  variantUuid: string
}> {
  for (const [variantUuid, productUuid] of organization.variantProducts) {
    if (organization.tracked.has(productUuid)) {
      yield { productUuid, variantUuid }
    }
  }
}
