import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import type { UnreadableItem } from "../../pos-api/client"
import type { PosProduct } from "../../pos-api/contract"
import { recordServiceError } from "../connection/circuit-breaker"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { drainInbox } from "../inbox/drain-inbox"
import { type KnownCounterProduct, listKnownAtCounter } from "../../modules/pos/queries/catalogue/counter-products"

const PAGE_SIZE = 500

/**
 * Finds what notifications of products would have told, had they come: reads the counter's library at once, and puts
 * what is new, changed or gone into the inbox, each version once. Returns how many entries were new.
 */
export async function reviewProducts(container: MedusaContainer, connectionId: string): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  try {
    // What is known is read first: a product that is pushed meanwhile is in the library, and not taken for deleted.
    const known = await pos.query((sql, now) => listKnownAtCounter(sql, connectionId, now))
    const { items: library, unreadable } = await (await pos.clientOf(connectionId, "bulk")).products.list()
    await keepUnreadable(container, connectionId, unreadable, { kind: "product" })
    const entries = [...changedOrNew(known, library), ...gone(known, library, unreadable)]
    let found = 0
    for (let start = 0; start < entries.length; start += PAGE_SIZE) {
      const page = entries.slice(start, start + PAGE_SIZE)
      found += (await pos.query((sql) => insertInboxEntries(sql, connectionId, page))).length
    }
    await drainInbox(container, connectionId)
    return found
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return 0
  }
}

function changedOrNew(known: KnownCounterProduct[], library: PosProduct[]) {
  const etags = new Map(known.map(({ uuid, etag }) => [uuid, etag]))
  return library
    .filter(({ uuid, etag }) => !etag || etags.get(uuid) !== etag)
    .map((product) =>
      entryOf(product.uuid, "ProductUpdated", `${product.etag ?? product.updated}`, { newEntity: product })
    )
}

/** A product that cannot be read is not gone; while one does not even tell its UUID, none is known to be. */
function gone(known: KnownCounterProduct[], library: PosProduct[], unreadable: UnreadableItem[]) {
  if (unreadable.some(({ identifier }) => identifier === null)) {
    return []
  }
  const there = new Set([...library.map(({ uuid }) => uuid), ...unreadable.map(({ key }) => key)])
  return known
    .filter(({ uuid }) => !there.has(uuid))
    .map(({ uuid, version }) => entryOf(uuid, "ProductDeleted", `deleted:${version}`, { uuid }))
}

function entryOf(uuid: string, event_name: string, version: string, payload: object) {
  return {
    ...{ natural_key: `product:${uuid}:${version}`, event_name, aggregate: `product:${uuid}`, source: "poll" as const },
    ...{ payload, message_timestamp: null },
  }
}
