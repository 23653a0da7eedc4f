import type { AxiosInstance } from "axios"
import { BigNumber } from "bignumber.js"
import { z } from "zod"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Purchase } from "../../../src/pos-api/contract"
import type { PosDriver } from "../../../test-support/pos-driver"
import { readOrders } from "./read-orders"
import type { ConnectedStore } from "./use-connected-store"

/** What the two sides and the test itself know, for comparing them. */
export type Mirrored = {
  knex: Knex
  posDriver: PosDriver
  connectionId: string
  locationId: string
  /** orders as Medusa's own admin shows them */
  readOrders(): Promise<{ id: string; total: number; metadata: Record<string, unknown> | null }[]>
  /** by the POS's variant: what the store had at the start, what the store itself has moved since (decimal text) */
  start: Record<string, string>
  movedByShop?: Record<string, string>
  /** by the POS's variant: what the POS has moved beside sales and refunds */
  movedByPos?: Record<string, string>
  /** purchases from before the store was connected: a backfill brings them, and they move no stock */
  soldBefore?: ReadonlySet<string>
  /** of the currency */
  digits?: number
}

const receiptsSchema = z.array(
  z.object({
    purchase_uuid: z.string(),
    amount: z.coerce.number(),
    state: z.string(),
    state_reason: z.string().nullable(),
    order_id: z.string().nullable(),
    refund: z.boolean(),
  })
)
const ordersSchema = z.array(z.object({ id: z.string(), purchase_uuid: z.string() }))
const refundedSchema = z.array(z.object({ order_id: z.string(), amount: z.coerce.number() }))
const stockSchema = z.array(
  z.object({
    variant_uuid: z.string(),
    stocked: z.string(),
    available: z.string(),
    pos_balance: z.string().nullable(),
    /** what the ledger has moved in the store, and at the POS */
    followed: z.string(),
    ledger: z.string(),
  })
)

const rowsOf = <Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> =>
  schema.parse(z.looseObject({ rows: z.unknown() }).parse(result).rows)

const sorted = (texts: string[]) => [...texts].sort()

/** As {@link expectReceiptsMirrored}, for all orders of a connected store as Medusa's own admin shows them. */
export async function expectStoreMirrored(
  { api, dbConnection }: { api: AxiosInstance; dbConnection: Knex },
  { fixture, shop }: ConnectedStore
): Promise<void> {
  await expectReceiptsMirrored({
    knex: dbConnection,
    posDriver: fixture.posDriver,
    connectionId: fixture.connectionId,
    locationId: shop.stockLocationId,
    start: {},
    readOrders: async () => readOrders(api.defaults.baseURL ?? "", fixture.admin.headers),
  })
}

/** Every purchase has one receipt, every sale one order, and every order's total is its receipts', to the minor unit. */
export async function expectReceiptsMirrored({ knex, posDriver, connectionId, readOrders, digits = 2 }: Mirrored) {
  const purchases = await posDriver.purchases()
  const receipts = rowsOf(
    receiptsSchema,
    await knex.raw(
      `SELECT purchase_uuid, amount, state, state_reason, order_id, refund FROM pos_receipt
       WHERE connection_id = ? AND deleted_at IS NULL`,
      [connectionId]
    )
  )
  expect(sorted(receipts.map((purchase) => purchase.purchase_uuid))).toEqual(
    sorted(purchases.map((purchase) => purchase.purchaseUUID1))
  )
  expect(receipts.filter(({ state, order_id }) => state !== "mirrored" || order_id === null)).toEqual([])

  const sales = purchases.filter(({ refund }) => !refund)
  const orders = rowsOf(
    ordersSchema,
    await knex.raw(
      `SELECT id, metadata->>'pos_purchase_uuid' AS purchase_uuid FROM "order"
       WHERE metadata->>'pos_purchase_uuid' = ANY(?) AND deleted_at IS NULL`,
      [purchases.map((purchase) => purchase.purchaseUUID1)]
    )
  )
  expect(sorted(orders.map((item) => item.purchase_uuid))).toEqual(sorted(sales.map((item) => item.purchaseUUID1)))

  const givenBack = refundsBySale(purchases)
  const expected = sales.map((sale) => [sale.purchaseUUID1, sale.amount + (givenBack.get(sale.purchaseUUID1) ?? 0)])
  const shown = (await readOrders()).flatMap(({ total, metadata }) => {
    const uuid = String(metadata?.pos_purchase_uuid)
    return sales.some((sale) => sale.purchaseUUID1 === uuid)
      ? [[uuid, new BigNumber(total).shiftedBy(digits).toNumber()]]
      : []
  })
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))

  const refunded = rowsOf(
    refundedSchema,
    await knex.raw(
      `SELECT link.order_id, sum(refund.amount) AS amount FROM order_payment_collection AS link
       JOIN payment ON payment.payment_collection_id = link.payment_collection_id
       JOIN refund ON refund.payment_id = payment.id AND refund.deleted_at IS NULL
       WHERE link.order_id = ANY(?) GROUP BY link.order_id`,
      [orders.map(({ id }) => id)]
    )
  )
  const saleOf = new Map(orders.map(({ id, purchase_uuid }) => [id, purchase_uuid]))
  const paidBack = refunded.map(({ order_id, amount }) => [
    saleOf.get(order_id),
    new BigNumber(amount).shiftedBy(digits).negated().toNumber(),
  ])
  expect(Object.fromEntries(paidBack)).toEqual(Object.fromEntries(givenBack))
}

