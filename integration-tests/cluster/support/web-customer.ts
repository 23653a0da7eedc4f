import { readFile } from "node:fs/promises"
import type { AxiosInstance } from "axios"
import { z } from "zod"

const draftSchema = z.object({ draft_order: z.object({ id: z.string() }) })
const eventSchema = z.object({ id: z.string(), at: z.number() })

/** Orders of the web shop, and when the store's own subscriber received them. */
export class WebCustomer {
  private readonly baskets: string[] = []
  /** by order: when the store had answered that it is placed, in milliseconds since 1970 */
  private readonly placedAt = new Map<string, number>()

  constructor(
    private readonly api: AxiosInstance,
    private readonly place: { salesChannelId: string; regionId: string },
    private readonly eventsFile: string
  ) {}

  /** Fills baskets that can be ordered later. */
  async fillBaskets(count: number): Promise<void> {
    for (let basket = 0; basket < count; basket++) {
      const { data } = await this.api.post("/admin/draft-orders", {
        email: "kund@example.com",
        region_id: this.place.regionId,
        sales_channel_id: this.place.salesChannelId,
        items: [{ title: "Presentkort", unit_price: 100, quantity: 1 }],
      })
      this.baskets.push(draftSchema.parse(data).draft_order.id)
    }
  }

  /** Orders one of the baskets by Medusa's own workflow, which reports everybody of it. @returns false when there is none left */
  async order(): Promise<boolean> {
    const id = this.baskets.pop()
    if (id === undefined) {
      return false
    }
    await this.api.post(`/admin/draft-orders/${id}/convert-to-order`, {})
    this.placedAt.set(id, Date.now())
    return true
  }

  /** How long after the answer each order was received; one that was received before is 0. Fails while one was not. */
  async delaysMs(): Promise<number[]> {
    const lines = (await readFile(this.eventsFile, "utf8")).trimEnd().split("\n")
    const receivedAt = new Map(lines.map((line) => eventSchema.parse(JSON.parse(line))).map(({ id, at }) => [id, at]))
    return [...this.placedAt].map(([id, placedAt]) => {
      const at = receivedAt.get(id)
      if (at === undefined) {
        throw new Error(`No subscriber received ${id}`)
      }
      return Math.max(0, at - placedAt)
    })
  }
}
