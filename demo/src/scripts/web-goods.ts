import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CATALOG } from "./catalog"

const PERCENTAGES = { food: 12, books: 6, usual: 25 }

/** A line of an order, but for how many. Prices in SEK with VAT. */
export type WebGoods = {
  title: string
  subtitle: string
  product_title: string
  product_id: string
  variant_id: string
  variant_title: string
  variant_sku?: string
  thumbnail?: string
  unit_price: number
  tax_lines: { code: string; rate: number }[]
}

/** What can be sent by post: everything but what is weighed, and wrapping. */
export async function readGoods({ container }: Pick<ExecArgs, "container">): Promise<[WebGoods, ...WebGoods[]]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "product",
    fields: ["id", "title", "thumbnail", "variants.id", "variants.title", "variants.sku"],
    pagination: { take: CATALOG.length, order: { created_at: "ASC" } },
  })
  const [first, ...others] = CATALOG.filter(({ unitName, stock }) => !unitName && !stock).flatMap((seed) => {
    const product = data.find(({ title }) => title === seed.title)
    const rate = PERCENTAGES[seed.rate ?? "usual"]
    return (product?.variants ?? []).map((variant: { id: string; title: string; sku: string | null }): WebGoods => ({
      title: seed.title,
      product_title: seed.title,
      unit_price: seed.price,
      product_id: product?.id ?? "",
      thumbnail: product?.thumbnail ?? undefined,
      variant_id: variant.id,
      variant_title: variant.title,
      subtitle: variant.title,
      variant_sku: variant.sku ?? undefined,
      tax_lines: [{ code: `SE${rate}`, rate }],
    }))
  })
  if (!first) {
    throw new Error("The store has no goods; run the seed first")
  }
  return [first, ...others]
}
