import {
  hasErrorType,
  type PosClient,
  PosContractError,
  PosNotFoundError,
  PosPreconditionFailedError,
  PosRefusedError,
  PosServerError,
  type WrittenProduct,
} from "../../pos-api/client"
import {
  ERROR_TYPES,
  isImportSuccessful,
  MAX_PRODUCTS_PER_IMPORT,
  type PosProduct,
  type ProductContent,
  type ProductPatch,
} from "../../pos-api/contract"
import { canonicalJson, diffProduct, type FieldChange, findEditedFields, withoutUnrestored } from "./field-changes"
import { pickPosFields, seenAs, mergePosFields } from "./field-ownership"
import { concernsAllCalls, type ProductToSend, toResult, type SendResult } from "./send-results"

/** Number of products that are written in parallel when each needs a call of its own. */
const WRITES_AT_ONCE = 8

/**
 * Writes products to the POS: many by bulk import, few by a merge patch of what changed. Products whose import could
 * undo changes at the POS are always patched. A patch does not name the POS's fields, whereas what is read before an
 * import may have changed by the time the POS processes it. After an error that affects all calls, the remaining
 * products are left for later.
 */
export async function writeProducts(
  client: PosClient,
  products: ProductToSend[],
  importThreshold: number
): Promise<SendResult[]> {
  const replaceable = products.filter(({ patchOnly }) => !patchOnly)
  const isBulk = replaceable.length >= importThreshold
  const imports = isBulk ? toChunks(replaceable, MAX_PRODUCTS_PER_IMPORT) : []
  const writes = toChunks(isBulk ? products.filter(({ patchOnly }) => patchOnly) : products, WRITES_AT_ONCE)
  const results: SendResult[] = []
  let failure: unknown = null
  const add = (more: SendResult[]) => {
    results.push(...more)
    failure ??=
      more.flatMap((result) => (result.kind === "failed" && concernsAllCalls(result.error) ? [result.error] : []))[0] ??
      null
  }
  for (const chunk of imports) {
    if (failure === null) {
      add(await importProducts(client, chunk))
    }
  }
  for (const some of writes) {
    if (failure === null) {
      add(await Promise.all(some.map(async (product) => writeProduct(client, product))))
    }
  }
  const answered = new Set(results.map(({ key }) => key))
  const unanswered = products.filter(({ key }) => !answered.has(key))
  return [...results, ...unanswered.map(({ key }): SendResult => ({ key, kind: "failed", error: failure }))]
}

function toChunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}

/** Fewer products than this are written one by one, because halving further would cost more calls. */
const LEAST_IMPORT = 3

/**
 * Maximum number of responses with status 500 in one chunk that are blamed on a product. More mean that the POS itself
 * fails.
 */
const MOST_SERVER_ERRORS = 24

/**
 * Imports a chunk of products. The POS gives no result for each product and may reject all for one. A chunk that fails
 * is therefore halved until the bad products are isolated: O(bad × log n) calls.
 */
async function importProducts(
  client: PosClient,
  products: ProductToSend[],
  count = { serverErrors: 0 }
): Promise<SendResult[]> {
  if (products.length < LEAST_IMPORT) {
    const results: SendResult[] = []
    for (const product of products) {
      results.push(await writeProduct(client, product))
    }
    return results
  }
  const wholes = products.map(wholeProduct)
  try {
    const started = await client.imports.start(wholes)
    if (isImportSuccessful(await client.imports.waitUntilFinished(started.uuid))) {
      return products.map((product, index) => {
        const content = wholes[index] ?? product.content
        // An import returns nothing about a product, so its ETag is unknown.
        return {
          key: product.key,
          kind: "accepted",
          content,
          etag: null,
          posContent: product.posContent,
          // It does not report whether the product existed either. Stock of a product that was removed was already
          // restarted then.
          created: false,
          misunderstood: null,
          restored: [],
        }
      })
    }
  } catch (error) {
    // One product may make the whole import fail permanently with status 500; halving finds it.
    const isIll = error instanceof PosServerError && error.status === 500 && ++count.serverErrors <= MOST_SERVER_ERRORS
    if (!(error instanceof PosRefusedError || isIll)) {
      return products.map(({ key }) => ({ key, kind: "failed", error }))
    }
  }
  const middle = Math.ceil(products.length / 2)
  return [
    ...(await importProducts(client, products.slice(0, middle), count)),
    ...(await importProducts(client, products.slice(middle), count)),
  ]
}

/**
 * Returns the whole product for an import, which replaces it. The content that the POS owns is included, as last seen
 * or else as first sent.
 */
function wholeProduct({ accepted, content, store, posContent }: ProductToSend) {
  const beside = posContent ?? (accepted ? pickPosFields(accepted, store) : null)
  return accepted || beside ? mergePosFields(store, beside) : content
}

/** How often a product is merged again because the POS changes it meanwhile. */
const MAX_MERGES = 4

/** The POS changes a product faster than it can be merged; it is tried again later. */
class ProductChangesTooOftenError extends Error {
  constructor(uuid: string) {
    super(`The POS changed the product ${uuid} ${MAX_MERGES} times while it was written. It is tried again later.`)
    this.name = "ProductChangesTooOftenError"
  }
}

