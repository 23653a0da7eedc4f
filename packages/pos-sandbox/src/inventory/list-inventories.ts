import type { Request, Response } from "express"
import { z } from "zod"
import { createHash } from "node:crypto"
import { INVENTORY_TYPES } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { linkNext } from "../http/answers"
import { HttpError, parseOr } from "../http/http-error"
import { findProduct } from "../products/product-library"
import type { OrganizationState } from "../state/organization"
import { trackedVariants } from "./move-stock"
import { type FurtherStore, type InventoryType, getRecord, type StockRecord } from "./stock-state"

const getName = (type: InventoryType) => type.charAt(0) + type.slice(1).toLowerCase()

/**
 * Every inventory of an organization. As observed each shows whether it is the default of its type, and a STORE that is
 * not the register's may come before the register's.
 */
export function listInventories(context: SandboxContext, organization: OrganizationState) {
  const isField = speaksField(context, "stores")
  const defaults = INVENTORY_TYPES.map((inventoryType) => ({
    inventoryUuid: organization.inventories[inventoryType],
    inventoryType,
    name: getName(inventoryType),
    description: isField ? null : undefined,
    defaultInventory: isField ? true : undefined,
  }))
  const further = organization.furtherStores.map((store) => shownStore(context, store))
  return isField ? [...further, ...defaults] : [...defaults, ...further]
}

/** A STORE beside the register's. */
export function shownStore(context: SandboxContext, { uuid, name, description }: FurtherStore) {
  const isField = speaksField(context, "stores")
  return {
    inventoryUuid: uuid,
    inventoryType: "STORE",
    name,
    description: isField ? description : undefined,
    defaultInventory: isField ? false : undefined,
  }
}

/** UUIDs of all STOREs, the register's first. */
export function storeUuids({ inventories, furtherStores }: OrganizationState): string[] {
  return [inventories.STORE, ...furtherStores.map(({ uuid }) => uuid)]
}

/** Rows a page, as observed. */
export const STOCK_PAGE = { defaultLimit: 100, maxLimit: 1_000 } as const

const querySchema = z.looseObject({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(STOCK_PAGE.maxLimit).default(STOCK_PAGE.defaultLimit),
})

type Keyed = { inventoryUuid: string; variantUuid: string }

const getKey = ({ inventoryUuid, variantUuid }: Keyed) => `${inventoryUuid}/${variantUuid}`

/**
 * As specified the list comes whole. As observed it comes in pages, in the order of its keys, so that what appears or
 * goes between two pages neither hides nor repeats a row; the next page is in the header `Link`.
 */
export function pageStock<Place extends Keyed>(
  context: SandboxContext,
  request: Request,
  response: Response,
  places: Place[]
): Place[] {
  if (!speaksField(context, "stockPages")) {
    return places
  }
  const { cursor, limit } = parseOr(400, querySchema, request.query)
  const after = cursor === undefined ? "" : fromCursor(cursor)
  const remaining = places
    .map((place) => ({ place, key: getKey(place) }))
    .filter(({ key }) => key > after)
    .sort((left, right) => (left.key < right.key ? -1 : 1))
  const page = remaining.slice(0, limit)
  const last = page.at(-1)
  if (last && remaining.length > page.length) {
    response.setHeader("Link", linkNext(request, { cursor: toCursor(last.key), limit: String(limit) }))
  }
  return page.map(({ place }) => place)
}

const toCursor = (key: string) => Buffer.from(key).toString("base64url")

function fromCursor(cursor: string): string {
  const key = Buffer.from(cursor, "base64url").toString("utf8")
  if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/i.test(key)) {
    throw new HttpError(400, "BAD_REQUEST", "cursor is not one of this interface")
  }
  return key
}

/** One variant in one inventory. */
type Place = { inventoryUuid: string; productUuid: string; variantUuid: string; record: StockRecord | null }

/** Which rows are asked for. @param inventories UUIDs of STOREs @param productUuid null: every tracked product */
export type StockSelection = { inventories: string[]; productUuid: string | null }

/** The places that are listed: as specified every tracked variant's, as observed only where something ever moved. */
export function listedPlaces(
  context: SandboxContext,
  organization: OrganizationState,
  selection: StockSelection
): Place[] {
  const places = stockPlaces(organization, selection)
  return speaksField(context, "stockRow") ? places.filter(({ record }) => record !== null) : places
}

/** The places of tracked variants. */
export function stockPlaces(organization: OrganizationState, { inventories, productUuid }: StockSelection): Place[] {
  const variants = [...(productUuid === null ? trackedVariants(organization) : getVariants(organization, productUuid))]
  return inventories.flatMap((inventoryUuid) =>
    variants.map((variant) => ({
      ...variant,
      inventoryUuid,
      record: getRecord(organization, inventoryUuid, variant.variantUuid),
    }))
  )
}

function getVariants(organization: OrganizationState, productUuid: string) {
  const { variants } = findProduct(organization, productUuid)
  return organization.tracked.has(productUuid)
    ? (variants ?? []).map(({ uuid }) => ({ productUuid, variantUuid: uuid }))
    : []
}

/** The row of a place: `balance` in text at a `locationUuid` as specified, a number with more around it as observed. */
export function shownRow(context: SandboxContext, organization: OrganizationState, place: Place) {
  return speaksField(context, "stockRow") ? fieldRow(organization, place) : specRow(organization, place)
}

/** A row as specified, and as the older version has it always. */
export function specRow(organization: OrganizationState, place: Place) {
  const { inventoryUuid, productUuid, variantUuid, record } = place
  return {
    organizationUuid: organization.uuid,
    locationUuid: inventoryUuid,
    productUuid,
    variantUuid,
    balance: record?.balance ?? "0",
  }
}

function fieldRow(organization: OrganizationState, { inventoryUuid, productUuid, variantUuid, record }: Place) {
  const { balance = "0", updated = 0, revision = 0, lowStockLevel = null, lowStockAlert = false } = record ?? {}
  return {
    organizationUuid: organization.uuid,
    inventoryUuid,
    productUuid,
    variantUuid,
    balance: Number(balance),
    lowStockLevel,
    lowStockAlert,
    updated: new Date(updated).toISOString(),
    checksum: createHash("sha256")
      .update([inventoryUuid, variantUuid, balance, updated, revision].join("/"))
      .digest("hex")
      .slice(0, 32),
  }
}
