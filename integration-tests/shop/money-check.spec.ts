import { Modules } from "@medusajs/framework/utils"
import {
  beginOrderEditOrderWorkflow,
  confirmOrderEditRequestWorkflow,
  orderEditUpdateItemQuantityWorkflow,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import reconcileFinances from "../../src/jobs/pos-reconcile-finances"
import keepFinance from "../../src/jobs/pos-finance"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { resumeMoneyReconciliation } from "../../src/features/reconciliation/compare"
import { requestFinancialReconciliation } from "../../src/features/reconciliation/runs"
import { eventually } from "./support/eventually"
import { expectStoreMirrored } from "./support/mirror-invariants"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const DAY_MS = 24 * 3_600 * 1_000

type Difference = {
  id: string
  kind: string
  subject: string
  cause: string
  currency_code: string
  expected: number
  found: number | null
  expected_count: number | null
  found_count: number | null
  failure: string | null
}

storeSuite({
  moduleName: "money-check",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    /** A merchant with some weeks behind it, all of them in the store, and an account at the POS. */
    beforeAll(async () => {
      const { posDriver, connectionId, admin } = here.fixture
      await posDriver.seed({ products: 5, purchases: 60, days: 30, refundShare: 0.2 })
      const since = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length)
      const { data } = await api.post(`/admin/pos/connections/${connectionId}/backfill`, { since }, admin)
      await eventually(async () => {
        await resumeRuns(getContainer(), connectionId)
        expect((await here.fixture.pos.listPosRuns({ id: data.run_id }))[0]).toMatchObject({ state: "finished" })
      })
    })

    const differences = async (state = "open") => {
      const path = `/admin/pos/discrepancies?limit=100&state=${state}&connection_id=${here.fixture.connectionId}`
      return (await here.fixture.get<{ discrepancies: Difference[] }>(path)).discrepancies
    }

    /** The night's comparison. @param until instead of an hour ago */
    const check = async (until?: Date) => {
      const { connectionId, pos } = here.fixture
      const id = await requestFinancialReconciliation(getContainer(), connectionId)
      if (until) {
        const [run] = await pos.listPosRuns({ id })
        await pos.updatePosRuns({ id, details: { ...run?.details, until: until.toISOString() } })
      }
      await eventually(async () => {
        await resumeRuns(getContainer(), connectionId)
        const [run] = await pos.listPosRuns({ id })
        expect(run).toMatchObject({ state: "finished", reason: null })
      })
      return differences()
    }

    const decide = async (decision: string, ids?: string[]) => {
      const body = { connection_id: here.fixture.connectionId, decision, ...(ids ? { ids } : {}) }
      return (await api.post("/admin/pos/discrepancies/decide", body, here.fixture.admin)).data
    }

    /** A sale of former days, with or without a refund of it, that the store has an order of. */
    const saleOf = async (refunded: boolean) => {
      const { rows } = await dbConnection.raw(
        `SELECT sale.id, sale.order_id, sale.purchase_uuid, sale.amount::int AS amount,
                to_char(sale.sold_at AT TIME ZONE 'Europe/Stockholm', 'YYYY-MM-DD') AS day
         FROM pos_receipt AS sale WHERE NOT sale.refund AND sale.state = 'mirrored' AND sale.sold_at < now() - interval '2 days'
           AND EXISTS (SELECT 1 FROM pos_receipt AS back WHERE back.refunds_purchase_uuid = sale.purchase_uuid) = ?
         ORDER BY sale.sold_at LIMIT 1`,
        [refunded]
      )
      return rows[0] as { id: string; order_id: string; purchase_uuid: string; amount: number; day: string }
    }

    const expectAllMirrored = async () => expectStoreMirrored({ api, dbConnection }, here)

    it("finds nothing where nothing differs, and is opened once by the job however often", async () => {
      await reconcileFinances(getContainer())
      await reconcileFinances(getContainer())
      expect(await check()).toEqual([])
      const runs = await here.fixture.pos.listPosRuns({ kind: "money" })
      expect(runs.length).toBeLessThanOrEqual(2)
      expect(runs[0]?.done).toBeGreaterThan(100)
    })

    it("finds an order that was deleted, and writes it anew with its refunds", async () => {
      const sale = await saleOf(true)
      await getContainer().resolve(Modules.ORDER).softDeleteOrders([sale.order_id])
      const found = await check()
      expect(found).toMatchObject([{ kind: "order", cause: "order-gone", subject: sale.purchase_uuid, found: null }])
      expect(await decide("fixed")).toMatchObject({ decided: 1, failed: 0 })
      await expectAllMirrored()
      expect(await check()).toEqual([])
      expect(await differences("fixed")).toHaveLength(1)
    })

    it("[D79] leaves open what it no longer compares, until a person decides", async () => {
      const sale = await saleOf(false)
      await getContainer().resolve(Modules.ORDER).softDeleteOrders([sale.order_id])
      expect(await check()).toMatchObject([{ kind: "order", subject: sale.purchase_uuid }])
      const aged = "now() - interval '40 days 6 hours'"
      await dbConnection.raw(`UPDATE pos_receipt SET sold_at = ${aged} WHERE id = ?`, [sale.id])
      await dbConnection.raw(`UPDATE pos_discrepancy SET occurred_at = ${aged} WHERE subject = ?`, [sale.purchase_uuid])
      await dbConnection.raw("UPDATE pos_connection SET receipts_since = now() - interval '90 days'")
      const orders = (await check()).filter(({ kind }) => kind === "order")
      expect(orders).toMatchObject([{ subject: sale.purchase_uuid }])
    })

    it("finds a tax that is no longer the receipt's, and fixes it", async () => {
      const sale = await saleOf(false)
      await dbConnection.raw(
        `UPDATE order_line_item_tax_line SET rate = rate + 7 WHERE item_id IN (
           SELECT item_id FROM order_item WHERE order_id = ?)`,
        [sale.order_id]
      )
      const [found, ...others] = await check()
      expect(others).toEqual([])
      expect(found).toMatchObject({ kind: "tax", cause: "changed-beside", subject: sale.purchase_uuid })
      expect(found?.found).toBeGreaterThan(found?.expected ?? Infinity)
      await decide("fixed", [found?.id ?? ""])
      await expectAllMirrored()
      expect(await check()).toEqual([])
    })

    it("finds a total that was changed, and a payment that is gone", async () => {
      const [sale, refunded] = [await saleOf(false), await saleOf(true)]
      await dbConnection.raw(
        `UPDATE order_summary SET totals = totals || '{"current_order_total": 1}' WHERE order_id = ?`,
        [sale.order_id]
      )
      await dbConnection.raw(
        `UPDATE payment SET deleted_at = now() WHERE payment_collection_id IN (
           SELECT payment_collection_id FROM order_payment_collection WHERE order_id = ?)`,
        [refunded.order_id]
      )
      const found = await check()
      expect(found).toHaveLength(2)
      expect(found).toContainEqual(
        expect.objectContaining({ kind: "order", subject: sale.purchase_uuid, expected: sale.amount, found: 100 })
      )
      expect(found).toContainEqual(expect.objectContaining({ kind: "payments", subject: refunded.purchase_uuid }))
      expect(await decide("fixed")).toMatchObject({ decided: 2, failed: 0 })
      await expectAllMirrored()
      expect(await check()).toEqual([])
    })

    it("reports refunds that exist in the store only, and dismisses them on request", async () => {
      const sale = await saleOf(false)
      const { rows } = await dbConnection.raw(
        `SELECT payment.id FROM order_payment_collection AS link
         JOIN payment ON payment.payment_collection_id = link.payment_collection_id WHERE link.order_id = ?`,
        [sale.order_id]
      )
      // As in a store that has not registered the register's own provider, which refuses.
      await dbConnection.raw("UPDATE payment SET provider_id = 'pp_system_default' WHERE id = ?", [rows[0].id])
      await refundPaymentWorkflow(getContainer()).run({ input: { payment_id: rows[0].id, amount: 1 } })
      const given = await check()
      // Medusa takes it off the order, too.
      expect(given.map(({ kind }) => kind).sort()).toEqual(["order", "payments"])
      const figures = { cause: "refunded-in-store", expected: sale.amount, found: sale.amount - 100 }
      expect(given).toMatchObject([figures, figures])
      await decide("ignored")
      expect(await check()).toEqual([])
      // Another amount is another difference.
      await refundPaymentWorkflow(getContainer()).run({ input: { payment_id: rows[0].id, amount: 1 } })
      expect(await check()).toContainEqual(expect.objectContaining({ kind: "payments", found: sale.amount - 200 }))
    })

    it("reports an order that was edited in the store, and rewrites it on request", async () => {
      const sale = await saleOf(false)
      const order_id = sale.order_id
      const { rows } = await dbConnection.raw("SELECT item_id AS id FROM order_item WHERE order_id = ? LIMIT 1", [
        order_id,
      ])
      await beginOrderEditOrderWorkflow(getContainer()).run({ input: { order_id } })
      await orderEditUpdateItemQuantityWorkflow(getContainer()).run({
        input: { order_id, items: [{ id: rows[0].id, quantity: 9 }] },
      })
      await confirmOrderEditRequestWorkflow(getContainer()).run({ input: { order_id } })
      const found = await check()
      expect(found).toMatchObject([{ kind: "order", cause: "changed-in-store", expected: sale.amount }])
      expect(await decide("fixed")).toMatchObject({ decided: 1, failed: 0 })
      await expectAllMirrored()
    })

    it("finds sales that the store lost, by day, and fetches them", async () => {
      const sale = await saleOf(false)
      await dbConnection.raw("DELETE FROM pos_receipt WHERE id = ?", [sale.id])
      await dbConnection.raw(`UPDATE "order" SET deleted_at = now() WHERE id = ?`, [sale.order_id])
      const [found, ...others] = await check()
      expect(others).toEqual([])
      expect(found).toMatchObject({ kind: "purchases", cause: "receipts-missing", subject: sale.day })
      expect((found?.expected ?? 0) - (found?.found ?? 0)).toBe(sale.amount)
      expect((found?.expected_count ?? 0) - (found?.found_count ?? 0)).toBe(1)
      expect(await decide("fixed")).toMatchObject({ decided: 1, failed: 0 })
      expect(await here.fixture.receipt(sale.purchase_uuid)).toMatchObject({ state: "mirrored", amount: sale.amount })
      expect(await check()).toEqual([])
      await expectAllMirrored()
    })

    it("[D159] [D176] compares a day on which the organization got another currency in each of them", async () => {
      const { posDriver, connectionId, admin } = here.fixture
      const sell = async () => {
        const { uuid } = await here.fixture.variant("TROJA-M")
        const sale = await posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        await eventually(async () => expect(await here.fixture.receipt(sale.purchaseUUID1)).toBeTruthy())
        return sale
      }
      const crowns = await sell()
      await posDriver.editProfile({ currency: "EUR" })
      await eventually(async () => expect((await here.fixture.pos.findConnection(connectionId)).state).toBe("paused"))
      const path = `/admin/pos/connections/${connectionId}/profile`
      await api.post(path, { region_id: here.shop.euroRegionId }, admin)
      const euros = await sell()
      expect([crowns.currency, euros.currency]).toEqual(["SEK", "EUR"])
      const soon = () => new Date(Date.now() + 60_000)
      expect(await check(soon())).toEqual([])
      await dbConnection.raw("UPDATE pos_receipt SET amount = amount + 100 WHERE purchase_uuid = ?", [
        crowns.purchaseUUID1,
      ])
      const days = (await check(soon())).filter(({ kind }) => kind === "purchases")
      const { rows } = await dbConnection.raw(
        `SELECT sum(amount)::int AS amount, count(*)::int AS count FROM pos_receipt
         WHERE currency_code = 'sek' AND to_char(sold_at AT TIME ZONE 'Europe/Stockholm', 'YYYY-MM-DD') = ?`,
        [days[0]?.subject ?? ""]
      )
      const { amount, count } = rows[0]
      expect(days).toMatchObject([
        {
          cause: "amounts-differ",
          currency_code: "sek",
          expected: amount - 100,
          found: amount,
          expected_count: count,
          found_count: count,
        },
      ])
      // The one of the other currency takes its place.
      await dbConnection.raw("UPDATE pos_receipt SET amount = amount - 100 WHERE purchase_uuid = ?", [
        crowns.purchaseUUID1,
      ])
      await dbConnection.raw("UPDATE pos_receipt SET amount = amount + 70 WHERE purchase_uuid = ?", [
        euros.purchaseUUID1,
      ])
      const inEuros = (await check(soon())).filter(({ kind }) => kind === "purchases")
      expect(inEuros).toMatchObject([
        { id: days[0]?.id, currency_code: "eur", expected: euros.amount, found: euros.amount + 70, expected_count: 1 },
      ])
      await decide(
        "fixed",
        days.map(({ id }) => id)
      )
      expect(await check(soon())).toEqual([])
      await expectAllMirrored()
    })

    it("finds receipts of another amount than the POS has, and gives them the POS's", async () => {
      const sale = await saleOf(false)
      await dbConnection.raw("UPDATE pos_receipt SET amount = amount + 100 WHERE id = ?", [sale.id])
      const found = await check()
      expect(found).toContainEqual(
        expect.objectContaining({ kind: "purchases", cause: "amounts-differ", subject: sale.day })
      )
      expect(found).toContainEqual(
        expect.objectContaining({ kind: "order", subject: sale.purchase_uuid, found: sale.amount })
      )
      await decide(
        "fixed",
        found.filter(({ kind }) => kind === "purchases").map(({ id }) => id)
      )
      expect(await check()).toEqual([])
      expect(await differences("gone")).toMatchObject([{ kind: "order" }])
    })

    it("[D80] gives a receipt that it repairs the payments, gift cards and facts of the POS, too", async () => {
      const sale = await saleOf(false)
      const facts = async () =>
        (
          await dbConnection.raw(
            `SELECT amount::int, purchase_number, cashier, sold_at, payload->>'amount' AS sent FROM pos_receipt WHERE id = ?`,
            [sale.id]
          )
        ).rows
      const payments = async () =>
        (
          await dbConnection.raw(
            `SELECT payment_uuid, type, amount::int, gratuity_amount::int, sold_at, settles, transaction_id
             FROM pos_receipt_payment WHERE receipt_id = ? ORDER BY payment_uuid`,
            [sale.id]
          )
        ).rows
      const links = async () =>
        (
          await dbConnection.raw(
            "SELECT id, receipt_payment_id FROM pos_account_transaction WHERE receipt_payment_id IS NOT NULL ORDER BY id"
          )
        ).rows
      await keepFinance(getContainer())
      const before = { facts: await facts(), payments: await payments(), links: await links() }
      expect(before.payments.length).toBeGreaterThan(0)
      // Stored with half its amount, by another cashier a second later, and with a gift card that it never had.
      const card = "33333333-3333-1333-8333-333333333333"
      const half = Math.floor(sale.amount / 2)
      await dbConnection.raw(
        `UPDATE pos_receipt SET amount = ?, purchase_number = 99999, cashier = 'Bo', payments_extracted_at = NULL,
           sold_at = sold_at + interval '1 second', payload = payload || jsonb_build_object('amount', ?::int, 'payments',
             jsonb_build_array(payload->'payments'->0 || jsonb_build_object('amount', ?::int, 'gratuityAmount', 100),
             jsonb_build_object('uuid', gen_random_uuid(), 'type', 'GIFTCARD', 'amount', 100,
               'attributes', jsonb_build_object('giftCardUuid', ?::text))))
         WHERE id = ?`,
        [half, half, half - 100, card, sale.id]
      )
      await dbConnection.raw("DELETE FROM pos_receipt_payment WHERE receipt_id = ?", [sale.id])
      await keepFinance(getContainer())
      expect(await payments()).toHaveLength(2)
      const found = (await check()).filter(({ kind }) => kind === "purchases")
      expect(found).toMatchObject([{ cause: "amounts-differ", subject: sale.day }])
      await decide(
        "fixed",
        found.map(({ id }) => id)
      )
      expect(await check()).toEqual([])
      await keepFinance(getContainer())
      expect({ facts: await facts(), payments: await payments(), links: await links() }).toEqual(before)
      const { rows } = await dbConnection.raw("SELECT id FROM pos_gift_card_transaction WHERE card_uuid = ?", [card])
      expect(rows).toEqual([])
      const { connectionId } = here.fixture
      const report = await here.fixture.get<{ totals: { gross: number }; payments: { amount: number }[] }>(
        `/admin/pos/reports/daily?connection_id=${connectionId}&date=${sale.day}`
      )
      const paid = report.payments.reduce((sum, { amount }) => sum + amount, 0)
      expect(paid).toBe(report.totals.gross)
    })

    it("shows receipts that the POS does not list, and why they cannot be fixed", async () => {
      const sale = await saleOf(false)
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at, payload)
         SELECT 'posrec_x', connection_id, 'not-listed', 'recorded', 500, '{"value": "500"}', currency_code, sold_at, payload
         FROM pos_receipt WHERE id = ?`,
        [sale.id]
      )
      expect(await check()).toMatchObject([{ kind: "purchases", cause: "unknown-to-service", subject: sale.day }])
      expect(await decide("fixed")).toMatchObject({ decided: 0, failed: 1 })
      expect(await differences()).toMatchObject([{ failure: expect.stringContaining("does not list") }])
      expect(await decide("ignored")).toMatchObject({ decided: 1, failed: 0 })
      expect(await check()).toEqual([])
    })

    it("finds payouts whose rows are no longer there, and reads them again", async () => {
      await check()
      const { rows } = await dbConnection.raw(
        `SELECT payout.id, moved.id AS row_id, moved.amount::int AS amount FROM pos_payout AS payout
         JOIN pos_account_transaction AS moved ON moved.account_group = payout.account_group AND moved.type = 'PAYMENT'
           AND (moved.occurred_at, moved.originating_uuid, moved.id) > (payout.after_at, payout.after_uuid, payout.after_id)
           AND (moved.occurred_at, moved.originating_uuid, moved.id) <= (payout.to_at, payout.to_uuid, payout.to_id)
         WHERE payout.state = 'closed' ORDER BY payout.occurred_at LIMIT 1`
      )
      const [lost] = rows
      await dbConnection.raw("DELETE FROM pos_account_transaction WHERE id = ?", [lost.row_id])
      const [found, ...others] = await check()
      expect(others).toEqual([])
      expect(found).toMatchObject({ kind: "payout", cause: "rows-changed", subject: lost.id })
      expect((found?.expected ?? 0) - (found?.found ?? 0)).toBe(lost.amount)
      expect(await decide("fixed")).toMatchObject({ decided: 1, failed: 0 })
      expect(await check()).toEqual([])
    })

    it("shows payouts that nothing explains, and what the POS says when it is asked again", async () => {
      await check()
      await here.fixture.posDriver.enterInAccount({ type: "PAYOUT", amount: -12_345 })
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = now() - interval '1 day'")
      // What happened just now is left for the next night.
      expect(await check()).toEqual([])
      const found = await check(new Date(Date.now() + 60_000))
      expect(found).toMatchObject([{ kind: "payout", cause: "unexplained", found: -12_345 }])
      expect(await decide("fixed")).toMatchObject({ decided: 0, failed: 1 })
      expect(await differences()).toMatchObject([{ failure: expect.stringContaining("no other rows") }])
    })

    it("has the same result when another process takes over at any piece", async () => {
      const { connectionId, pos } = here.fixture
      const [lost, changed] = [await saleOf(false), await saleOf(true)]
      await dbConnection.raw("DELETE FROM pos_receipt WHERE id = ?", [lost.id])
      await dbConnection.raw(
        "UPDATE order_summary SET totals = totals || '{\"current_order_total\": 1}' WHERE order_id = ?",
        [changed.order_id]
      )
      const reported = (found: Difference[]) =>
        found.map(({ kind, subject, cause, expected, found }) => ({ kind, subject, cause, expected, found }))
      const expected = reported(await check())
      expect(expected.map(({ kind }) => kind).sort()).toEqual(["order", "purchases"])
      const [whole] = await pos.listPosRuns({ kind: "money" })
      let takenOver = 0
      for (let isThrough = false; !isThrough;) {
        await dbConnection.raw("DELETE FROM pos_discrepancy")
        const id = await requestFinancialReconciliation(getContainer(), connectionId)
        const [begun] = await pos.listPosRuns({ id })
        if (!begun) {
          throw new Error("No run was opened")
        }
        let pieces = takenOver
        // What it has compared when its lease is gone it does not record; the other compares that again.
        await resumeMoneyReconciliation(getContainer(), begun, { isHeld: () => pieces-- > 0 })
        isThrough = (await pos.listPosRuns({ id }))[0]?.state === "finished"
        takenOver += isThrough ? 0 : 1
        const found = reported(await check())
        // And it may have been so slow that the other was through before.
        await resumeMoneyReconciliation(getContainer(), begun, { isHeld: () => false })
        expect([found, reported(await differences())]).toEqual([expected, expected])
        const [run] = await pos.listPosRuns({ id })
        expect(run).toMatchObject({ state: "finished", done: whole?.done, details: { differing: expected.length } })
      }
      // Sales, two pages of purchases, two accounts.
      expect(takenOver).toBeGreaterThanOrEqual(5)
    })

    it("goes on where it stood after an outage, and waits for a backfill", async () => {
      const { posDriver, connectionId, pos } = here.fixture
      await posDriver.fault({ kind: "status", interface: "purchases", status: 503 })
      const id = await requestFinancialReconciliation(getContainer(), connectionId)
      await resumeRuns(getContainer(), connectionId)
      const [broken] = await pos.listPosRuns({ id })
      expect(broken).toMatchObject({ state: "running" })
      await posDriver.endFaults()
      await pos.updatePosConnections({ id: connectionId, circuit_open_until: null })
      expect(await check()).toEqual([])
      expect((await pos.listPosRuns({ kind: "money" })).map(({ id }) => id)).toEqual([id])
    })
  },
})
