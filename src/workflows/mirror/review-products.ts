import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { insertInboxEntries } from "../../modules/pos/queries/inbox/store-entries"
import { nullIfNotFound, type PosClient, PosResponseTooLargeError, type ReadItems } from "../../pos-api/client"
import type { PosProduct } from "../../pos-api/contract"
import { recordServiceError } from "../connection/circuit-breaker"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { drainInbox } from "../inbox/drain-inbox"
import { type KnownCounterProduct, listKnownAtCounter } from "../../modules/pos/queries/catalogue/counter-products"

const PAGE_SIZE = 500

/** From so many missing products on a list is implausible when more than half of what is known is missing. */
const MANY_MISSING = 10

/** How often a library is read at the most, while products are deleted between its pages. */
const READS = 2

/**
 * `implausible`: too much is missing from the list to believe it, or it is too large to be read, and nothing was taken for
 * deleted
 */
export type ReviewOutcome = "complete" | "implausible" | "failed"

/**
 * Finds what notifications of products would have told, had they come: reads the library of the POS page by page, and
 * puts what is new, changed or gone into the inbox, each version once. A product is gone when the whole list lacks it and
 * the POS does not know it by its UUID either; a list that lacks too many is an issue, and no product is gone by it.
 */
export async function reviewProducts(container: MedusaContainer, connectionId: string): Promise<ReviewOutcome> {
  const pos = container.resolve(POS_MODULE)
  try {
    // What is known is read first: a product that is pushed meanwhile is in the library, and not taken for deleted.
    const known = await pos.query((sql, now) => listKnownAtCounter(sql, connectionId, now))
    const { products } = await pos.clientOf(connectionId, "bulk")
    const store = async (entries: Entry[]) => {
      for (let start = 0; start < entries.length; start += PAGE_SIZE) {
        const page = entries.slice(start, start + PAGE_SIZE)
        await pos.query((sql) => insertInboxEntries(sql, connectionId, page))
      }
    }
    const etags = new Map(known.map(({ uuid, etag }) => [uuid, etag]))
    const read: ReadLibrary = { uuids: new Set(), count: 0, hasNameless: false }
    const onPage = async ({ items, unreadable }: ReadItems<PosProduct>) => {
      await keepUnreadable(container, connectionId, unreadable, { kind: "product" })
      items.forEach(({ uuid }) => read.uuids.add(uuid))
      unreadable.forEach(({ key }) => read.uuids.add(key))
      read.count += items.length + unreadable.length
      read.hasNameless = read.hasNameless || unreadable.some(({ identifier }) => identifier === null)
      await store(changedOrNew(etags, items))
    }
    const { isStable } = await products.readLibrary(onPage, READS)
    // While pages moved, what is missing may only have been passed over.
    const missing = isStable ? missingFrom(known, read) : []
    const isImplausible =
      missing.length > 0 && (read.count === 0 || (missing.length >= MANY_MISSING && missing.length > known.length / 2))
    await store(isImplausible ? [] : await unknownAtPos(products, missing))
    await drainInbox(container, connectionId)
    if (!isImplausible) {
      return isStable ? "complete" : "failed"
    }
    const misunderstood = `The list of products lacks ${missing.length} of ${known.length} products that the shop has there. None of them is taken for deleted.`
    await pos.updatePosConnections({ id: connectionId, misunderstood, misunderstood_at: await pos.now() })
    return "implausible"
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return error instanceof PosResponseTooLargeError ? "implausible" : "failed"
  }
}

/** What is kept of a library that was read: its products' UUIDs, how many, and whether one did not even tell its own. */
type ReadLibrary = { uuids: Set<string>; count: number; hasNameless: boolean }

type Entry = ReturnType<typeof entryOf>

/** Of products that a list lacks those that are gone: the POS does not know them by their UUID either. */
async function unknownAtPos(products: PosClient["products"], missing: KnownCounterProduct[]) {
  const gone: Entry[] = []
  for (const { uuid, version } of missing) {
    if ((await nullIfNotFound(products.get(uuid))) === null) {
      gone.push(entryOf(uuid, "ProductDeleted", `deleted:${version}`, { uuid }))
    }
  }
  return gone
}

function changedOrNew(etags: ReadonlyMap<string, string | null>, products: PosProduct[]): Entry[] {
  return products
    .filter(({ uuid, etag }) => !etag || etags.get(uuid) !== etag)
    .map((product) =>
      entryOf(product.uuid, "ProductUpdated", `${product.etag ?? product.updated}`, { newEntity: product })
    )
}

/** A product that cannot be read is not missing; while one does not even tell its UUID, none is known to be. */
function missingFrom(known: KnownCounterProduct[], { uuids, hasNameless }: ReadLibrary): KnownCounterProduct[] {
  return hasNameless ? [] : known.filter(({ uuid }) => !uuids.has(uuid))
}

function entryOf(uuid: string, event_name: string, version: string, payload: object) {
  return {
    ...{ natural_key: `product:${uuid}:${version}`, event_name, aggregate: `product:${uuid}`, source: "poll" as const },
    ...{ payload, message_timestamp: null },
  }
}
