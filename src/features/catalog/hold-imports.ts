import type { MedusaContainer } from "@medusajs/framework/types"
import type { SuspiciousChange } from "../../contract/mass-changes"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getInboundSettings, getOutboundSettings } from "../../modules/pos/connection-record"
import { holdMassChanges, type PlannedChange } from "../holds"
import { markLinksDue } from "./change-marks"
import { endChangesOfParts, findHeldElsewhere } from "./held-products-store"
import { findSuspiciousPrices } from "./mass-change-rules"
import type { OwnedChanges, VariantChanges } from "./pos-product-mapping"
import type { PosLink } from "./pos-product-store"
import { isWritable } from "./price-rules"
import { readPriceSources } from "./read-prices"

/** A product that the POS has changed or deleted. */
export type PlannedImport = { link: PosLink; title: string; deleted: boolean }

const DELETION: SuspiciousChange = {
  kind: "deleted_at_pos",
  variant_uuid: null,
  variant: null,
  before: null,
  after: null,
}

/**
 * Decides which products are held before anything of them is written into the store: prices that the POS owns and that
 * become 0 or change by more than the factor, and products that were deleted at the POS and would leave the store.
 * @param owned what would be written into the store
 * @returns ids of the links that are held
 */
export async function holdImports(
  container: MedusaContainer,
  connection: ConnectionRecord,
  imports: PlannedImport[],
  owned: OwnedChanges[]
): Promise<Set<string>> {
  const pos = container.resolve(POS_MODULE)
  const settings = getOutboundSettings(connection)
  const losesDeleted = getInboundSettings(connection).on_pos_product_deleted !== "restore"
  const prices = await findPrices(container, connection, owned)
  const lost = new Set(
    imports.flatMap(({ link, deleted }) => (deleted && losesDeleted && link.part_id === null ? [link.link_id] : []))
  )
  const heldIds = imports.flatMap(({ link }) => (link.is_held ? [link.link_id] : []))
  const uuids = imports.map(({ link }) => link.uuid)
  const heldElsewhere = heldIds.length > 0 ? await pos.query((sql) => findHeldElsewhere(sql, heldIds, uuids)) : []
  const planned = new Map<string, PlannedChange>()
  for (const { link, title, deleted } of imports) {
    const ownChanges = lost.has(link.link_id) ? [DELETION] : (prices.get(link.product_id) ?? [])
    const further = heldElsewhere.flatMap(({ link_id, changes }) => (link_id === link.link_id ? changes : []))
    // A deleted part is not created again while it is undecided whether the whole product is.
    const isFree = ownChanges.length === 0 && !(deleted && further.some(({ kind }) => kind === DELETION.kind))
    if (!isFree || further.length === 0) {
      planned.set(link.link_id, {
        // A change that a person has released is valid until it is in the store: a push of its product does not end it.
        link: { id: link.link_id, revision: 0, pushed_revision: 0 },
        wasHeld: link.is_held,
        product_id: link.product_id,
        title,
        changes: [...further, ...ownChanges],
      })
    }
  }
  const holding = { connectionId: connection.id, settings, side: "store" } as const
  return holdMassChanges(pos, holding, [...planned.values()])
}

/** Finds the suspicious prices that would be written into the store, by product. */
async function findPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  owned: OwnedChanges[]
): Promise<Map<string, SuspiciousChange[]>> {
  const { price_factor } = getOutboundSettings(connection).mass_change_limits
  const find = (isCounted: (variant: VariantChanges) => boolean) => {
    const prices = new Map<string, SuspiciousChange[]>()
    for (const { productId, variants } of owned) {
      const repriced = variants.filter(isCounted).flatMap((variant) => variant.repriced ?? [])
      const before = { variants: repriced.map((change) => change.before) }
      const after = { variants: repriced.map((change) => change.after) }
      const changes = findSuspiciousPrices(before, after, price_factor)
      // The parts of a split product are decided on together.
      prices.set(productId, [...(prices.get(productId) ?? []), ...changes])
    }
    return prices
  }
  const all = find(() => true)
  if ([...all.values()].every((changes) => changes.length === 0)) {
    return all
  }
  const sources = await readPriceSources(container, connection, [])
  return find((variant) => isWritable(variant, sources))
}

/**
 * Ends the holds of products whose changes are in the store now. The products become due, because a product is not sent
 * while its deletion is held.
 */
export async function endHolds(container: MedusaContainer, links: PosLink[]): Promise<void> {
  const linkIds = links.map(({ link_id }) => link_id)
  await container.resolve(POS_MODULE).transaction(async (sql) => {
    await endChangesOfParts(
      sql,
      linkIds,
      links.map(({ uuid }) => uuid)
    )
    await markLinksDue(sql, linkIds)
  })
}
