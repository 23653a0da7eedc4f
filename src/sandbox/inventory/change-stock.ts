import { BigNumber } from "bignumber.js"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import type { OrganizationState } from "../state/organization"
import { AT_COUNTER, checkVariant, moveStock } from "./move-stock"
import { balanceOf, isStore } from "./stock-state"
import { startTracking } from "./tracking"

/** A change by hand, in the till's STORE or another; `change` is a decimal in text. */
export type StockChange = {
  productUuid: string
  variantUuid: string
  change: string
  inventoryUuid?: string | undefined
}

/**
 * Changes stock as somebody at the counter does: more comes from the supplier, less goes to the bin. A product that was
 * not tracked is from here on.
 * @returns the new balance
 * @throws HttpError 404 for an unknown variant or STORE, 422 for a variant of another product
 */
export function changeStock(
  context: SandboxContext,
  organization: OrganizationState,
  { productUuid, variantUuid, change, inventoryUuid }: StockChange
): string {
  checkVariant(organization, productUuid, variantUuid)
  const { STORE, SUPPLIER, BIN } = organization.inventories
  const store = inventoryUuid ?? STORE
  if (!isStore(organization, store)) {
    throw new HttpError(404, "NOT_FOUND", `There is no STORE ${store}`)
  }
  startTracking(context, organization, productUuid)
  const difference = new BigNumber(change)
  const way = difference.isNegative() ? { from: store, to: BIN } : { from: SUPPLIER, to: store }
  moveStock(
    context,
    organization,
    [{ productUuid, variantUuid, ...way, change: difference.abs().toFixed() }],
    AT_COUNTER
  )
  return balanceOf(organization, store, variantUuid)
}
