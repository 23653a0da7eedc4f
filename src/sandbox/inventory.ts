import { BigNumber } from "bignumber.js"
import { v1 as uuidVersion1 } from "uuid"
import type { Movement } from "../pos-api/contract"
import { HttpError } from "./http-error"
import { findProduct, findVariant } from "./products/product-library"
import type { SandboxContext } from "./sandbox-context"
import type { OrganizationState } from "./state/organization"

/** A change of the STORE balance; `change` is decimal text, signed. */
export type StoreChange = { productUuid: string; variantUuid: string; change: string }

/** Starts tracking; balances begin at 0. Starting twice changes nothing. */
export function startTracking(context: SandboxContext, organization: OrganizationState, productUuid: string): void {
  const product = findProduct(organization, productUuid)
  if (organization.tracked.has(productUuid)) {
    return
  }
  organization.tracked.add(productUuid)
  for (const variant of product.variants ?? []) {
    organization.balances.set(variant.uuid, organization.balances.get(variant.uuid) ?? "0")
  }
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

/** @throws HttpError 404 for an unknown variant, 422 for one of another product */
export function checkVariant(organization: OrganizationState, productUuid: string, variantUuid: string): void {
  if (findVariant(organization, variantUuid).product.uuid !== productUuid) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Variant ${variantUuid} is not one of product ${productUuid}`)
  }
}

/** The movements' effect on what can be sold: into STORE adds, out of STORE takes. @throws HttpError 404, 422 */
export function storeChanges(organization: OrganizationState, movements: Movement[]): StoreChange[] {
  const inventories: string[] = Object.values(organization.inventories)
  const store = organization.inventories.STORE
  return movements.flatMap((movement) => {
    checkVariant(organization, movement.productUuid, movement.variantUuid)
    if (!inventories.includes(movement.from) || !inventories.includes(movement.to)) {
      throw new HttpError(422, "CONSTRAINT_VIOLATION", "from and to must be inventories of the organisation")
    }
    if (!organization.tracked.has(movement.productUuid)) {
      throw new HttpError(422, "CONSTRAINT_VIOLATION", `Product ${movement.productUuid} is not tracked`)
    }
    const amount = new BigNumber(movement.change)
    const { productUuid, variantUuid } = movement
    const into = movement.to === store ? [{ productUuid, variantUuid, change: amount.toFixed() }] : []
    const out = movement.from === store ? [{ productUuid, variantUuid, change: amount.negated().toFixed() }] : []
    return [...into, ...out]
  })
}

/** Moves STORE balances and tells subscribers, one notification for the whole change. */
export function changeStore(
  context: SandboxContext,
  organization: OrganizationState,
  changes: StoreChange[],
  externalUuid: string | null
): void {
  const tracked = changes.filter((change) => organization.tracked.has(change.productUuid))
  if (tracked.length === 0) {
    return
  }
  const timestamp = context.clock.now().toISOString()
  const entry = ({ productUuid, variantUuid }: StoreChange, balance: string) => ({
    organizationUuid: organization.uuid,
    locationUuid: organization.inventories.STORE,
    productUuid,
    variantUuid,
    balance,
  })
  const total = new Map<string, StoreChange>()
  for (const change of tracked) {
    const sum = new BigNumber(total.get(change.variantUuid)?.change ?? 0).plus(change.change)
    total.set(change.variantUuid, { ...change, change: sum.toFixed() })
  }
  const moved = [...total.values()].map((change) => {
    const before = organization.balances.get(change.variantUuid) ?? "0"
    const after = new BigNumber(before).plus(change.change).toFixed()
    organization.balances.set(change.variantUuid, after)
    const { variantUuid } = change
    context.activity.tell({ type: "stock", organizationUuid: organization.uuid, variantUuid, balance: after })
    return { before: entry(change, before), after: { ...entry(change, after), created: timestamp } }
  })
  context.deliveries.publish(organization, "InventoryBalanceChanged", {
    organizationUuid: organization.uuid,
    updated: { uuid: organization.userUuid, timestamp, userType: "USER", clientUuid: organization.userUuid },
    balanceBefore: moved.map(({ before }) => before),
    balanceAfter: moved.map(({ after }) => after),
    externalUuid,
  })
}

/** Every STORE balance of tracked products. */
export function listBalances(organization: OrganizationState) {
  return [...organization.tracked].flatMap((productUuid) =>
    (organization.products.get(productUuid)?.variants ?? []).map((variant) => ({
      organizationUuid: organization.uuid,
      locationUuid: organization.inventories.STORE,
      productUuid,
      variantUuid: variant.uuid,
      balance: organization.balances.get(variant.uuid) ?? "0",
    }))
  )
}
