import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import fc from "fast-check"

const MINUTE_MS = 60_000

/** A moment beside now, in minutes; null: none. Never now itself, which two statements would see differently. */
const beside = fc.constantFrom<number | null>(null, null, -30, -3, 3, 30)

const waiting = { claimed: beside, next: beside }

/** A merchant, and what stands in its queues; of each kind some rows, as random as a bad day makes them. */
export const merchantArbitrary = fc.record({
  state: fc.constantFrom("active", "active", "active", "paused", "disconnected"),
  held: fc.constantFrom(false, false, true),
  policy: fc.constantFrom("two_way", "two_way", "off"),
  circuit: beside,
  deleted: fc.constantFrom(false, false, false, true),
  entries: fc.array(
    fc.record({
      ...waiting,
      state: fc.constantFrom("pending", "done", "dead"),
      source: fc.constantFrom("webhook", "poll"),
    }),
    { maxLength: 3 }
  ),
  products: fc.array(
    fc.record({
      ...waiting,
      due: fc.boolean(),
      run: fc.constantFrom(null, null, "running", "paused"),
      deleted: fc.constantFrom(false, false, true),
      pushed: fc.boolean(),
      stock: fc.constantFrom(null, "reported", "untold"),
      stockOff: fc.constantFrom(false, false, true),
      stockWaits: fc.record(waiting),
    }),
    { maxLength: 3 }
  ),
  refunds: fc.array(fc.record({ minutesOld: fc.constantFrom(2, 60), known: fc.boolean() }), { maxLength: 2 }),
  runs: fc.array(
    fc.record({
      kind: fc.constantFrom("push", "backfill", "reconcile", "money", "bulk"),
      state: fc.constantFrom("running", "paused", "finished"),
      begun: fc.boolean(),
    }),
    { maxLength: 2 }
  ),
  receipts: fc.array(fc.record({ read: fc.boolean(), taxed: fc.boolean() }), { maxLength: 2 }),
  marked: fc.constantFrom(false, false, true),
  zones: fc.constantFrom(["Europe/Stockholm", "Europe/Stockholm"], [null, "UTC"], ["Asia/Tokyo", null]),
  cards: fc.array(fc.record({ due: beside, claimed: beside }), { maxLength: 2 }),
  accounts: fc.array(
    fc.record({
      group: fc.constantFrom("liquid", "preliminary"),
      state: fc.constantFrom("active", "forbidden", "failing"),
      triedMinutes: fc.constantFrom<number | null>(null, 5, 600),
      pulling: fc.boolean(),
    }),
    { maxLength: 2 }
  ),
})

type RandomMerchant = typeof merchantArbitrary extends fc.Arbitrary<infer One> ? One : never

export const idOf = (place: number): string => `poscon_round${place}`

type Row = Record<string, unknown>

