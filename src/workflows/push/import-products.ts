import { type PosClient, PosRefusedError, PosServerError } from "../../pos-api/client"
import { isImportSuccessful } from "../../pos-api/contract"
import { counterPart, withCounterPart } from "../../translate/ownership"
import type { ProductToSend, SendResult } from "./send-results"
import { writeProduct } from "./write-product"

/** Fewer than this many are not imported but written one by one: halving further would cost more calls. */
const LEAST_IMPORT = 3

/** After so many 5xx in one chunk the service itself is ill, not a product. */
const MOST_SERVER_ERRORS = 24

/**
 * Imports a chunk. The service gives no result for each product and may refuse all for one, so a chunk that fails is
 * halved until the bad products stand alone: O(bad × log n) calls.
 */
export async function importProducts(
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
        // An import answers nothing of a product, so its ETag is not known.
        return {
          key: product.key,
          kind: "accepted",
          content,
          etag: null,
          counter: product.counter,
          // Nor does it say whether the product was there; stock of one that left was restarted when it left.
          created: false,
          misunderstood: null,
          restored: [],
        }
      })
    }
  } catch (error) {
    // One product may make the whole import fail with a 500 that lasts; halving finds it.
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

/** An import replaces the product, so what is the counter's goes along: as last seen, else as it was first sent. */
function wholeProduct({ accepted, content, shop, counter }: ProductToSend) {
  const beside = counter ?? (accepted ? counterPart(accepted, shop) : null)
  return accepted || beside ? withCounterPart(shop, beside) : content
}
