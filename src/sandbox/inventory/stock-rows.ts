import { createHash } from "node:crypto"
import { findProduct } from "../products/product-library"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { recordOf, type StockRecord } from "./stock-state"
import { trackedVariants } from "./tracking"

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
  const variants = [...(productUuid === null ? trackedVariants(organization) : variantsOf(organization, productUuid))]
  return inventories.flatMap((inventoryUuid) =>
    variants.map((variant) => ({
      ...variant,
      inventoryUuid,
      record: recordOf(organization, inventoryUuid, variant.variantUuid),
    }))
  )
}

function variantsOf(organization: OrganizationState, productUuid: string) {
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
