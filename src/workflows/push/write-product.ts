import {
  hasErrorType,
  type PosClient,
  PosContractError,
  PosNotFoundError,
  PosPreconditionFailedError,
  type WrittenProduct,
} from "../../pos-api/client"
import { ERROR_TYPES, type PosProduct, type ProductContent, type ProductPatch } from "../../pos-api/contract"
import type { FieldChange } from "../../translate/field-changes"
import { canonicalJson } from "../../translate/fingerprint"
import { counterPart, seenAs } from "../../translate/ownership"
import { diffProduct } from "../../translate/product-patch"
import { findEditedFields, withoutUnrestored } from "../../translate/restored-fields"
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

/** The product as it is known to stand at the counter. */
type Known = { etag: string | null; counter: object | null; misunderstood: PosContractError | null }

/** Writes one product: creates it, or sends a merge patch of what of the shop's part differs at the counter. */
export async function writeProduct(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    return await (product.accepted ? update(client, product, product.accepted) : updateOrCreate(client, product))
  } catch (error) {
    return resultOf(product.key, error)
  }
}

/**
 * A product that the counter is not known to have taken. One that was tried before may have arrived all the same: then
 * it gets the shop's part alone, so that what the counter owns of it stays.
 */
async function updateOrCreate(client: PosClient, product: ProductToSend): Promise<SendResult> {
  if (!product.mayBeThere) {
    return create(client, product)
  }
  try {
    return await overwrite(client, product)
  } catch (error) {
    if (!(error instanceof PosNotFoundError)) {
      throw error
    }
    return create(client, product)
  }
}

/** Whole, as new products are made. Where the counter has it already, the shop's part is written over it instead. */
async function create(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    const written = await client.products.create(product.content)
    return accepted(product, told(product, written, counterPart(product.content, product.shop)), { created: true })
  } catch (error) {
    if (!hasErrorType(error, ERROR_TYPES.itemAlreadyExists)) {
      throw error
    }
    return overwrite(client, product)
  }
}

async function overwrite(client: PosClient, product: ProductToSend): Promise<SendResult> {
  const written = await client.products.update(product.shop.uuid, product.shop)
  return accepted(product, told(product, written, product.counter))
}

/**
 * Sends what of the shop's part differs from what the counter took last. Where the counter is known to have changed
 * something since, it is read first, and what differs there is sent.
 *
 * The patch is for the version that is known, which `If-Match` says. A service that does not heed it tells by its answer
 * what the counter changed meanwhile, and that is merged anew; where it answers nothing, its notification of the change
 * makes the product due again.
 */
async function update(client: PosClient, product: ProductToSend, before: ProductContent): Promise<SendResult> {
  const { shop } = product
  let edited: FieldChange[] = []
  let known: Known = { etag: product.etag, counter: product.counter, misunderstood: null }
  let patch: ProductPatch | null = diffProduct(seenAs(before, shop), shop)
  const look = async () => {
    const { product: seen, etag } = await client.products.get(shop.uuid)
    // An ETag that was refused though it is the product's is not understood there as we mean it, so it is left out.
    const isRefused = etag !== null && etag === refused
    known = { etag: isRefused ? null : etag, counter: counterPart(seen, shop), misunderstood: known.misunderstood }
    patch = missing(seen, shop)
    note(seen)
  }
  /** Keeps what was edited at the POS; of a field that is edited again meanwhile the latest value. */
  const note = (seen: PosProduct) => {
    edited = mergeEdits(edited, findEditedFields(before, seen, shop))
  }
  let refused: string | null = null
  try {
    if (product.counterChanged) {
      await look()
    }
    for (let merges = 0; patch !== null; merges++) {
      if (merges === MAX_MERGES) {
        throw new CounterKeepsChangingError(shop.uuid)
      }
      try {
        const written: WrittenProduct = await client.products.update(shop.uuid, patch, { ifMatch: known.etag })
        known = told(product, written, known.counter)
        const missed: ProductPatch | null = written.product && missing(written.product, shop)
        // A service that writes a value its own way would differ for ever.
        patch = canonicalJson(missed) === canonicalJson(patch) ? null : missed
        if (written.product) {
          edited = withoutUnrestored(edited, written.product, shop)
        }
        if (written.product && patch !== null) {
          note(written.product)
        }
      } catch (error) {
        if (!(error instanceof PosPreconditionFailedError)) {
          throw error
        }
        refused = known.etag
        await look()
      }
    }
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return create(client, product)
    }
    throw error
  }
  return accepted(product, known, { restored: edited })
}

function mergeEdits(edits: FieldChange[], later: FieldChange[]): FieldChange[] {
  return [...new Map([...edits, ...later].map((change) => [change.field, change])).values()]
}

/** What of the shop's part a product at the counter lacks; null: nothing. */
const missing = (remote: PosProduct, shop: ProductContent) => diffProduct(seenAs(remote, shop), shop)

/** What a write's answer says of the product at the counter; `counter` where it says nothing. */
function told(
  { shop }: ProductToSend,
  { product, etag, misunderstood }: WrittenProduct,
  counter: object | null
): Known {
  return { etag, counter: product ? counterPart(product, shop) : counter, misunderstood }
}

function accepted(
  product: ProductToSend,
  known: Known,
  { created = false, restored = [] }: { created?: boolean; restored?: FieldChange[] } = {}
): SendResult {
  return { key: product.key, kind: "accepted", content: product.shop, created, restored, ...known }
}
