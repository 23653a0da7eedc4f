import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber } from "bignumber.js"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"
import { findProductParts } from "../../modules/pos/queries/outbox/product-parts"
import { productContentSchema } from "../../pos-api/contract"
import { applyOverrides, readStoredOverrides } from "../../translate/overrides"
import { type PriceBasis, sellingPriceOrNull } from "../../translate/selling-price"
import { type ReadProduct, readProducts } from "../push/read-products"

/** The lowest and the highest price of a product's variants, in minor units. */
export type PriceSpan = { lowest: number; highest: number }

/** What the shop has of a product for the counter, and what the counter has; null: nothing is known. Stock is decimal text. */
export type BothSides = {
  stock: { shop: string | null; counter: string | null }
  price: { shop: PriceSpan | null; counter: PriceSpan | null }
}

type Link = { id: string; product_id: string; overrides: unknown }
type VariantOfLink = { product_link_id: string; variant_id: string; pos_balance: string | null }

/** Reads prices and stock of linked products at both sides, for a page of a list: of all their variants together. */
export async function readBothSides(
  container: MedusaContainer,
  connection: ConnectionRecord,
  links: Link[],
  variants: VariantOfLink[]
): Promise<Map<string, BothSides>> {
  const pos = container.resolve(POS_MODULE)
  const ids = links.map(({ id }) => id)
  const [products, available, accepted, parts] = await Promise.all([
    readProducts(
      container,
      connection,
      links.map(({ product_id }) => product_id)
    ),
    pos.query((sql) =>
      readAvailableStock(
        sql,
        connection,
        variants.map(({ variant_id }) => variant_id)
      )
    ),
    pos.query((sql) => readAcceptedContents(sql, ids)),
    pos.query((sql) => findProductParts(sql, ids)),
  ])
  return new Map(
    links.map((link) => {
      const own = variants.filter(({ product_link_id }) => product_link_id === link.id)
      const contents = [
        accepted.get(link.id)?.accepted_content,
        ...parts.filter(({ product_link_id }) => product_link_id === link.id).map((part) => part.accepted_content),
      ]
      return [
        link.id,
        {
          stock: {
            shop: sumOf(own.map(({ variant_id }) => available.get(variant_id) ?? null)),
            counter: sumOf(own.map(({ pos_balance }) => pos_balance)),
          },
          price: {
            shop: spanOf(shopPrices(products.get(link.product_id), link.overrides, basisOf(connection))),
            counter: spanOf(contents.flatMap(counterPrices)),
          },
        },
      ]
    })
  )
}

const basisOf = ({ currency_code, taxation_mode, taxation_type }: ConnectionRecord): PriceBasis => ({
  ...{ currencyCode: currency_code, taxationMode: taxation_mode, taxationType: taxation_type },
})

/** As a push would send them, but for what the shop's own code makes of a product. */
function shopPrices(read: ReadProduct | undefined, overrides: unknown, basis: PriceBasis): number[] {
  if (!read) {
    return []
  }
  const { taxRate, variants } = applyOverrides(read.product, readStoredOverrides(overrides).overrides)
  return variants.flatMap(({ price, priceIncludesTax }) =>
    price === null ? [] : (sellingPriceOrNull(price, { taxRate, priceIncludesTax }, basis)?.amount ?? [])
  )
}

function counterPrices(content: unknown): number[] {
  const parsed = productContentSchema.safeParse(content)
  return parsed.success ? (parsed.data.variants ?? []).flatMap(({ price }) => price?.amount ?? []) : []
}

const spanOf = (amounts: number[]): PriceSpan | null =>
  amounts.length > 0 ? { lowest: Math.min(...amounts), highest: Math.max(...amounts) } : null

function sumOf(quantities: (string | null)[]): string | null {
  const known = quantities.filter((quantity) => quantity !== null)
  return known.length > 0 ? BigNumber.sum(...known).toFixed() : null
}
