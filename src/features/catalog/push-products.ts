import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { planRetry } from "../../runtime/retry"
import { holdMassChanges, type PlannedChange } from "../holds"
import { removeDeselectedProducts, rejectProducts } from "./deselect"
import { readNamesAtPos } from "./held-products-store"
import { type MappedProduct, mapProducts, toMap } from "./map-products"
import { findSuspicious } from "./mass-change-rules"
import type { ClaimedProductLink, ProductPushResult } from "./outbox"
import { ensureUuids, findPlacements } from "./product-parts"
import { ensureImages } from "./push-images"
import { decideListing, type ListingDecision, readProducts } from "./read-products"
import { type KnownParts, readKnownParts, sendMappedProducts, type SentProducts } from "./send"
import { getImages } from "./store-product-mapping"

/**
 * Pushes claimed products to the POS. Products that were deleted in the store or are no longer sold are removed by the
 * connection's policy. Products that the POS would reject are rejected with the reason. Unchanged products cost no
 * call, and the rest is sent. A product whose deletion at the POS is held is not sent, which would create it again.
 */
export async function pushProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  claims: ClaimedProductLink[],
  now: Date
): Promise<SentProducts> {
  const pos = container.resolve(POS_MODULE)
  const { importThreshold } = await pos.getOptions()
  const client = await pos.clientOf(connection.id, claims.length < importThreshold ? "urgent" : "bulk")
  const settings = getOutboundSettings(connection)
  const read = await readProducts(
    container,
    connection,
    claims.map((claim) => claim.product_id)
  )
  const fates = claims.map((link) => ({ link, fate: decideListing(link, read.get(link.product_id), settings) }))
  const soldLinks = fates.flatMap(({ link, fate }) => {
    const readProduct = fate === "sold" && !link.is_deletion_held ? read.get(link.product_id) : undefined
    return readProduct ? [{ link, readProduct, product: readProduct.product }] : []
  })
  const placements = await findPlacements(container, connection.id, soldLinks)
  const sold = soldLinks.map(({ link, readProduct }) => toMap(link, readProduct, settings, placements))
  const unsold = fates.flatMap(({ link, fate }) => (fate === "sold" ? [] : [{ link, fate }]))
  const deleted = fates.filter(({ link, fate }) => fate === "sold" && link.is_deletion_held)
  const leaving = { container, connection, client, now }
  const holding = { connectionId: connection.id, settings, side: "pos" } as const
  const heldRemovals = await holdMassChanges(pos, holding, await planRemovals(container, unsold))
  const removedLinks = await removeDeselectedProducts(
    leaving,
    unsold.filter(({ link }) => !heldRemovals.has(link.id))
  )
  const uuids = await ensureUuids(container, connection.id, sold)
  const urls = sold.flatMap(({ product }) => getImages(product))
  const batchImages = await ensureImages(container, { connection, client, settings, urls })
  const all = await mapProducts(container, connection, sold, uuids, batchImages)
  const mapped = all.filter(({ hookError }) => hookError === null)
  // The developer's own code may fail temporarily, for example when it calls another system.
  const unhooked = all
    .filter(({ hookError }) => hookError !== null)
    .map(({ link: { id, revision, attempts }, violations, hookError }): ProductPushResult => {
      const retry = planRetry("catalog", hookError, now, attempts)
      return { id, revision, outcome: "retry", reason: violations.join("; "), ...retry }
    })
  const { furtherParts } = uuids
  const isValid = ({ violations }: MappedProduct) => violations.length === 0
  const differing = mapped.filter((product) => isValid(product) && !isUnchanged(product))
  const knownParts = await readKnownParts(container, differing, furtherParts)
  const isTaken = settings.on_invalid === "remove"
  const held = await holdMassChanges(
    pos,
    holding,
    mapped.map((product) =>
      toPlannedChange(product, knownParts, { isTaken, factor: settings.mass_change_limits.price_factor })
    )
  )
  const passing = mapped.filter(({ link }) => !held.has(link.id))
  const rejected = await rejectProducts(
    leaving,
    passing.filter((product) => !isValid(product)),
    isTaken
  )
  const changed = differing.filter(({ link }) => !held.has(link.id))
  const sent = await sendMappedProducts({
    container,
    connection,
    client,
    settings,
    knownParts,
    furtherParts,
    now,
    mapped: changed,
  })
  return {
    results: [
      ...unsold.filter(({ link }) => heldRemovals.has(link.id)).map(({ link }) => toHeld(link, null)),
      ...deleted.map(({ link }) => toHeld(link, null)),
      ...mapped.filter(({ link }) => held.has(link.id)).map(({ link, fingerprint }) => toHeld(link, fingerprint)),
      ...removedLinks,
      ...rejected,
      ...unhooked,
      ...passing.filter(isUnchanged).map(toUnchanged),
      ...sent.results,
    ],
    failure: sent.failure,
  }
}

type Unsold = { link: ClaimedProductLink; fate: Exclude<ListingDecision, "sold"> }

/** A product that the merchant has excluded by itself is no mistake, and neither is one that is not at the POS. */
async function planRemovals(container: MedusaContainer, unsold: Unsold[]): Promise<PlannedChange[]> {
  const isRemoval = ({ link, fate }: Unsold) =>
    (fate === "excluded" || fate === "removed") && link.inclusion !== "exclude" && isAtPos(link)
  const removals = unsold.filter(isRemoval)
  const ids = removals.map(({ link }) => link.id)
  const names = ids.length > 0 ? await container.resolve(POS_MODULE).query((sql) => readNamesAtPos(sql, ids)) : null
  return unsold.map((product) =>
    toPlanned(product.link, names?.get(product.link.id), isRemoval(product) ? REMOVAL : [])
  )
}

const REMOVAL: PlannedChange["changes"] = [
  { kind: "removal", variant_uuid: null, variant: null, before: null, after: null },
]

const toPlanned = (
  link: ClaimedProductLink,
  title: string | null | undefined,
  changes: PlannedChange["changes"]
): PlannedChange => ({
  link,
  wasHeld: link.is_held,
  product_id: link.product_id,
  title: title || link.product_id,
  changes,
})

const isAtPos = (link: ClaimedProductLink) => link.at_pos || link.may_be_there

/** @param rules.isTaken whether a product that cannot be sent is deleted at the POS */
function toPlannedChange(
  { link, violations, contents, storeParts }: MappedProduct,
  knownParts: KnownParts,
  rules: { isTaken: boolean; factor: number }
): PlannedChange {
  const title = contents[0]?.name
  if (violations.length > 0) {
    return toPlanned(link, title, rules.isTaken && isAtPos(link) ? REMOVAL : [])
  }
  const parts = knownParts.get(link.id) ?? []
  return toPlanned(
    link,
    title,
    storeParts.flatMap((part, index) => {
      const accepted = parts[index]?.accepted ?? null
      return accepted === null ? [] : findSuspicious(accepted, part, rules.factor)
    })
  )
}

const toHeld = ({ id, revision }: ClaimedProductLink, rejected_fingerprint: string | null): ProductPushResult => ({
  id,
  revision,
  rejected_fingerprint,
  outcome: "held",
})

function isUnchanged({ link, fingerprint, violations }: MappedProduct): boolean {
  return violations.length === 0 && link.fingerprint === fingerprint && !link.pos_changed
}

function toUnchanged({ link: { id, revision }, notes, source }: MappedProduct): ProductPushResult {
  return { id, revision, notes, outcome: "unchanged", source_fingerprint: source }
}
