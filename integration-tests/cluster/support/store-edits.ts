import { setTimeout as sleep } from "node:timers/promises"
import type { AxiosInstance } from "axios"
import { z } from "zod"
import type { SeededRandom } from "../../../packages/pos-sandbox/src/seed/random"

const PAUSE_MS = 250

const productsSchema = z.object({
  products: z.array(z.object({ id: z.string(), title: z.string(), variants: z.array(z.object({ id: z.string() })) })),
})
type Product = z.output<typeof productsSchema>["products"][number]

/** Somebody in the store's admin edits products, each change until the store has taken it. */
export class StoreEdits {
  /** how often a call had to be made again */
  repeated = 0
  private readonly busy = new Set<string>()

  private constructor(
    private readonly api: AxiosInstance,
    private readonly products: readonly [Product, ...Product[]],
    private readonly random: SeededRandom
  ) {}

  static async open(api: AxiosInstance, random: SeededRandom): Promise<StoreEdits> {
    const { data } = await api.get("/admin/products?limit=200&fields=id,title,variants.id")
    const [first, ...others] = productsSchema.parse(data).products
    if (!first) {
      throw new Error("The store has no product to edit")
    }
    return new StoreEdits(api, [first, ...others], random)
  }

  /** One edit of any product: its text, or a variant's price. */
  async edit(number: number): Promise<void> {
    const product = this.random.pick(this.products)
    const variant = product.variants[0]
    if (this.busy.has(product.id)) {
      return this.edit(number)
    }
    this.busy.add(product.id)
    const isPrice = variant !== undefined && this.random.chance(0.4)
    const price = this.random.between(10, 2_000)
    await this.untilTaken(
      isPrice ? `/admin/products/${product.id}/variants/${variant.id}` : `/admin/products/${product.id}`,
      isPrice ? { prices: [{ currency_code: "sek", amount: price }] } : { title: `${product.title} (${number})` }
    )
    this.busy.delete(product.id)
  }

  private async untilTaken(path: string, body: object): Promise<void> {
    for (;;) {
      try {
        await this.api.post(path, body)
        return
      } catch {
        // The server or what it stands on was away; whether it was taken before nobody knows.
        this.repeated += 1
        await sleep(PAUSE_MS)
      }
    }
  }
}
