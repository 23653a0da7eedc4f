import { BigNumber } from "bignumber.js"
import { v1 as uuidVersion1 } from "uuid"
import { type SandboxContext, speaksField, speaksOdd } from "../context/sandbox-context"
import { errorWord } from "../http/answer-error"
import { type Caller, getClient } from "../http/auth"
import { HttpError } from "../http/http-error"
import { findProduct, findVariant } from "../products/product-library"
import { keepNewest } from "../state/keep-newest"
import type { OrganizationState } from "../state/organization"
import { getBalance, changeRecord, isInventory, isStore, getRecord } from "./stock-state"

/** Goods on their way from one inventory to another; `change` is above 0, a number or decimal text. */
export type StockMove = {
  productUuid: string
  variantUuid: string
  from: string
  to: string
  change: number | string
}

/** Somebody at the register, and no client of the interface. */
export const AT_POS: MoveCause = { externalUuid: null, clientUuid: null }

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
      throw new HttpError(422, "CONSTRAINT_VIOLATION", "from and to must be inventories of the organization")
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
    keepNewest(organization.movementIdentifiers)
  }
  moveStock(context, organization, moves, { externalUuid: identifier, clientUuid: getClient(caller) })
}

/**
 * Moves tracked stock and notifies subscribers when a STORE was concerned, one notification for the whole change. As
 * observed only the default STORE counts.
 */
