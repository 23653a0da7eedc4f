import axios from "axios"
import { z } from "zod"

const orderPageSchema = z.object({
  orders: z.array(
    z.object({ id: z.string(), total: z.number(), metadata: z.record(z.string(), z.unknown()).nullable() })
  ),
})

/** All orders as the admin of the store at `url` shows them, by HTTP. */
export async function readOrders(url: string, headers: Record<string, string>) {
  const orders: z.output<typeof orderPageSchema>["orders"] = []
  for (const limit = 100; ;) {
    const { data } = await axios.get(`${url}/admin/orders`, {
      headers,
      params: { fields: "id,total,metadata", order: "id", limit, offset: orders.length },
    })
    const page = orderPageSchema.parse(data).orders
    orders.push(...page)
    if (page.length < limit) {
      return orders
    }
  }
}