/** Writes merchants with what they have, by SQL. */
export async function insertMerchants(
  knex: Knex | Knex.Transaction,
  merchants: RandomMerchant[],
  now: Date
): Promise<void> {
  const at = (minutes: number | null) => (minutes === null ? null : new Date(now.getTime() + minutes * MINUTE_MS))
  for (const [place, item] of merchants.entries()) {
    const connection_id = idOf(place)
    const id = (kind: string, number: number) => `${kind}_${place}_${number}`
    const insert = async (table: string, rows: Row[]) => (rows.length > 0 ? knex(table).insert(rows) : undefined)
    await insert("pos_connection", [
      {
        id: connection_id,
        organization_uuid: connection_id,
        currency_code: "sek",
        contact_email: "a@example.com",
        sales_channel_id: "sc",
        stock_location_id: "sloc",
        region_id: "reg",
        client_id: "c",
        state: item.state,
        push_held: item.held,
        stock_sync: item.policy,
        circuit_open_until: at(item.circuit),
        time_zone: item.zones[0],
        sales_time_zone: item.zones[1],
        deleted_at: item.deleted ? now : null,
      },
    ])
    await insert(
      "pos_inbox_entry",
      item.entries.map(({ state, source, claimed, next }, number) => ({
        id: id("posin", number),
        connection_id,
        natural_key: id("key", number),
        event_name: "PurchaseCreated",
        aggregate: `purchase:${id("sale", number)}`,
        source,
        state,
        payload: "{}",
        claimed_until: at(claimed),
        next_attempt_at: at(next),
      }))
    )
    await insert(
      "pos_run",
      [...item.runs.entries()].map(([number, { kind, state, begun }]) => ({
        id: id("posrun", number),
        connection_id,
        kind,
        state,
        resumed_at: begun ? now : null,
      }))
    )
    await insert(
      "pos_run",
      [...new Set(item.products.flatMap(({ run }) => run ?? []))].map((state) => ({
        id: `posrun_${place}_${state}`,
        connection_id,
        kind: "push",
        state,
        resumed_at: null,
      }))
    )
    await insert(
      "pos_product_link",
      item.products.map(({ claimed, next, due, run, deleted, pushed }, number) => ({
        id: id("posplink", number),
        connection_id,
        product_id: id("prod", number),
        product_uuid: id("uuid", number),
        revision: 2,
        pushed_revision: due ? 1 : 2,
        run_id: run && `posrun_${place}_${run}`,
        run_only: run !== null,
        claimed_until: at(claimed),
        next_attempt_at: at(next),
        pushed_at: pushed ? now : null,
        deleted_at: deleted ? now : null,
      }))
    )
    await insert(
      "pos_variant_link",
      item.products.flatMap(({ stock, stockOff, stockWaits }, number) =>
        stock === null
          ? []
          : [
              {
                id: id("posvlink", number),
                connection_id,
                product_link_id: id("posplink", number),
                product_uuid: id("uuid", number),
                variant_id: id("variant", number),
                variant_uuid: id("vuuid", number),
                stock_off: stockOff,
                tracked: number % 2 === 0,
                stock_revision: 3,
                stock_pushed_revision: stock === "reported" ? 1 : 0,
                stock_claimed_until: at(stockWaits.claimed),
                stock_next_attempt_at: at(stockWaits.next),
              },
            ]
      )
    )
    const receipt = { connection_id, amount: -1, raw_amount: "{}", currency_code: "sek", sold_at: now, payload: "{}" }
    await insert(
      "pos_receipt",
      item.refunds.map(({ minutesOld }, number) => ({
        ...receipt,
        id: id("posrefund", number),
        purchase_uuid: id("refund", number),
        state: "pending",
        refund: true,
        payments_extracted_at: now,
        vat_by_rate: "[]",
        created_at: at(-minutesOld),
      }))
    )
    await insert(
      "pos_inbox_entry",
      [...item.refunds.entries()]
        .filter(([, { known }]) => known)
        .map(([number]) => ({
          id: id("posinrefund", number),
          connection_id,
          natural_key: id("refundkey", number),
          event_name: "PurchaseCreated",
          aggregate: `purchase:${id("refund", number)}`,
          source: "poll",
          state: "pending",
          payload: "{}",
        }))
    )
    await insert(
      "pos_receipt",
      item.receipts.map(({ read, taxed }, number) => ({
        ...receipt,
        id: id("posrec", number),
        purchase_uuid: id("purchase", number),
        state: "mirrored",
        payments_extracted_at: read ? now : null,
        vat_by_rate: taxed ? "[]" : null,
      }))
    )
    await insert("pos_daily_sales_due", item.marked ? [{ id: id("posmark", 0), connection_id, sold_at: now }] : [])
    await insert(
      "pos_gift_card",
      item.cards.map(({ due, claimed }, number) => ({
        id: id("posgift", number),
        connection_id,
        card_uuid: id("card", number),
        currency_code: "sek",
        due_at: at(due),
        claimed_until: at(claimed),
      }))
    )
    const accounts = new Map(item.accounts.map((account) => [account.group, account]))
    await insert(
      "pos_account",
      [...accounts.values()].map(({ group, state, triedMinutes, pulling }) => ({
        id: `posacc_${place}_${group}`,
        connection_id,
        account_group: group,
        state,
        history_from: now,
        pulled_until: now,
        pulling_until: pulling ? now : null,
        minimum_balance: 0,
        raw_minimum_balance: "{}",
        last_tried_at: triedMinutes === null ? null : at(-triedMinutes),
      }))
    )
  }
}