export function moveStock(
  context: SandboxContext,
  organization: OrganizationState,
  moves: StockMove[],
  cause: MoveCause
): void {
  const at = context.clock.now()
  const rows = [...totalChanges(organization, moves).values()].map(({ change, ...place }): MovedRow => {
    const { inventoryUuid, variantUuid } = place
    const before = getBalance(organization, inventoryUuid, variantUuid)
    const isNew = getRecord(organization, inventoryUuid, variantUuid) === null
    const after = change.plus(before).toFixed()
    changeRecord(organization, place, { balance: after }, at)
    if (inventoryUuid === organization.inventories.STORE) {
      context.activity.publish({ type: "stock", organizationUuid: organization.uuid, variantUuid, balance: after })
    }
    return { ...place, before, after, isNew }
  })
  const isOdd = speaksOdd(context, "balanceRows")
  const isDefaultOnly = speaksField(context, "balanceRows") && !isOdd
  const ofStores = rows.filter(({ inventoryUuid }) =>
    isDefaultOnly ? inventoryUuid === organization.inventories.STORE : isStore(organization, inventoryUuid)
  )
  if (ofStores.length > 0) {
    const event = composeBalanceEvent(context, organization, { rows: isOdd ? rows : ofStores, isOdd }, cause, at)
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

/** Who moves stock: `externalUuid` is the caller's own word for it, `clientUuid` the client that called. */
type MoveCause = { externalUuid: string | null; clientUuid: string | null }

/** A balance that a movement changed; `isNew`: there was no record of it before. */
type MovedRow = {
  inventoryUuid: string
  productUuid: string
  variantUuid: string
  before: string
  after: string
  isNew: boolean
}

/**
 * The payload of InventoryBalanceChanged (docs/reference/pos-api.md, balanceRows). Before and after have the same rows in
 * the same order. With every oddity the order is another after, what did not exist before is left out there, and
 * `created` is on the other side.
 */
function composeBalanceEvent(
  context: SandboxContext,
  organization: OrganizationState,
  { rows, isOdd }: { rows: MovedRow[]; isOdd: boolean },
  cause: MoveCause,
  at: Date
) {
  const created = at.toISOString()
  const entry = ({ inventoryUuid, productUuid, variantUuid }: MovedRow, balance: string) => ({
    organizationUuid: organization.uuid,
    locationUuid: inventoryUuid,
    productUuid,
    variantUuid,
    balance,
  })
  const balances = isOdd
    ? {
        balanceBefore: rows.filter(({ isNew }) => !isNew).map((row) => ({ ...entry(row, row.before), created })),
        balanceAfter: rows.toReversed().map((row) => entry(row, row.after)),
      }
    : {
        balanceBefore: rows.map((row) => entry(row, row.before)),
        balanceAfter: rows.map((row) => ({ ...entry(row, row.after), created })),
      }
  return {
    organizationUuid: organization.uuid,
    updated: {
      uuid: organization.userUuid,
      timestamp: created,
      userType: "USER",
      clientUuid: speaksField(context, "clientUuid") ? cause.clientUuid : organization.userUuid,
    },
    ...balances,
    externalUuid: cause.externalUuid,
  }
}

/** The move that changes a STORE by a difference: more comes from the supplier, less goes to the bin. */
function moveByHand(
  { inventories: { SUPPLIER, BIN } }: OrganizationState,
  store: string,
  goods: { productUuid: string; variantUuid: string },
  difference: BigNumber
): StockMove {
  const way = difference.isNegative() ? { from: store, to: BIN } : { from: SUPPLIER, to: store }
  return { ...goods, ...way, change: difference.abs().toFixed() }
}

/** A change by hand, in the register's STORE or another; `change` is a decimal in text. */
export type StockChange = {
  productUuid: string
  variantUuid: string
  change: string
  inventoryUuid?: string | undefined
}

/**
 * Changes stock as somebody at the register does: more comes from the supplier, less goes to the bin. A product that was
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
  const store = inventoryUuid ?? organization.inventories.STORE
  if (!isStore(organization, store)) {
    throw new HttpError(404, "NOT_FOUND", `There is no STORE ${store}`)
  }
  startTracking(context, organization, productUuid)
  const move = moveByHand(organization, store, { productUuid, variantUuid }, new BigNumber(change))
  moveStock(context, organization, [move], AT_POS)
  return getBalance(organization, store, variantUuid)
}

/** What was counted of a variant in the register's STORE; `counted` is a decimal in text of at least 0. */
type StockCount = { productUuid: string; variantUuid: string; counted: string }

/**
 * Sets stock to what was counted, by one movement of the differences: a surplus comes from the supplier, what is missing
 * goes to the bin. Products that were not tracked are from here on.
 * @returns each variant's balance before and after
 * @throws HttpError 404 for an unknown variant, 422 for a variant of another product; then nothing was counted
 */
export function countStock(context: SandboxContext, organization: OrganizationState, counts: StockCount[]) {
  counts.forEach(({ productUuid, variantUuid }) => checkVariant(organization, productUuid, variantUuid))
  const { STORE } = organization.inventories
  counts.forEach(({ productUuid }) => startTracking(context, organization, productUuid))
  const getCurrent = (variantUuid: string) => getBalance(organization, STORE, variantUuid)
  const before = counts.map(({ variantUuid }) => getCurrent(variantUuid))
  const moves = counts.flatMap(({ productUuid, variantUuid, counted }): StockMove[] => {
    const difference = new BigNumber(counted).minus(getCurrent(variantUuid))
    return difference.isZero() ? [] : [moveByHand(organization, STORE, { productUuid, variantUuid }, difference)]
  })
  moveStock(context, organization, moves, AT_POS)
  return counts.map(({ variantUuid }, index) => ({
    variantUuid,
    before: before[index],
    balance: getCurrent(variantUuid),
  }))
}

/**
 * Starts tracking: balances begin at 0, or at their values when it was stopped. As observed each variant has a row in
 * the register's STORE from then on; with every oddity only once it has moved. Starting twice changes nothing.
 */
export function startTracking(context: SandboxContext, organization: OrganizationState, productUuid: string): void {
  const { variants } = findProduct(organization, productUuid)
  if (organization.tracked.has(productUuid)) {
    return
  }
  organization.tracked.add(productUuid)
  const inventoryUuid = organization.inventories.STORE
  const getsRows = speaksField(context, "stockRow") && !speaksOdd(context, "stockRow")
  for (const { uuid: variantUuid } of getsRows ? (variants ?? []) : []) {
    if (getRecord(organization, inventoryUuid, variantUuid) === null) {
      changeRecord(organization, { inventoryUuid, variantUuid }, {}, context.clock.now())
    }
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
