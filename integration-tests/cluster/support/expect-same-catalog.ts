import { BigNumber } from "bignumber.js"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { PosDriver } from "../../../test-support/pos-driver"

const rowsSchema = z.object({
  rows: z.array(
    z.object({
      product_uuid: z.string().nullable(),
      title: z.string(),
      prices: z.record(z.string(), z.coerce.string()).nullable(),
    })
  ),
})

/** Each product of the store is at the POS once, with its name and its variants' prices in kronor. */
export async function expectSameCatalog(knex: Knex, posDriver: PosDriver, connectionId: string): Promise<void> {
  const { rows } = rowsSchema.parse(
    await knex.raw(
      `SELECT link.product_uuid, product.title, (
         SELECT jsonb_object_agg(variant.variant_uuid, price.amount) FROM pos_variant_link AS variant
         JOIN product_variant_price_set AS priced ON priced.variant_id = variant.variant_id AND priced.deleted_at IS NULL
         JOIN price ON price.price_set_id = priced.price_set_id AND price.currency_code = 'sek' AND price.rules_count = 0
           AND price.price_list_id IS NULL AND price.deleted_at IS NULL
         WHERE variant.product_link_id = link.id AND variant.deleted_at IS NULL) AS prices
       FROM product LEFT JOIN pos_product_link AS link ON link.product_id = product.id AND link.connection_id = ?
         AND link.deleted_at IS NULL
       WHERE product.status = 'published' AND product.deleted_at IS NULL`,
      [connectionId]
    )
  )
  const wanted = rows.map(({ product_uuid, title, prices }) => ({
    product_uuid,
    title,
    prices: Object.fromEntries(
      Object.entries(prices ?? {}).map(([uuid, amount]) => [uuid, new BigNumber(amount).shiftedBy(2).toNumber()])
    ),
  }))
  const atPos = await posDriver.products()
  const found = rows.map(({ product_uuid }) => {
    const product = atPos.find(({ uuid }) => uuid === product_uuid)
    return {
      product_uuid: product?.uuid ?? null,
      title: product?.name ?? null,
      prices: Object.fromEntries((product?.variants ?? []).map(({ uuid, price }) => [uuid, price?.amount])),
    }
  })
  expect(found).toEqual(wanted)
  // What was sent twice would be there under another uuid.
  const titles = new Set(rows.map(({ title }) => title))
  const linked = new Set(rows.map(({ product_uuid }) => product_uuid))
  expect(atPos.filter(({ uuid, name }) => titles.has(name ?? "") && !linked.has(uuid))).toEqual([])
}
