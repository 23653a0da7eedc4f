import type { PosClient } from "../../pos-api/client"
import { MAX_PRODUCTS_PER_IMPORT } from "../../pos-api/contract"
import { importProducts } from "./import-products"
import { concernsAllCalls, type ProductToSend, type SendResult } from "./send-results"
import { writeProduct } from "./write-product"

/**
 * Many products go by bulk import, few by a merge patch of what changed. What the counter may have changed is never
 * replaced by an import. After an error that the next call would meet too, the rest is left for later.
 */
export async function sendProducts(
  client: PosClient,
  products: ProductToSend[],
  importThreshold: number
): Promise<SendResult[]> {
  const touched = products.filter(({ counterChanged, accepted }) => counterChanged && accepted !== null)
  const others = products.filter((product) => !touched.includes(product))
  const isBulk = others.length >= importThreshold
  const chunks = isBulk ? chunksOf(others, MAX_PRODUCTS_PER_IMPORT) : []
  const results: SendResult[] = []
  let failure: unknown = null
  const add = (more: SendResult[]) => {
    results.push(...more)
    failure ??=
      more.flatMap((one) => (one.kind === "failed" && concernsAllCalls(one.error) ? [one.error] : []))[0] ?? null
  }
  for (const chunk of chunks) {
    if (failure === null) {
      add(await importProducts(client, chunk))
    }
  }
  for (const product of isBulk ? touched : products) {
    if (failure === null) {
      add([await writeProduct(client, product)])
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
