import { z } from "zod"
import keepFinance from "../../src/jobs/pos-finance"
import { resumeRuns } from "../../src/features/background/resume-runs"
import type { FetchKind } from "../../src/contract/finance"
import { requestFetch } from "../../src/features/reconciliation/fetch-period"
import { resumeFetch } from "../../src/features/reconciliation/fetch-run"
import { repairOrder } from "../../src/features/reconciliation/repair-order"
import { reverseRefund } from "../../src/features/purchases"
import { purchaseSchema } from "../../src/pos-api/contract"
import { eventually } from "./support/eventually"
import { expectStoreMirrored } from "./support/mirror-invariants"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const DAY_MS = 24 * 3_600 * 1_000
const DAYS = 30

type Sale = { id: string; order_id: string; purchase_uuid: string; amount: number; day: string }
type Discrepancy = {
  kind: string
  cause: string
  subject: string
  expected: number
  found: number
  changes: { field: string; store: unknown; pos: unknown }[] | null
}

storeSuite({
  moduleName: "fetch-period",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    /** A merchant with 30 days behind it, all of them in the store, and an account at the POS. */
    beforeAll(async () => {
      const { posDriver, connectionId, admin } = here.fixture
      await posDriver.seed({ products: 5, purchases: 60, days: DAYS, refundShare: 0.2 })
      const { data } = await api.post(
        `/admin/pos/connections/${connectionId}/backfill`,
        { since: dayAgo(2 * DAYS) },
        admin
      )
      await eventually(async () => {
        await resumeRuns(getContainer(), connectionId)
        expect((await here.fixture.pos.listPosRuns({ id: data.run_id }))[0]).toMatchObject({ state: "finished" })
      })
      await keepFinance(getContainer())
    })

    const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length)

    const path = () => `/admin/pos/connections/${here.fixture.connectionId}/fetch-period`
    const period = { from: dayAgo(DAYS + 2), to: dayAgo(0) }

    const begin = async (kinds: string[]): Promise<string> =>
      (await api.post(path(), { ...period, kinds }, here.fixture.admin)).data.run_id

    const runOf = async (id: string) => {
      const [run] = await here.fixture.pos.listPosRuns({ id })
      if (!run) {
        throw new Error(`There is no run ${id}`)
      }
      return run
    }

    const finish = async (id: string) =>
      eventually(async () => {
        await resumeRuns(getContainer(), here.fixture.connectionId)
        const run = await runOf(id)
        expect(run).toMatchObject({ state: "finished", reason: null })
        return run
      })

    const fetchAgain = async (...kinds: string[]) => finish(await begin(kinds))

    const differences = async () => {
      const query = `limit=100&state=open&connection_id=${here.fixture.connectionId}`
      return (await here.fixture.get<{ discrepancies: Discrepancy[] }>(`/admin/pos/discrepancies?${query}`))
        .discrepancies
    }

    const fixAll = async () =>
      (
        await api.post(
          "/admin/pos/discrepancies/decide",
          { connection_id: here.fixture.connectionId, decision: "fixed" },
          here.fixture.admin
        )
      ).data

    /** Sales of former days that the store has orders of, the oldest first. */
    const salesOf = async (refunded: boolean): Promise<Sale[]> =>
      (
        await dbConnection.raw(
          `SELECT sale.id, sale.order_id, sale.purchase_uuid, sale.amount::int AS amount FROM pos_receipt AS sale
           WHERE NOT sale.refund AND sale.state = 'mirrored' AND sale.sold_at < now() - interval '2 days'
             AND EXISTS (SELECT 1 FROM pos_receipt AS back WHERE back.refunds_purchase_uuid = sale.purchase_uuid) = ?
           ORDER BY sale.sold_at`,
          [refunded]
        )
      ).rows

    const first = (sales: Sale[], index = 0): Sale => {
      const sale = sales[index]
      if (!sale) {
        throw new Error(`There are only ${sales.length} such sales`)
      }
      return sale
    }

    const lose = async ({ id, order_id }: Sale) => {
      await dbConnection.raw("DELETE FROM pos_receipt WHERE id = ?", [id])
      await dbConnection.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [order_id])
    }

    /** As if the store had imported an earlier version of a refund: its receipt and its order have half the amount. */
    const halveRefund = async (sale: Sale) => {
      const { rows } = await dbConnection.raw(
        `UPDATE pos_receipt SET amount = half.amount, raw_amount = jsonb_build_object('value', half.amount::text),
           payload = payload || jsonb_build_object('amount', half.amount, 'payments',
             jsonb_build_array(payload->'payments'->0 || jsonb_build_object('amount', half.amount)))
         FROM (SELECT id, (amount / 2)::int AS amount FROM pos_receipt WHERE refunds_purchase_uuid = ? LIMIT 1) AS half
         WHERE pos_receipt.id = half.id RETURNING pos_receipt.purchase_uuid, pos_receipt.amount::int AS amount`,
        [sale.purchase_uuid]
      )
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      expect(await repairOrder(getContainer(), connection, sale.purchase_uuid)).toMatchObject({ outcome: "fixed" })
      return rows[0] as { purchase_uuid: string; amount: number }
    }

    /** As if a notification had been handled twice by other code: its order counts the payment twice. */
    const doublePayment = async ({ order_id }: Sale) =>
      dbConnection.raw(
        `UPDATE payment SET amount = 2 * amount, raw_amount = jsonb_build_object('value', (2 * amount)::text)
         FROM order_payment_collection AS link
         WHERE link.payment_collection_id = payment.payment_collection_id AND link.order_id = ?`,
        [order_id]
      )

    const receipts = async () =>
      (
        await dbConnection.raw(
          "SELECT id, purchase_uuid, order_id, amount::int, updated_at FROM pos_receipt ORDER BY id"
        )
      ).rows as { purchase_uuid: string }[]

    const expectAllMirrored = async () => expectStoreMirrored({ api, dbConnection }, here)

    it("finds exactly a missing sale, a changed refund and a doubled event, and repairs them", async () => {
      const [missing, doubled] = [first(await salesOf(false)), first(await salesOf(false), 1)]
      const refund = await halveRefund(first(await salesOf(true)))
      await doublePayment(doubled)
      await lose(missing)
      const purchase = (await here.fixture.posDriver.purchases()).find(
        ({ purchaseUUID1 }) => purchaseUUID1 === doubled.purchase_uuid
      )
      // The same event a second time, under another id: it has no effect of its own.
      await here.fixture.notify("PurchaseCreated", purchase)
      await here.fixture.drain()
      const before = await receipts()
      const run = await fetchAgain("sales", "refunds")
      expect(run.details).toMatchObject({ imported: 1, differing: 2 })
      expect(run).toMatchObject({ done: before.length + 1, total: before.length + 1 })
      expect(await here.fixture.receipt(missing.purchase_uuid)).toMatchObject({ state: "mirrored" })
      // What agrees, and what differs, is left alone.
      const after = await receipts()
      expect(after.filter(({ purchase_uuid }) => purchase_uuid !== missing.purchase_uuid)).toEqual(before)
      const found = await differences()
      expect(found).toHaveLength(2)
      expect(found).toContainEqual(
        expect.objectContaining({ kind: "payments", subject: doubled.purchase_uuid, expected: doubled.amount })
      )
      const differing = found.find(({ kind }) => kind === "receipt")
      expect(differing).toMatchObject({ subject: refund.purchase_uuid, cause: "receipt-differs", found: refund.amount })
      expect(differing?.changes?.map(({ field }) => field)).toEqual(["amount", "payments"])
      expect(differing?.changes?.[0]).toEqual({ field: "amount", store: refund.amount, pos: differing?.expected })
      expect(await fixAll()).toMatchObject({ decided: 2, failed: 0 })
      await expectAllMirrored()
      const again = await fetchAgain("sales", "refunds")
      expect(again.details).toMatchObject({ imported: 0, differing: 0 })
      expect(await differences()).toEqual([])
    })

    it("fetches only the chosen kind, and closes what no longer differs", async () => {
      const refund = await halveRefund(first(await salesOf(true)))
      expect((await fetchAgain("sales")).details).toMatchObject({ differing: 0 })
      expect((await fetchAgain("refunds")).details).toMatchObject({ differing: 1 })
      expect(await differences()).toMatchObject([{ kind: "receipt", subject: refund.purchase_uuid }])
      // A person leaves it as it is: the same difference is not shown again.
      await api.post(
        "/admin/pos/discrepancies/decide",
        { connection_id: here.fixture.connectionId, decision: "ignored" },
        here.fixture.admin
      )
      await fetchAgain("refunds")
      expect(await differences()).toEqual([])
    })

    it("gives the order of a receipt that differs the POS's rows and time, though its amounts agree", async () => {
      const { id, order_id, purchase_uuid } = first(await salesOf(false))
      const shown = async () => {
        const { items, created_at } = await here.fixture.order(purchase_uuid)
        return { titles: items.map(({ title }) => title), created_at }
      }
      const before = await shown()
      // As if the store had imported an earlier version of the sale: of other goods, an hour earlier.
      await dbConnection.raw(
        `UPDATE pos_receipt SET sold_at = sold_at - interval '1 hour',
           payload = jsonb_set(payload, '{products,0,name}', '"Other goods"') WHERE id = ?`,
        [id]
      )
      await dbConnection.raw(
        `UPDATE order_line_item SET title = 'Other goods'
         WHERE id IN (SELECT item_id FROM order_item WHERE order_id = ?) AND metadata->>'pos_position' = '0'`,
        [order_id]
      )
      await dbConnection.raw(`UPDATE "order" SET created_at = created_at - interval '1 hour' WHERE id = ?`, [order_id])
      expect(await shown()).not.toEqual(before)
      expect((await fetchAgain("sales")).details).toMatchObject({ differing: 1 })
      expect((await differences())[0]?.changes?.map(({ field }) => field)).toEqual(["sold_at", "lines"])
      expect(await fixAll()).toMatchObject({ decided: 1, failed: 0 })
      expect(await shown()).toEqual(before)
      await expectAllMirrored()
    })

    it.each(["no sale", "another sale"])(
      "gives a refund that named %s to the sale that it names at the POS",
      async (named) => {
        const sale = first(await salesOf(true))
        const other = named === "no sale" ? null : first(await salesOf(false)).purchase_uuid
        const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
        const { rows } = await dbConnection.raw(
          `UPDATE pos_receipt SET order_id = NULL, state = 'pending', refunds_purchase_uuid = ?,
           payload = payload - 'refundsPurchaseUUID' || jsonb_build_object('refundsPurchaseUUID1', ?::text)
         WHERE refunds_purchase_uuid = ? RETURNING purchase_uuid`,
          [other, other, sale.purchase_uuid]
        )
        for (const purchaseUuid of [sale.purchase_uuid, ...(other === null ? [] : [other])]) {
          await dbConnection.raw("UPDATE pos_receipt SET order_mapping_version = NULL WHERE purchase_uuid = ?", [
            purchaseUuid,
          ])
          await repairOrder(getContainer(), connection, purchaseUuid)
        }
        await here.fixture.sweepNow()
        expect((await fetchAgain("refunds")).details).toMatchObject({ differing: rows.length })
        expect((await differences()).map(({ changes }) => changes?.map(({ field }) => field))).toEqual(
          rows.map(() => ["sale"])
        )
        expect(await fixAll()).toMatchObject({ decided: rows.length, failed: 0 })
        await expectAllMirrored()
        expect((await fetchAgain("sales", "refunds")).details).toMatchObject({ differing: 0 })
      }
    )

    /** As if the store had imported the refunds of a sale, which the POS has, as sales. */
    const importRefundsAsSales = async (sale: Sale): Promise<string[]> => {
      const { rows } = await dbConnection.raw(
        "DELETE FROM pos_receipt WHERE refunds_purchase_uuid = ? RETURNING purchase_uuid, payload",
        [sale.purchase_uuid]
      )
      const refunds = z.array(z.object({ purchase_uuid: z.string(), payload: purchaseSchema })).parse(rows)
      const uuids = refunds.map(({ purchase_uuid }) => purchase_uuid)
      await dbConnection.raw("DELETE FROM pos_inbox_entry WHERE aggregate = ANY(?)", [
        uuids.map((uuid) => `purchase:${uuid}`),
      ])
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      await repairOrder(getContainer(), connection, sale.purchase_uuid, true)
      for (const { payload } of refunds) {
        const named = { refund: false, refundsPurchaseUUID: null, refundsPurchaseUUID1: null }
        await here.fixture.notify("PurchaseCreated", { ...reverseRefund(payload), ...named })
      }
      await here.fixture.drain()
      return uuids
    }

    /** What the store has sold and given back in its orders and receipts. */
    const sums = async () => {
      const { rows } = await dbConnection.raw(
        `SELECT (SELECT sum(amount)::int FROM pos_receipt) AS receipts, (
           SELECT (100 * sum((summary.totals->>'current_order_total')::numeric))::int FROM "order" AS o
           JOIN order_summary AS summary ON summary.order_id = o.id AND summary.version = o.version
             AND summary.deleted_at IS NULL
           WHERE o.deleted_at IS NULL) AS orders, (
           SELECT sum(stocked_quantity)::float FROM inventory_level) AS stocked`
      )
      return rows[0]
    }

    it("[D160] makes a refund of a receipt that the store has as a sale, and gives it to the order of its sale", async () => {
      const sale = first(await salesOf(true))
      const before = await sums()
      const uuids = await importRefundsAsSales(sale)
      expect(await sums()).not.toEqual(before)
      expect((await fetchAgain("sales", "refunds")).details).toMatchObject({ differing: uuids.length })
      const found = await differences()
      expect(found.map(({ subject }) => subject).sort()).toEqual([...uuids].sort())
      expect(found.map(({ changes }) => changes?.map(({ field }) => field))).toContainEqual(
        expect.arrayContaining(["amount", "sale"])
      )
      const { decided, not_kept } = await fixAll()
      expect(decided).toBe(uuids.length)
      expect(not_kept).toEqual(
        found.map(({ subject }) => ({ purchase_uuid: subject, what: expect.stringContaining("it is a refund") }))
      )
      await expectAllMirrored()
      expect(await sums()).toEqual(before)
      expect((await fetchAgain("sales", "refunds")).details).toMatchObject({ differing: 0 })
    })

    it("[D160] makes a sale of a receipt that the store has as a refund of another", async () => {
      const [other, sale] = [first(await salesOf(false)), first(await salesOf(false), 1)]
      const before = await sums()
      const payloadOf = async ({ id }: Sale) => {
        const { rows } = await dbConnection.raw("SELECT payload FROM pos_receipt WHERE id = ?", [id])
        return purchaseSchema.parse(rows[0].payload)
      }
      // On another day, the sums of both days would differ, too.
      const { timestamp, created } = await payloadOf(sale)
      await lose(sale)
      await dbConnection.raw("DELETE FROM pos_inbox_entry WHERE aggregate = ?", [`purchase:${sale.purchase_uuid}`])
      await here.fixture.notify("PurchaseCreated", {
        ...reverseRefund(await payloadOf(other)),
        purchaseUUID1: sale.purchase_uuid,
        timestamp,
        created,
        refund: true,
        refundsPurchaseUUID1: other.purchase_uuid,
      })
      await here.fixture.drain()
      expect(await sums()).not.toEqual(before)
      expect((await fetchAgain("sales", "refunds")).details).toMatchObject({ differing: 1 })
      expect(await differences()).toMatchObject([{ kind: "receipt", subject: sale.purchase_uuid }])
      expect(await fixAll()).toMatchObject({ decided: 1, failed: 0 })
      await expectAllMirrored()
      expect(await sums()).toEqual(before)
      expect((await fetchAgain("sales", "refunds")).details).toMatchObject({ differing: 0 })
    })

    it("imports a sale once that arrives while it is fetched", async () => {
      const missing = first(await salesOf(false))
      await lose(missing)
      const purchase = (await here.fixture.posDriver.purchases()).find(
        ({ purchaseUUID1 }) => purchaseUUID1 === missing.purchase_uuid
      )
      const id = await begin(["sales", "refunds"])
      const live = { variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }
      const [, sold] = await Promise.all([
        finish(id),
        here.fixture.posDriver.sell([live]),
        here.fixture.notify("PurchaseCreated", purchase),
      ])
      await here.fixture.order(sold.purchaseUUID1)
      await here.fixture.waitUntilProcessed()
      await expectAllMirrored()
    })

    /** Creates the run without waking a worker. */
    const request = async (...kinds: FetchKind[]) =>
      requestFetch(getContainer(), Object.assign({ connection_id: here.fixture.connectionId, kinds }, period))

    it("is resumed by another process at any piece", async () => {
      const missing = first(await salesOf(false))
      await lose(missing)
      await halveRefund(first(await salesOf(true)))
      const id = await request("sales", "refunds", "payouts")
      // Each process does one piece, and has lost its lease when it is to record the next.
      for (let pieces = 0; (await runOf(id)).state === "running"; pieces++) {
        expect(pieces).toBeLessThan(50)
        let held = 1
        await resumeFetch(getContainer(), await runOf(id), { isHeld: () => held-- > 0 })
      }
      expect(await runOf(id)).toMatchObject({ state: "finished", details: { phase: "done", differing: 1 } })
      expect(await differences()).toMatchObject([{ kind: "receipt" }])
      expect(await here.fixture.receipt(missing.purchase_uuid)).toMatchObject({ state: "mirrored" })
    })

    it("pauses, resumes and is canceled on request", async () => {
      const act = async (id: string, action: string) =>
        api.post(`/admin/pos/runs/${id}/actions`, { action }, here.fixture.admin)
      const id = await request("sales")
      await act(id, "pause")
      await resumeRuns(getContainer(), here.fixture.connectionId)
      expect(await runOf(id)).toMatchObject({ state: "paused", done: 0 })
      await expect(begin(["stock"])).rejects.toMatchObject({
        response: { data: { message: expect.stringContaining("another period is being fetched") } },
      })
      await act(id, "resume")
      expect((await finish(id)).done).toBeGreaterThan(0)
      const canceled = await request("sales")
      await act(canceled, "cancel")
      await resumeRuns(getContainer(), here.fixture.connectionId)
      expect(await runOf(canceled)).toMatchObject({ state: "cancelled", done: 0 })
    })

    it("reads account transactions again, and compares stock without correcting it", async () => {
      const { rows } = await dbConnection.raw(
        "DELETE FROM pos_account_transaction WHERE id = (SELECT id FROM pos_account_transaction ORDER BY id LIMIT 1) RETURNING id"
      )
      const run = await fetchAgain("payouts", "stock")
      const restored = await dbConnection.raw("SELECT id FROM pos_account_transaction WHERE id = ?", [rows[0].id])
      expect(restored.rows).toHaveLength(1)
      expect(await differences()).toEqual([])
      const [stockRun] = await here.fixture.pos.listPosRuns({ kind: "reconcile" })
      expect(run.details).toMatchObject({ stock_run_id: stockRun?.id })
      expect(stockRun?.details).toMatchObject({ reason: "fetch" })
    })

    it("resumes after an outage, and rejects days that it cannot fetch", async () => {
      await lose(first(await salesOf(false)))
      await here.fixture.posDriver.fault({ kind: "status", interface: "purchases", status: 503 })
      const id = await begin(["sales", "refunds"])
      await eventually(async () => {
        await resumeRuns(getContainer(), here.fixture.connectionId)
        expect(await runOf(id)).toMatchObject({ state: "running", reason: expect.stringContaining("503") })
      })
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
      expect((await finish(id)).details).toMatchObject({ imported: 1 })
      const messageOf = async (body: object) =>
        (await api.post(path(), body, { ...here.fixture.admin, validateStatus: () => true })).data.message
      const kinds = ["sales"]
      expect(await messageOf({ from: dayAgo(1), to: dayAgo(2), kinds })).toContain("is not a period")
      expect(await messageOf({ from: dayAgo(-2), to: dayAgo(-3), kinds })).toContain("is in the future")
      expect(await messageOf({ from: dayAgo(300), to: dayAgo(299), kinds })).toContain("Import older receipts")
      expect(await messageOf({ from: "soon", to: dayAgo(1), kinds })).toContain("must be a date")
    })
  },
})
