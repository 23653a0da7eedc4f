import { type PosClient, PosNotFoundError, PosRefusedError } from "../../pos-api/client"
import {
  isImportSuccessful,
  MAX_PRODUCTS_PER_IMPORT,
  type ProductContent,
  productContentSchema,
} from "../../pos-api/contract"
import { diffProduct } from "../../translate/product-patch"

/** A product that is due at the service; `accepted` is what it took last, null when it never did. */
export type ProductToSend = { linkId: string; content: ProductContent; accepted: ProductContent | null }

/** The service's word on one product; refusals carry its reason. */
export type SendResult = { linkId: string; refusal: string | null }

const UNKNOWN_REASON = "The service refused the product without a reason"

/** Many products go by bulk import, few by a merge patch of what changed. */
export async function sendProducts(
  client: PosClient,
  products: ProductToSend[],
  importThreshold: number
): Promise<SendResult[]> {
  if (products.length < importThreshold) {
    const results: SendResult[] = []
    for (const product of products) {
      results.push(await sendOne(client, product))
    }
    return results
  }
  const results: SendResult[] = []
  for (let start = 0; start < products.length; start += MAX_PRODUCTS_PER_IMPORT) {
    results.push(...(await importChunk(client, products.slice(start, start + MAX_PRODUCTS_PER_IMPORT))))
  }
  return results
}

/**
 * Imports a chunk. The service gives no result for each product and may refuse all for one, so a chunk that fails is
 * halved until the bad products stand alone: O(bad × log n) calls.
 */
async function importChunk(client: PosClient, products: ProductToSend[]): Promise<SendResult[]> {
  const [only] = products
  if (!only) {
    return []
  }
  if (products.length === 1) {
    return [await sendOne(client, only)]
  }
  if (await wasImported(client, products)) {
    return products.map(({ linkId }) => ({ linkId, refusal: null }))
  }
  const middle = Math.ceil(products.length / 2)
  return [
    ...(await importChunk(client, products.slice(0, middle))),
    ...(await importChunk(client, products.slice(middle))),
  ]
}

async function wasImported(client: PosClient, products: ProductToSend[]): Promise<boolean> {
  try {
    const started = await client.imports.start(products.map(({ content }) => content))
    return isImportSuccessful(await client.imports.waitUntilFinished(started.uuid))
  } catch (error) {
    if (error instanceof PosRefusedError) {
      return false
    }
    throw error
  }
}

/** A known product gets the merge patch of what changed, an unknown one is created. */
async function sendOne(client: PosClient, { linkId, content, accepted }: ProductToSend): Promise<SendResult> {
  try {
    const patch = accepted ? diffProduct(accepted, content) : content
    if (patch !== null) {
      await updateOrCreate(client, content, accepted ? patch : null)
    }
    return { linkId, refusal: null }
  } catch (error) {
    if (error instanceof PosRefusedError) {
      return { linkId, refusal: refusalOf(error) }
    }
    throw error
  }
}

async function updateOrCreate(client: PosClient, content: ProductContent, patch: ProductContent | object | null) {
  try {
    await client.products.update(content.uuid, productContentSchema.partial().parse(patch ?? content))
  } catch (error) {
    if (!(error instanceof PosNotFoundError)) {
      throw error
    }
    await client.products.create(content)
  }
}

function refusalOf(error: PosRefusedError): string {
  const violations = error.violations.map(({ propertyName, developerMessage }) =>
    [propertyName, developerMessage].filter(Boolean).join(": ")
  )
  return violations.join("; ") || error.body || UNKNOWN_REASON
}
