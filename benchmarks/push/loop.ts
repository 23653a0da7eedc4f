import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { secondsOf } from "../measure"
import { axiosFor, FIELDS, productSchema, toPayload } from "./by-hand"
import type { Contender } from "./contender"

const PAGE = 100
const AT_A_TIME = 10

/** What a developer writes in an afternoon: pages of 100 by `query.graph`, and ten calls by axios at a time. */
export const handWrittenLoop: Contender = async ({ container, posDriver }, products) => {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return secondsOf(async () => {
    const http = await axiosFor(posDriver)
    for (let skip = 0; skip < products; skip += PAGE) {
      const { data } = await query.graph({
        entity: "product",
        fields: FIELDS,
        filters: { status: "published" },
        pagination: { skip, take: Math.min(PAGE, products - skip), order: { id: "ASC" } },
      })
      const page = z.array(productSchema).parse(data)
      for (let start = 0; start < page.length; start += AT_A_TIME) {
        await Promise.all(
          page.slice(start, start + AT_A_TIME).map(async (product) => http.post("/products", toPayload(product)))
        )
      }
    }
  })
}
