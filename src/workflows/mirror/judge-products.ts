import type { z } from "@medusajs/framework/zod"
import { parseTimestamp, type PosProduct, productSchema, productUpdatedPayloadSchema } from "../../pos-api/contract"
import type { CounterLink } from "../../modules/pos/queries/catalogue/counter-products"
import type { ClaimedInboxEntry } from "../../modules/pos/queries/inbox/claim-entries"
import { judgeVersion } from "../../translate/counter-product"
import type { OwnableField } from "../../translate/ownership"
import { type EntryOutcome, parsePayload } from "../inbox/entry-outcome"

const CREATED = "ProductCreated"
const UPDATED = "ProductUpdated"
const DELETED = "ProductDeleted"

export const isOfProduct = (entry: ClaimedInboxEntry) => [CREATED, UPDATED, DELETED].includes(entry.event_name)

/** A notification of a product, read. */
export type ProductNotification = {
  entry: ClaimedInboxEntry
  product: PosProduct
  deleted: boolean
  updatedAt: Date | null
}

export function parseProductNotification(entry: ClaimedInboxEntry): {
  told: ProductNotification | null
  outcome: EntryOutcome | null
} {
  const read = <Payload>(schema: z.ZodType<Payload>, product: (payload: Payload) => PosProduct) => {
    const { payload, outcome } = parsePayload(schema, entry)
    if (payload === null) {
      return { told: null, outcome }
    }
    const content = product(payload)
    const told = {
      entry,
      product: content,
      deleted: entry.event_name === DELETED,
      updatedAt: parseTimestamp(content.updated),
    }
    return { told, outcome }
  }
  return entry.event_name === UPDATED
    ? read(productUpdatedPayloadSchema, ({ newEntity }) => newEntity)
    : read(productSchema, (product) => product)
}

/** What a notification of a product means to the shop. */
export type ProductJudgement =
  /** nothing; why */
  | { kind: "nothing"; reason: string }
  /** the counter has it, and the shop does not */
  | { kind: "stranger" }
  | { kind: "version"; link: CounterLink; differs: boolean; counterContent: object | null }
  | { kind: "deleted"; link: CounterLink }

const WE_DELETED = "The shop has taken it from the counter itself"
const NOT_THERE = "It comes from a push of the shop that is not finished"
const OLDER = "An older version than the one that is known"

/** States in which what the shop owns is restored at the counter. */
const RESTORED = new Set(["synced", "rejected", "pending"])

export function judgeProduct(
  told: ProductNotification,
  link: CounterLink | undefined,
  counterOwned: ReadonlySet<OwnableField>
): ProductJudgement {
  if (!link) {
    return { kind: "stranger" }
  }
  if (link.forgotten) {
    return { kind: "nothing", reason: WE_DELETED }
  }
  const accepted = productSchema.safeParse(link.accepted_content)
  if (!accepted.success) {
    return { kind: "nothing", reason: told.deleted ? WE_DELETED : NOT_THERE }
  }
  const isOlder = told.updatedAt !== null && link.counter_seen_at !== null && told.updatedAt < link.counter_seen_at
  if (isOlder) {
    return { kind: "nothing", reason: OLDER }
  }
  if (told.deleted) {
    return { kind: "deleted", link }
  }
  const { differs, counterContent } = judgeVersion(accepted.data, told.product, counterOwned)
  // The very version that our write left: what differs in it the service writes its own way, and would for ever.
  const isEcho = Boolean(told.product.etag) && told.product.etag === link.etag
  return { kind: "version", link, differs: differs && !isEcho && RESTORED.has(link.state), counterContent }
}
