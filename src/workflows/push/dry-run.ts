import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { type ProductContent, productContentSchema } from "../../pos-api/contract"
import { diffFields, type FieldChange } from "../../translate/field-changes"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { previewProducts, type ProductPreview } from "./preview-products"
import { findPlannedProducts } from "../../medusa-tables/catalogue/sold-products"
import { findLinksOf, readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"

/** What a push would do with one product. */
export type DryRunEntry = {
  product_id: string
  title: string | null
  action: "create" | "change" | "delete" | "keep" | "reject" | "none"
  /** field by field, what the counter has and what it would get */
  changes: FieldChange[]
  /** why it would be rejected */
  reasons: string[]
  /** what a person should know of the mapping */
  notes: string[]
}

export type DryRunPage = { entries: DryRunEntry[]; next: string | null }

/**
 * What a full sync would do, a page at a time in the order of product ids. Nothing is written, here or at the service.
 * @param page.after the `next` of the page before; "" for the first
 */
export async function dryRun(
  container: MedusaContainer,
  connectionId: string,
  page: { after: string; limit: number }
): Promise<DryRunPage> {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connectionId)
  const selected = selectionCondition(pushSettingsOf(connection).selection)
  const productIds = await pos.query((sql) => findPlannedProducts(sql, { connectionId, selected, ...page }))
  const known = new Map(
    (await pos.query((sql) => findLinksOf(sql, connectionId, productIds))).map((link) => [link.product_id, link])
  )
  const links = productIds.map((product_id) => known.get(product_id) ?? unlinked(product_id))
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

/** A link as it would be made; nothing of it is stored. */
function unlinked(product_id: string): ProductPreview["link"] {
  return {
    ...{ id: `unlinked:${product_id}`, product_id, product_uuid: chooseUuid(), revision: 1, attempts: 0 },
    ...{ fingerprint: null, rejected_fingerprint: null, inclusion: "auto", overrides: null, counter_changed: false },
    ...{ state: "pending", at_counter: false, may_be_there: false, awaits_publishing: false },
  }
}

function toEntry({ link, read, fate, mapped, furtherParts }: ProductPreview, accepted: unknown): DryRunEntry {
  const base = {
    ...{ product_id: link.product_id, title: read?.product.title ?? null, changes: [], reasons: [] },
    notes: mapped?.notes ?? [],
  }
  if (!mapped) {
    const isTaken = link.at_counter && (fate === "excluded" || fate === "removed")
    return { ...base, action: isTaken ? "delete" : link.at_counter ? "keep" : "none" }
  }
  if (mapped.violations.length > 0) {
    return { ...base, action: "reject", reasons: mapped.violations }
  }
  if (!link.at_counter) {
    return { ...base, action: "create" }
  }
  const parts = [accepted, ...furtherParts.map(({ accepted_content }) => accepted_content)]
  const action = link.fingerprint === mapped.fingerprint ? "none" : "change"
  return { ...base, action, changes: diffParts(parts, mapped.shopParts) }
}

/**
 * What would change in all parts of a product. A variant that the POS has in no part is new, one that no part would have
 * is removed.
 * @param accepted what the POS accepted last of each part
 */
function diffParts(accepted: unknown[], shopParts: ProductContent[]): FieldChange[] {
  const count = Math.max(accepted.length, shopParts.length)
  return Array.from({ length: count }, (_, index) => {
    const shop = shopParts[index]
    // Stored in a form that is not understood, it is written over.
    const before = productContentSchema.safeParse(accepted[index]).data
    if (shop && before) {
      return diffFields(before, shop)
    }
    const known = before ?? shop
    return known && index > 0
      ? diffFields(
          { uuid: known.uuid, variants: before?.variants ?? [] },
          { uuid: known.uuid, variants: shop?.variants ?? [] }
        )
      : []
  }).flat()
}
