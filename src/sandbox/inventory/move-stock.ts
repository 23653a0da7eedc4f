import { BigNumber } from "bignumber.js"
import { type Caller, clientOf } from "../http/auth"
import { errorWord } from "../http/error-words"
import { HttpError } from "../http/http-error"
import { findVariant } from "../products/product-library"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { composeBalanceEvent, type MoveCause, type MovedRow } from "./balance-event"
import { balanceOf, changeRecord, isInventory, isStore, recordOf } from "./stock-state"

/** Goods on their way from one inventory to another; `change` is above 0, a number or decimal text. */
export type StockMove = {
  productUuid: string
  variantUuid: string
  from: string
  to: string
  change: number | string
}

/** Somebody at the counter, and no client of the interface. */
export const AT_COUNTER: MoveCause = { externalUuid: null, clientUuid: null }

/** @throws HttpError 404 for an unknown variant, 422 for one of another product */
export function checkVariant(organization: OrganizationState, productUuid: string, variantUuid: string): void {
  if (findVariant(organization, variantUuid).product.uuid !== productUuid) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `Variant ${variantUuid} is not one of product ${productUuid}`)
  }
}

function checkMoves(context: SandboxContext, organization: OrganizationState, moves: StockMove[]): void {
  for (const { productUuid, variantUuid, from, to } of moves) {
    checkVariant(organization, productUuid, variantUuid)
    if (!isInventory(organization, from) || !isInventory(organization, to)) {
      throw new HttpError(422, "CONSTRAINT_VIOLATION", "from and to must be inventories of the organisation")
    }
    if (!organization.tracked.has(productUuid)) {
      const errorType = errorWord(context, "CONSTRAINT_VIOLATION", "PRODUCT_NOT_TRACKED")
      throw new HttpError(422, errorType, `Product ${productUuid} is not tracked`)
    }
  }
}

/**
 * Moves stock for a caller of the interface. As specified a repeat of the caller's identifier is the same movement and is
 * not applied again; as observed the identifier is only a tag, and what is sent twice moves twice.
 * @throws HttpError 404, 422 for what cannot be moved; then nothing was
 */
export function moveForCaller(
  context: SandboxContext,
  caller: Caller,
  moves: StockMove[],
  identifier: string | null
): void {
  const { organization } = caller
  checkMoves(context, organization, moves)
  const isRepeat = identifier !== null && organization.movementIdentifiers.has(identifier)
  if (isRepeat && !speaksField(context, "movements")) {
    return
  }
  if (identifier !== null) {
    organization.movementIdentifiers.add(identifier)
  }
  moveStock(context, organization, moves, { externalUuid: identifier, clientUuid: clientOf(caller) })
}

/** Moves tracked stock and tells subscribers when a STORE was concerned, one notification for the whole change. */
export function moveStock(
  context: SandboxContext,
  organization: OrganizationState,
  moves: StockMove[],
  cause: MoveCause
): void {
  const at = context.clock.now()
  const rows = [...totalChanges(organization, moves).values()].map(({ change, ...place }): MovedRow => {
    const { inventoryUuid, variantUuid } = place
    const before = balanceOf(organization, inventoryUuid, variantUuid)
    const isNew = recordOf(organization, inventoryUuid, variantUuid) === null
    const after = change.plus(before).toFixed()
    changeRecord(organization, place, { balance: after }, at)
    if (inventoryUuid === organization.inventories.STORE) {
      context.activity.tell({ type: "stock", organizationUuid: organization.uuid, variantUuid, balance: after })
    }
    return { ...place, before, after, isNew }
  })
  if (rows.some(({ inventoryUuid }) => isStore(organization, inventoryUuid))) {
    const event = composeBalanceEvent(context, organization, rows, cause, at)
    context.deliveries.publish(organization, "InventoryBalanceChanged", event)
  }
}

type TotalChange = { inventoryUuid: string; productUuid: string; variantUuid: string; change: BigNumber }

/** What the moves come to for each variant in each inventory. */
function totalChanges(organization: OrganizationState, moves: StockMove[]): Map<string, TotalChange> {
  const totals = new Map<string, TotalChange>()
  for (const { productUuid, variantUuid, from, to, change } of moves) {
    if (!organization.tracked.has(productUuid)) {
      continue
    }
    const amount = new BigNumber(change)
    const [into, out] = [
      { inventoryUuid: to, change: amount },
      { inventoryUuid: from, change: amount.negated() },
    ]
    for (const part of [into, out]) {
      const key = `${part.inventoryUuid}/${variantUuid}`
      const sum = part.change.plus(totals.get(key)?.change ?? 0)
      totals.set(key, { inventoryUuid: part.inventoryUuid, productUuid, variantUuid, change: sum })
    }
  }
  return totals
}
