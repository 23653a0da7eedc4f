import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ConnectionRecord, getOutboundSettings } from "../../modules/pos/connection-record"
import { type ProductContent, productContentSchema } from "../../pos-api/contract"
import { readPlanned } from "../../runtime/sold-products"
import { diffFields, type FieldChange } from "./field-changes"
import { chooseUuid } from "../../modules/pos/entity-id"
import { type MappedProduct, mapProducts, toMap } from "./map-products"
import { type ClaimedProductLink, findLinksOf, readAcceptedContents } from "./outbox"
import { findPlacements, lookUpUuids, type ProductPart } from "./product-parts"
import { findStoredImages } from "./push-images"
import { type ListingDecision, decideListing, type ReadProduct, readProducts } from "./read-products"
import { getImages } from "./store-product-mapping"

/** What a push would do with one product. */
export type DryRunEntry = {
  product_id: string
  title: string | null
  action: "create" | "change" | "delete" | "keep" | "reject" | "none"
  /** changed fields, with the POS's value and the value that it would get */
  changes: FieldChange[]
  /** why it would be rejected */
  reasons: string[]
  /** notes on the mapping, for a person */
  notes: string[]
}

export type DryRunPage = { entries: DryRunEntry[]; next: string | null }

/**
 * Previews a full sync, one page at a time in the order of product ids. Nothing is written, neither in the store nor at
 * the POS.
 * @param page.after the `next` of the previous page; "" for the first
 */
export async function dryRun(
  container: MedusaContainer,
  connectionId: string,
  page: { after: string; limit: number }
): Promise<DryRunPage> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const { selection } = getOutboundSettings(connection)
  const productIds = await readPlanned(container, { connectionId, selection, after: page.after, limit: page.limit })
  const contentsBefore = new Map(
    (await pos.query((sql) => findLinksOf(sql, connectionId, productIds))).map((link) => [link.product_id, link])
  )
  const links = productIds.map((product_id) => contentsBefore.get(product_id) ?? unlinked(product_id))
  const previews = await previewProducts(container, connection, links)
  const accepted = await pos.query((sql) =>
    readAcceptedContents(
      sql,
      links.map(({ id }) => id)
    )
  )
  return {
    entries: previews.map((preview) => toEntry(preview, accepted.get(preview.link.id)?.accepted_content ?? null)),
    next: productIds.length === page.limit ? (productIds.at(-1) ?? null) : null,
  }
}

/** Returns a link as it would be created; nothing is stored. */
function unlinked(product_id: string): ProductPreview["link"] {
  return {
    id: `unlinked:${product_id}`,
    product_id,
    product_uuid: chooseUuid(),
    revision: 1,
    pushed_revision: 0,
    attempts: 0,
    fingerprint: null,
    rejected_fingerprint: null,
    inclusion: "auto",
    overrides: null,
    pos_changed: false,
    state: "pending",
    at_pos: false,
    may_be_there: false,
    awaits_publishing: false,
    is_held: false,
    is_deletion_held: false,
  }
}

function toEntry({ link, read, fate, mapped, furtherParts }: ProductPreview, accepted: unknown): DryRunEntry {
  const base = {
    product_id: link.product_id,
    title: read?.product.title ?? null,
    changes: [],
    reasons: [],
    notes: mapped?.notes ?? [],
  }
  if (!mapped) {
    const isTaken = link.at_pos && (fate === "excluded" || fate === "removed")
    return { ...base, action: isTaken ? "delete" : link.at_pos ? "keep" : "none" }
  }
  if (mapped.violations.length > 0) {
    return { ...base, action: "reject", reasons: mapped.violations }
  }
  if (!link.at_pos) {
    return { ...base, action: "create" }
  }
  const parts = [accepted, ...furtherParts.map(({ accepted_content }) => accepted_content)]
  const action = link.fingerprint === mapped.fingerprint ? "none" : "change"
  return { ...base, action, changes: diffParts(parts, mapped.storeParts) }
}

/**
 * Returns the changes in all parts of a product. A variant that no part at the POS has is new; one that no part would
 * have is removed.
 * @param accepted what the POS last accepted of each part
 */
function diffParts(accepted: unknown[], storeParts: ProductContent[]): FieldChange[] {
  const count = Math.max(accepted.length, storeParts.length)
  return Array.from({ length: count }, (_, index) => {
    const store = storeParts[index]
    // Stored content that cannot be parsed is overwritten.
    const before = productContentSchema.safeParse(accepted[index]).data
    if (store && before) {
      return diffFields(before, store)
    }
    const contentBefore = before ?? store
    return contentBefore && index > 0
      ? diffFields(
          { uuid: contentBefore.uuid, variants: before?.variants ?? [] },
          { uuid: contentBefore.uuid, variants: store?.variants ?? [] }
        )
      : []
  }).flat()
}

/** The result that a push of a link would have now. `mapped` is null for a product that is not sold. */
export type ProductPreview = {
  link: ClaimedProductLink
  read: ReadProduct | undefined
  fate: ListingDecision
  mapped: MappedProduct | null
  /** its further parts at the POS, in their order */
  furtherParts: ProductPart[]
}

/** Computes what a push of links would do, without writing to the store or the POS. */
export async function previewProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  links: ClaimedProductLink[]
): Promise<ProductPreview[]> {
  const settings = getOutboundSettings(connection)
  const read = await readProducts(
    container,
    connection,
    links.map((link) => link.product_id)
  )
  const fates = new Map(links.map((link) => [link.id, decideListing(link, read.get(link.product_id), settings)]))
  const chosenLinks = links.flatMap((link) => {
    const product = fates.get(link.id) === "sold" ? read.get(link.product_id) : undefined
    return product ? [{ link, found: product, product: product.product }] : []
  })
  const placements = await findPlacements(container, connection.id, chosenLinks)
  const sold = chosenLinks.map(({ link, found }) => toMap(link, found, settings, placements))
  const uuids = await lookUpUuids(container, connection.id, sold)
  const urls = sold.flatMap(({ product }) => getImages(product))
  const batchImages = await findStoredImages(container, { connection, settings, urls })
  const mapped = new Map(
    (await mapProducts(container, connection, sold, uuids, batchImages)).map((product) => [product.link.id, product])
  )
  return links.map((link) => ({
    link,
    read: read.get(link.product_id),
    fate: fates.get(link.id) ?? "sold",
    mapped: mapped.get(link.id) ?? null,
    furtherParts: uuids.furtherParts.filter(({ product_link_id }) => product_link_id === link.id),
  }))
}
