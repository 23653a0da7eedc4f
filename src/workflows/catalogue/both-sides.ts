import type { MedusaContainer } from "@medusajs/framework/types"
import { readAvailableStock } from "../../medusa-tables/stock/read-available-stock"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { readAcceptedContents } from "../../modules/pos/queries/outbox/product-links"
import { findProductParts } from "../../modules/pos/queries/outbox/product-parts"
import { productContentSchema } from "../../pos-api/contract"
import { applyOverrides, readStoredOverrides } from "../../translate/overrides"
import { type PriceBasis, sellingPriceOrNull } from "../../translate/selling-price"
import { type ReadProduct, readProducts } from "../push/read-products"
import { compareStock, type StockOfSides, type StoredLevel, toLevelAtPos } from "./level-at-pos"

/** The lowest and the highest price of a product's variants, in minor units. */
export type PriceSpan = { lowest: number; highest: number }

/** What the store has of a product for the POS, and what the POS has; null: nothing is known. */
export type BothSides = {
  stock: StockOfSides
  /** `differs`: any variant has another price at the POS than in the store */
  price: { shop: PriceSpan | null; counter: PriceSpan | null; differs: boolean }
}

type Link = { id: string; product_id: string; overrides: unknown; accepted_content: unknown }
type VariantOfLink = StoredLevel & {
  product_link_id: string
  variant_id: string
  variant_uuid: string
  stock_revision: number
  stock_pushed_revision: number
}

/** Reads prices and stock of linked products at both sides, for a page of a list, of all their variants together. */
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
      const shopPrices = readShopPrices(products.get(link.product_id), link.overrides, basisOf(connection))
      const posPrices = new Map(contents.flatMap(readPosPrices))
      const levels = own.map((variant) => ({
        shop: available.get(variant.variant_id) ?? null,
        pos: toLevelAtPos(variant),
      }))
      return [
        link.id,
        {
          stock: compareStock(levels, isNotTracked(connection, link, own)),
          price: {
            shop: spanOf([...shopPrices.values()]),
            counter: spanOf([...posPrices.values()]),
            differs: own.some(({ variant_id, variant_uuid }) => {
              const shop = shopPrices.get(variant_id)
              const pos = posPrices.get(variant_uuid)
              return shop !== undefined && pos !== undefined && shop !== pos
            }),
          },
        },
      ]
    })
  )
}

const basisOf = ({ currency_code, taxation_mode, taxation_type }: ConnectionRecord): PriceBasis => ({
  ...{ currencyCode: currency_code, taxationMode: taxation_mode, taxationType: taxation_type },
})

/**
 * The POS has switched tracking off, or stock goes both ways, everything was sent, and the POS tracks no variant: those that the
 * store does not count.
 */
function isNotTracked({ stock_policy }: ConnectionRecord, link: Link, variants: VariantOfLink[]): boolean {
  const isNeverTracked = variants.every(
    ({ tracked, observed_level, stock_revision, stock_pushed_revision }) =>
      !tracked && observed_level === null && stock_pushed_revision >= stock_revision
  )
  return (
    variants.some(({ stock_off }) => stock_off) ||
    (stock_policy === "two-way" && link.accepted_content !== null && variants.length > 0 && isNeverTracked)
  )
}

/** As a push would send them, by variant id, but for what the shop's own code makes of a product. */
function readShopPrices(read: ReadProduct | undefined, overrides: unknown, basis: PriceBasis): Map<string, number> {
  if (!read) {
    return new Map()
  }
  const { taxRate, variants } = applyOverrides(read.product, readStoredOverrides(overrides).overrides)
  return new Map(
    variants.flatMap(({ id, price, priceIncludesTax }) => {
      const amount = price === null ? null : sellingPriceOrNull(price, { taxRate, priceIncludesTax }, basis)?.amount
      return amount === null || amount === undefined ? [] : [[id, amount] as const]
    })
  )
}

/** By variant UUID. */
function readPosPrices(content: unknown): [string, number][] {
  const parsed = productContentSchema.safeParse(content)
  const variants = parsed.success ? (parsed.data.variants ?? []) : []
  return variants.flatMap(({ uuid, price }): [string, number][] => (price ? [[uuid, price.amount]] : []))
}

const spanOf = (amounts: number[]): PriceSpan | null =>
  amounts.length > 0 ? { lowest: Math.min(...amounts), highest: Math.max(...amounts) } : null