function refundsBySale(purchases: Purchase[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { refundsPurchaseUUID1: sale, amount } of purchases) {
    if (sale) {
      sums.set(sale, (sums.get(sale) ?? 0) + amount)
    }
  }
  return sums
}

/**
 * For every variant: what the store has is what it began with, and what was sold, refunded and moved since; the ledger
 * says the same; and the POS has what the ledger says and what the store can sell.
 * @param isKnowable false: nobody can know all that moved; that both sides and the ledger agree is what is left to hold
 */
export async function expectStockBalanced(mirrored: Mirrored, isKnowable = true): Promise<void> {
  const { knex, posDriver, connectionId, locationId, start } = mirrored
  const { movedByShop = {}, movedByPos = {}, soldBefore = new Set() } = mirrored
  const stock = rowsOf(
    stockSchema,
    await knex.raw(
      `SELECT link.variant_uuid, trim_scale(level.stocked_quantity)::text AS stocked,
         trim_scale(level.stocked_quantity - level.reserved_quantity)::text AS available, link.pos_balance,
         trim_scale(coalesce(sum(movement.change::numeric)
           FILTER (WHERE movement.kind IN ('mirrored', 'sold', 'corrected')), 0))::text AS followed,
         trim_scale(coalesce(sum(movement.change::numeric) FILTER (
           WHERE movement.kind <> 'echo' AND movement.state NOT IN ('presumed-lost', 'refused')), 0))::text AS ledger
       FROM pos_variant_link AS link
       JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id AND item.deleted_at IS NULL
       JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.location_id = ?
         AND level.deleted_at IS NULL
       LEFT JOIN pos_stock_movement AS movement ON movement.variant_link_id = link.id AND movement.deleted_at IS NULL
       WHERE link.connection_id = ? AND link.deleted_at IS NULL
       GROUP BY link.id, level.id`,
      [locationId, connectionId]
    )
  )
  const purchases = (await posDriver.purchases()).filter(({ purchaseUUID1 }) => !soldBefore.has(purchaseUUID1))
  const balances = new Map((await posDriver.products()).flatMap((product) => Object.entries(product.balances)))
  const sum = (...texts: (string | undefined)[]) =>
    texts.reduce((total, text) => total.plus(text ?? 0), new BigNumber(0)).toFixed()
  const known = stock.filter(({ variant_uuid }) => variant_uuid in start)
  expect(known.length).toBe(Object.keys(start).length)
  const found = known.map((item) => ({ ...item, posDriver: balances.get(item.variant_uuid) }))
  const wanted = known.map((item) => {
    const uuid = item.variant_uuid
    const sold = purchases
      .flatMap(({ products }) => products)
      .filter(({ variantUuid }) => variantUuid === uuid)
      .map(({ quantity }) => new BigNumber(quantity).negated().toFixed())
    const followed = sum(...sold, movedByPos[uuid])
    const stocked = sum(start[uuid], movedByShop[uuid], followed)
    return {
      variant_uuid: uuid,
      ...(isKnowable ? { stocked, followed } : { stocked: item.stocked, followed: item.followed }),
      available: item.available,
      pos_balance: item.available,
      ledger: item.available,
      posDriver: item.available,
    }
  })
  expect(found).toEqual(wanted)
}

/** Nothing is on its way any longer, and nothing was given up. Stock that the POS does not track by choice stays due. */
export async function expectNothingLeft({ knex, connectionId }: Pick<Mirrored, "knex" | "connectionId">) {
  const left = rowsOf(
    z.array(z.object({ what: z.string() })),
    await knex.raw(
      `SELECT state || ' ' || event_name || ': ' || coalesce(reason, '') AS what FROM pos_inbox_entry
       WHERE connection_id = ? AND state IN ('pending', 'dead')
       UNION ALL SELECT 'sending ' || natural_key FROM pos_stock_movement WHERE connection_id = ? AND state IN ('sending', 'unknown')
       UNION ALL SELECT 'untold ' || events::text FROM pos_event_outbox
       UNION ALL SELECT 'unwritten ' || kind || ' ' || key || ': ' || coalesce(reason, '') FROM pos_store_write
       UNION ALL SELECT 'unsent ' || variant.variant_uuid || coalesce(variant.stock_error, '') FROM pos_variant_link AS variant
       JOIN pos_product_link AS product ON product.id = variant.product_link_id AND product.pushed_at IS NOT NULL
       WHERE variant.connection_id = ? AND variant.stock_revision > variant.stock_pushed_revision
         AND NOT variant.stock_off AND variant.deleted_at IS NULL`,
      [connectionId, connectionId, connectionId]
    )
  )
  expect(left).toEqual([])
}
