import type { PosClient } from "../../pos-api/client"
import { MAX_PRODUCTS_PER_IMPORT } from "../../pos-api/contract"
import { importProducts } from "./import-products"
import { concernsAllCalls, type ProductToSend, type SendResult } from "./send-results"
import { writeProduct } from "./write-product"

/** Products that are written side by side where each needs a call of its own. */
const WRITES_AT_ONCE = 8

/**
 * Many products go by bulk import, few by a merge patch of what changed. What an import could undo at the counter goes by
 * patches however many there are: a patch names nothing that is the counter's, whereas what is read before an import may
 * have changed by the time that the service works on it. After an error that the next call would meet too, the rest is
 * left for later.
 */
export async function writeProducts(
  client: PosClient,
  products: ProductToSend[],
  importThreshold: number
): Promise<SendResult[]> {
  const replaceable = products.filter(({ patchOnly }) => !patchOnly)
  const isBulk = replaceable.length >= importThreshold
  const imports = isBulk ? chunksOf(replaceable, MAX_PRODUCTS_PER_IMPORT) : []
  const writes = chunksOf(isBulk ? products.filter(({ patchOnly }) => patchOnly) : products, WRITES_AT_ONCE)
  const results: SendResult[] = []
  let failure: unknown = null
  const add = (more: SendResult[]) => {
    results.push(...more)
    failure ??=
      more.flatMap((one) => (one.kind === "failed" && concernsAllCalls(one.error) ? [one.error] : []))[0] ?? null
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
  const left = products.filter(({ key }) => !answered.has(key))
  return [...results, ...left.map(({ key }): SendResult => ({ key, kind: "failed", error: failure }))]
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}
