import { type PosClient, PosNotFoundError, PosPreconditionFailedError } from "../../pos-api/client"
import type { ProductContent, ProductPatch } from "../../pos-api/contract"
import { counterPart, seenAs } from "../../translate/ownership"
import { diffProduct } from "../../translate/product-patch"
import { type ProductToSend, resultOf, type SendResult } from "./send-results"

/** How often a product is merged anew because the counter changes it meanwhile. */
const MAX_MERGES = 4

/** The counter changes a product faster than it can be merged; it is tried again later. */
class CounterKeepsChangingError extends Error {
  constructor(uuid: string) {
    super(`The counter changed the product ${uuid} ${MAX_MERGES} times while it was written. It is tried again later.`)
    this.name = "CounterKeepsChangingError"
  }
}

/** Writes one product: creates it, or sends a merge patch of what of the shop's part differs at the counter. */
export async function writeProduct(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    return await (product.accepted ? update(client, product, product.accepted) : updateOrCreate(client, product))
  } catch (error) {
    return resultOf(product.key, error)
  }
}

/** A product that we know nothing of may have arrived all the same, before a crash. */
async function updateOrCreate(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    const { product: answer, etag } = await client.products.update(product.content.uuid, product.content)
    return accepted(product, answer, etag)
  } catch (error) {
    if (!(error instanceof PosNotFoundError)) {
      throw error
    }
    return create(client, product)
  }
}

async function create(client: PosClient, product: ProductToSend): Promise<SendResult> {
  const { product: answer, etag } = await client.products.create(product.content)
  return accepted(product, answer, etag)
}

/**
 * The answer of a write is the whole product, so it tells what the counter changed meanwhile: what is the shop's and
 * differs is merged anew. Where the counter is known to have changed something, the write is made on condition that
 * the version which was accepted last is no longer there (`If-None-Match`); 412 says that it still is, and reading it
 * says the rest.
 */
async function update(client: PosClient, product: ProductToSend, known: ProductContent): Promise<SendResult> {
  const { shop, etag, counterChanged } = product
  let patch: ProductPatch | null = counterChanged ? shop : diffProduct(seenAs(known, shop), shop)
  let condition = counterChanged ? etag : null
  let seen: { product: ProductContent; etag: string | null } | null = null
  for (let merges = 0; patch !== null; merges++) {
    if (merges === MAX_MERGES) {
      throw new CounterKeepsChangingError(shop.uuid)
    }
    try {
      seen = await client.products.update(shop.uuid, patch, condition === null ? {} : { ifNoneMatch: condition })
    } catch (error) {
      if (error instanceof PosNotFoundError) {
        return create(client, product)
      }
      if (!(error instanceof PosPreconditionFailedError)) {
        throw error
      }
      seen = await client.products.get(shop.uuid)
    }
    condition = null
    const missed: ProductPatch | null = diffProduct(seenAs(seen.product, shop), shop)
    // A service that writes a value its own way would differ for ever.
    patch = JSON.stringify(missed) === JSON.stringify(patch) ? null : missed
  }
  return seen
    ? accepted(product, seen.product, seen.etag)
    : { key: product.key, kind: "accepted", content: known, etag, counter: product.counter }
}

function accepted(product: ProductToSend, answer: ProductContent, etag: string | null): SendResult {
  return { key: product.key, kind: "accepted", content: product.shop, etag, counter: counterPart(answer, product.shop) }
}
