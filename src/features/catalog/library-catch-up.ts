import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { nullIfNotFound, type PosClient, PosResponseTooLargeError, type ReadItems } from "../../pos-api/client"
import type { PosProduct } from "../../pos-api/contract"
import { recordServiceError } from "../../runtime/circuit-breaker"
import { insertInboxEntries, storeUnreadable } from "../../runtime/inbox-store"
import { drainInbox } from "../../runtime/inbox"
import { type KnownPosProduct, listKnownPosProducts } from "./pos-product-store"

const PAGE_SIZE = 500

/** Number of missing products from which a list is implausible if more than half of the known products are missing. */
const MANY_MISSING = 10

/** Maximum number of times the product library is read because products are deleted between its pages. */
const READS = 2

/**
 * Result of a review. `implausible`: too many products are missing from the list, or it is too large to be read; no
 * product counts as deleted
 */
export type ReviewOutcome = "complete" | "implausible" | "failed"

/**
 * Finds changes of products whose notifications were missed. It reads the product library of the POS page by page, and
 * puts what is new, changed or deleted into the inbox, each version once. A product is deleted if the whole list lacks
 * it and the POS does not find it by its UUID either. A list that lacks too many products is an issue, and no product
 * counts as deleted.
 */
export async function reviewProducts(container: MedusaContainer, connectionId: string): Promise<ReviewOutcome> {
  const pos = container.resolve(POS_MODULE)
  try {
    // Known products are read first: a product that is pushed meanwhile is in the library and does not count as
    // deleted.
    const knownProducts = await pos.query((sql, now) => listKnownPosProducts(sql, connectionId, now))
    const { products } = await pos.clientOf(connectionId, "bulk")
    const store = async (entries: Entry[]) => {
      for (let start = 0; start < entries.length; start += PAGE_SIZE) {
        const page = entries.slice(start, start + PAGE_SIZE)
        await pos.query((sql) => insertInboxEntries(sql, connectionId, page))
      }
    }
    const etags = new Map(knownProducts.map(({ uuid, etag }) => [uuid, etag]))
    const read: ReadLibrary = { uuids: new Set(), count: 0, hasNameless: false }
    const onPage = async ({ items, unreadable }: ReadItems<PosProduct>) => {
      await storeUnreadable(container, connectionId, unreadable, { kind: "product" })
      items.forEach(({ uuid }) => read.uuids.add(uuid))
      unreadable.forEach(({ key }) => read.uuids.add(key))
      read.count += items.length + unreadable.length
      read.hasNameless = read.hasNameless || unreadable.some(({ identifier }) => identifier === null)
      await store(changedOrNew(etags, items))
    }
    const { isStable } = await products.readLibrary(onPage, READS)
    // If pages shifted during the reading, missing products may only have been skipped.
    const missing = isStable ? missingFrom(knownProducts, read) : []
    const isImplausible =
      missing.length > 0 &&
      (read.count === 0 || (missing.length >= MANY_MISSING && missing.length > knownProducts.length / 2))
    await store(isImplausible ? [] : await unknownAtPos(products, missing))
    await drainInbox(container, connectionId)
    if (!isImplausible) {
      return isStable ? "complete" : "failed"
    }
    const misunderstood = `The list of products lacks ${missing.length} of ${knownProducts.length} products that the store has there. None of them is taken for deleted.`
    await pos.updatePosConnections({ id: connectionId, misunderstood, misunderstood_at: await pos.now() })
    return "implausible"
  } catch (error) {
    await recordServiceError(container, connectionId, error)
    return error instanceof PosResponseTooLargeError ? "implausible" : "failed"
  }
}

/**
 * Summary of a library that was read: the UUIDs of its products, their number, and whether one had no readable UUID.
 */
type ReadLibrary = { uuids: Set<string>; count: number; hasNameless: boolean }

type Entry = ReturnType<typeof toProductEntry>

/**
 * Returns the entries of products that are deleted, among those that a list lacks: the POS does not find them by UUID
 * either.
 */
async function unknownAtPos(products: PosClient["products"], missing: KnownPosProduct[]) {
  const deletedEntries: Entry[] = []
  for (const { uuid, version } of missing) {
    if ((await nullIfNotFound(products.get(uuid))) === null) {
      deletedEntries.push(toProductEntry(uuid, "ProductDeleted", `deleted:${version}`, { uuid }))
    }
  }
  return deletedEntries
}

function changedOrNew(etags: ReadonlyMap<string, string | null>, products: PosProduct[]): Entry[] {
  return products
    .filter(({ uuid, etag }) => !etag || etags.get(uuid) !== etag)
    .map((product) =>
      toProductEntry(product.uuid, "ProductUpdated", `${product.etag ?? product.updated}`, { newEntity: product })
    )
}

/**
 * Returns the known products that the library lacks. An unreadable product is not missing; if the UUID of one is
 * unreadable, none counts as missing.
 */
function missingFrom(known: KnownPosProduct[], { uuids, hasNameless }: ReadLibrary): KnownPosProduct[] {
  return hasNameless ? [] : known.filter(({ uuid }) => !uuids.has(uuid))
}

/** Returns the inbox entry of a product that was read at the POS; of a version and an event there is one. */
export function toProductEntry(
  uuid: string,
  event_name: "ProductUpdated" | "ProductDeleted",
  version: string,
  payload: object
) {
  return {
    natural_key: `product:${uuid}:${version}`,
    event_name,
    aggregate: `product:${uuid}`,
    source: "poll" as const,
    payload,
    message_timestamp: null,
  }
}