/** The last known state of a product at the POS. */
type KnownState = { etag: string | null; posContent: object | null; misunderstood: PosContractError | null }

/** Writes one product: creates it, or sends a merge patch of the store's fields that differ at the POS. */
export async function writeProduct(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    return await (product.accepted ? update(client, product, product.accepted) : updateOrCreate(client, product))
  } catch (error) {
    return toResult(product.key, error)
  }
}

/**
 * Writes a product that the POS is not known to have accepted. If an earlier attempt may have arrived, only the store's
 * part is sent, so that the POS-owned fields stay.
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

/**
 * Creates a product with its complete content. If the POS has it already, the store's part is written over it instead.
 */
async function create(client: PosClient, product: ProductToSend): Promise<SendResult> {
  try {
    const written = await client.products.create(product.content)
    return accepted(product, toAcceptedState(product, written, pickPosFields(product.content, product.store)), {
      created: true,
    })
  } catch (error) {
    if (!hasErrorType(error, ERROR_TYPES.itemAlreadyExists)) {
      throw error
    }
    return overwrite(client, product)
  }
}

async function overwrite(client: PosClient, product: ProductToSend): Promise<SendResult> {
  const written = await client.products.update(product.store.uuid, product.store)
  return accepted(product, keepUnseen(product, toAcceptedState(product, written, product.posContent)))
}

/**
 * Sends the fields of the store's part that differ from what the POS last accepted. If the POS is known to have changed
 * something since, the product is read first, and what differs there is sent. The patch applies to the known version,
 * named by `If-Match`. If the POS ignores that header, its answer shows what it changed meanwhile, and that is merged
 * again. If it returns nothing, its notification of the change makes the product due again.
 */
async function update(client: PosClient, product: ProductToSend, before: ProductContent): Promise<SendResult> {
  const { store } = product
  let edited: FieldChange[] = []
  let knownState: KnownState = { etag: product.etag, posContent: product.posContent, misunderstood: null }
  let patch: ProductPatch | null = diffProduct(seenAs(before, store), store)
  const look = async () => {
    const { product: seen, etag } = await client.products.get(store.uuid)
    // An ETag that the POS rejected although it is current has another meaning to the POS, so it is omitted.
    const isRefused = etag !== null && etag === refused
    knownState = {
      etag: isRefused ? null : etag,
      posContent: pickPosFields(seen, store),
      misunderstood: knownState.misunderstood,
    }
    patch = missing(seen, store)
    note(seen)
  }
  /** records edits at the POS; of a field that is edited again, the latest value */
  const note = (seen: PosProduct) => {
    edited = mergeEdits(edited, findEditedFields(before, seen, store))
  }
  let refused: string | null = null
  try {
    if (product.posChanged) {
      await look()
    }
    for (let merges = 0; patch !== null; merges++) {
      if (merges === MAX_MERGES) {
        throw new ProductChangesTooOftenError(store.uuid)
      }
      try {
        const written: WrittenProduct = await client.products.update(store.uuid, patch, { ifMatch: knownState.etag })
        knownState = toAcceptedState(product, written, knownState.posContent)
        const missed: ProductPatch | null = written.product && missing(written.product, store)
        // If the POS writes a value in its own way, the difference would never end.
        patch = canonicalJson(missed) === canonicalJson(patch) ? null : missed
        if (written.product) {
          edited = withoutUnrestored(edited, written.product, store)
        }
        if (written.product && patch !== null) {
          note(written.product)
        }
      } catch (error) {
        if (!(error instanceof PosPreconditionFailedError)) {
          throw error
        }
        refused = knownState.etag
        await look()
      }
    }
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return create(client, product)
    }
    throw error
  }
  return accepted(product, keepUnseen(product, knownState), { restored: edited })
}

/**
 * Keeps what was known of the POS's own fields if its answers show others: the store has not taken them over yet. Without
 * an ETag, the notification of that change, or the next review of the library, is no echo of the write.
 */
function keepUnseen({ posContent, posOwnsFields }: ProductToSend, knownState: KnownState): KnownState {
  const isUnseen = posOwnsFields && canonicalJson(knownState.posContent) !== canonicalJson(posContent)
  return isUnseen ? { ...knownState, etag: null, posContent } : knownState
}

function mergeEdits(edits: FieldChange[], later: FieldChange[]): FieldChange[] {
  return [...new Map([...edits, ...later].map((change) => [change.field, change])).values()]
}

/** Returns the patch for the store's fields that a product at the POS lacks; null: none. */
const missing = (remote: PosProduct, store: ProductContent) => diffProduct(seenAs(remote, store), store)

/**
 * Returns the state of the product at the POS from the answer to a write; `posContent` is used where the answer has no
 * product.
 */
function toAcceptedState(
  { store }: ProductToSend,
  { product, etag, misunderstood }: WrittenProduct,
  posContent: object | null
): KnownState {
  return { etag, posContent: product ? pickPosFields(product, store) : posContent, misunderstood }
}

function accepted(
  product: ProductToSend,
  knownState: KnownState,
  { created = false, restored = [] }: { created?: boolean; restored?: FieldChange[] } = {}
): SendResult {
  return { key: product.key, kind: "accepted", content: product.store, created, restored, ...knownState }
}
