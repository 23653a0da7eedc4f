import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import { nullIfNotFound, type PosClient, type UnreadableItem } from "../../pos-api/client"
import type { PosProduct } from "../../pos-api/contract"
import { recordServiceError } from "../connection/circuit-breaker"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { drainInbox } from "../inbox/drain-inbox"
import { type KnownCounterProduct, listKnownAtCounter } from "../../modules/pos/queries/catalogue/counter-products"

const PAGE_SIZE = 500

/** From so many missing products on a list is implausible when more than half of what is known is missing. */
const MANY_MISSING = 10

/** `implausible`: too much is missing from the list to believe it, and nothing was taken for deleted */
export type ReviewOutcome = "complete" | "implausible" | "failed"

/**
 * Finds what notifications of products would have told, had they come: reads the counter's library at once, and puts
 * what is new, changed or gone into the inbox, each version once. A product is gone when the list lacks it and the POS
 * does not know it by its UUID either; a list that lacks too many is an issue, and no product is gone by it.
 */
export async function reviewProducts(container: MedusaContainer, connectionId: string): Promise<ReviewOutcome> {
  const pos = container.resolve(POS_MODULE)
  try {
    // What is known is read first: a product that is pushed meanwhile is in the library, and not taken for deleted.
    const known = await pos.query((sql, now) => listKnownAtCounter(sql, connectionId, now))
    const { products } = await pos.clientOf(connectionId, "bulk")
    const { items: library, unreadable } = await products.list()
    await keepUnreadable(container, connectionId, unreadable, { kind: "product" })
    const missing = missingFrom(known, library, unreadable)
    const isImplausible =
      missing.length > 0 &&
      (library.length + unreadable.length === 0 ||
        (missing.length >= MANY_MISSING && missing.length > known.length / 2))
    const gone = isImplausible ? [] : await unknownAtPos(products, missing)
    const entries = [...changedOrNew(known, library), ...gone]
    for (let start = 0; start < entries.length; start += PAGE_SIZE) {
      const page = entries.slice(start, start + PAGE_SIZE)
      await pos.query((sql) => insertInboxEntries(sql, connectionId, page))
    }
    await drainInbox(container, connectionId)
    if (!isImplausible) {
      return "complete"
    }
    const misunderstood = `The list of products lacks ${missing.length} of ${known.length} products that the shop has there. None of them is taken for deleted.`
    await pos.updatePosConnections({ id: connectionId, misunderstood, misunderstood_at: await pos.now() })
    return "implausible"
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return "failed"
  }
}

/** Of products that a list lacks those that are gone: the POS does not know them by their UUID either. */
async function unknownAtPos(products: PosClient["products"], missing: KnownCounterProduct[]) {
  const gone: ReturnType<typeof entryOf>[] = []
  for (const { uuid, version } of missing) {
    if ((await nullIfNotFound(products.get(uuid))) === null) {
      gone.push(entryOf(uuid, "ProductDeleted", `deleted:${version}`, { uuid }))
    }
  }
  return gone
}

function changedOrNew(known: KnownCounterProduct[], library: PosProduct[]) {
  const etags = new Map(known.map(({ uuid, etag }) => [uuid, etag]))
  return library
    .filter(({ uuid, etag }) => !etag || etags.get(uuid) !== etag)
    .map((product) =>
      entryOf(product.uuid, "ProductUpdated", `${product.etag ?? product.updated}`, { newEntity: product })
    )
}

/** A product that cannot be read is not missing; while one does not even tell its UUID, none is known to be. */
function missingFrom(
  known: KnownCounterProduct[],
  library: PosProduct[],
  unreadable: UnreadableItem[]
): KnownCounterProduct[] {
  if (unreadable.some(({ identifier }) => identifier === null)) {
    return []
  }
  const there = new Set([...library.map(({ uuid }) => uuid), ...unreadable.map(({ key }) => key)])
  return known.filter(({ uuid }) => !there.has(uuid))
}

function entryOf(uuid: string, event_name: string, version: string, payload: object) {
  return {
    ...{ natural_key: `product:${uuid}:${version}`, event_name, aggregate: `product:${uuid}`, source: "poll" as const },
    ...{ payload, message_timestamp: null },
  }
}
