import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import keepFinanceJob from "../../src/jobs/pos-finance"
import { POS_MODULE } from "../../src/modules/pos"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

storeSuite({
  moduleName: "finance",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })

    const { connect, mirror, mirrorAll } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    const anyStatus = () => ({ ...here.admin, validateStatus: () => true })
    const get = async (path: string) => (await api.get(`/admin/pos/${path}`, here.admin)).data

    const count = async (table: string) => {
      const { rows } = await dbConnection.raw("SELECT count(*)::int AS count FROM ??", [table])
      return rows[0].count
    }

    it("pulls three years of an account, twice the same, and closes every payout", async () => {
      const register = await Register.open()
      await register.seed(600, 1_000)
      const connectionId = await connect(register)
      await mirrorAll(connectionId)
      await keepFinanceJob(getContainer())
      const { accounts } = await get(`account-transactions/accounts?connection_id=${connectionId}`)
      expect(accounts).toMatchObject([
        { account_group: "liquid", state: "active", state_reason: null, progress: null, payout_periodicity: "DAILY" },
      ])
      const before = await dbConnection.raw("SELECT id, receipt_payment_id FROM pos_account_transaction ORDER BY id")
      expect(before.rows.length).toBeGreaterThan(500)
      const pos = getContainer().resolve(POS_MODULE)
      const service = await pos.clientOf(connectionId)
      const period = { start: new Date("2023-01-01"), end: await pos.now() }
      expect(before.rows.length).toBe((await service.accountTransactions.list(period)).items.length)

      await dbConnection.raw("UPDATE pos_account SET pulled_until = history_from, last_tried_at = NULL")
      await keepFinanceJob(getContainer())
      const after = await dbConnection.raw("SELECT id, receipt_payment_id FROM pos_account_transaction ORDER BY id")
      expect(after.rows).toEqual(before.rows)

      const { payouts, count: payoutCount } = await get(`payouts?connection_id=${connectionId}&limit=100`)
      expect(payoutCount).toBeGreaterThan(100)
      for (const payout of payouts) {
        expect(payout).toMatchObject({ state: "closed", difference: 0, retained: 0 })
        const { gross, refunds, fees, returned, adjustments, net } = payout
        expect(gross + refunds + fees + returned + adjustments).toBe(net)
        const query = `connection_id=${connectionId}&payout_id=${payout.id}&limit=100`
        const { account_transactions: settled, count: settledCount } = await get(`account-transactions?${query}`)
        expect(settledCount).toBe(payout.transactions)
        expect(settled.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(net)
        expect(settled.every((row: { receipt_id: string | null }) => row.receipt_id !== null)).toBe(true)
      }
      const open = await get(`account-transactions?connection_id=${connectionId}&open=true&limit=100`)
      const sum = open.account_transactions.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
      expect(sum).toBe(accounts[0].balance)
      const unsettled = await get(`reports/unsettled-payments?connection_id=${connectionId}&days=14`)
      expect(unsettled).toMatchObject({ count: 0, payments: [] })
    })

    it("shows fee, net and payout on the sale's order, and a failed payout with what repaid it", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "custom-amount", name: "Reparation", amount: 100_00 }] })
      await mirror(connectionId, [sale])
      const uuid = sale.payments[0]?.uuid ?? ""
      const payout = randomUUID()
      await register.enter({ type: "PAYMENT", amount: 100_00, uuid })
      await register.enter({ type: "PAYMENT_FEE", amount: -1_85, uuid })
      await register.enter({ type: "PAYOUT", amount: -98_15, uuid: payout })
      await keepFinanceJob(getContainer())
      const { receipts } = await get(`receipts?purchase_uuid=${sale.purchaseUUID1}`)
      const settled = await get(`reports/orders/${receipts[0].order_id}`)
      expect(settled.payments).toMatchObject([
        { payment_uuid: uuid, amount: 100_00, settled_amount: 100_00, fee: -1_85, net: 98_15, payout_failed_at: null },
      ])
      const [first] = (await get(`payouts?connection_id=${connectionId}`)).payouts
      expect(first).toMatchObject({ id: settled.payments[0].payout_id, net: 98_15, gross: 100_00, fees: -1_85 })

      await register.enter({ type: "FAILED_PAYOUT", amount: 98_15, uuid: payout })
      await register.enter({ type: "PAYOUT", amount: -98_15 })
      await register.enter({ type: "SOMETHING_NEW", amount: 7 })
      await register.enter({ type: "PAYOUT", amount: -10 })
      // The period's end is exclusive.
      await sleep(20)
      const pulled = await api.post(
        "/admin/pos/account-transactions/pull",
        {
          connection_id: connectionId,
          period: { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() },
        },
        here.admin
      )
      expect(pulled.data).toMatchObject({ finished: true, read: 7, stored: 4 })
      const { payouts } = await get(`payouts?connection_id=${connectionId}&order=occurred_at`)
      expect(payouts).toMatchObject([
        { id: first.id, failed_at: expect.any(String), state: "closed" },
        { net: 98_15, returned: 98_15, gross: 0, state: "closed", failed_at: null },
        { net: 10, adjustments: 7, state: "difference", difference: -3, difference_reason: "unexplained difference" },
      ])
      const failed = await get(`payouts?connection_id=${connectionId}&state=failed`)
      expect(failed.payouts.map(({ id }: { id: string }) => id)).toEqual([first.id])
      const unknown = await get(`account-transactions?connection_id=${connectionId}&type=SOMETHING_NEW`)
      expect(unknown).toMatchObject({ count: 1, account_transactions: [{ amount: 7, payout_id: payouts[2].id }] })
      const orphan = await get(`account-transactions?connection_id=${connectionId}&without_receipt=true`)
      expect(orphan.count).toBe(0)
    })

    it("shows a refund's share on the sale's order, each payment once", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const sale = await register.sell({
        items: [{ type: "custom-amount", name: "Lampa", amount: 300_00, vatPercentage: 25 }],
        payments: [{ method: "cash", amount: 100_00 }, { method: "card" }],
      })
      await mirror(connectionId, [sale])
      const refund = await register.refund(sale.purchaseUUID1)
      await mirror(connectionId, [refund])
      const [cash, card] = [sale, refund].map(({ payments }) => payments.map(({ uuid }) => uuid))
      await register.enter({ type: "PAYMENT", amount: 200_00, uuid: cash?.[1] ?? "" })
      await register.enter({ type: "PAYMENT_FEE", amount: -3_70, uuid: cash?.[1] ?? "" })
      await keepFinanceJob(getContainer())
      const { receipts } = await get(`receipts?purchase_uuid=${sale.purchaseUUID1}`)
      const { payments } = await get(`reports/orders/${receipts[0].order_id}`)
      const uuids = payments.map(({ payment_uuid }: { payment_uuid: string }) => payment_uuid)
      expect(uuids.sort()).toEqual([...(cash ?? []), ...(card ?? [])].sort())
      const settled = payments.filter(({ net }: { net: number | null }) => net !== null)
      expect(settled).toMatchObject([{ amount: 200_00, fee: -3_70, net: 196_30, payout_id: null }])
    })

    it("lists payments that never came, came without a receipt, or cost more than usual", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      // Another organization's register, so that its notifications do not report the sales first.
      const elsewhere = await Register.open()
      const created = new Date(Date.now() - 20 * 86_400_000).toISOString().replace("Z", "+0000")
      const sell = async () => ({
        ...(await elsewhere.sell({ items: [{ type: "custom-amount", name: "Lampa", amount: 200_00 }] })),
        created,
        timestamp: created,
      })
      const sales = [await sell(), await sell(), await sell(), await sell(), await sell()]
      const [lost, dear, ...usual] = sales.map(({ payments }) => payments[0]?.uuid ?? "")
      await mirror(connectionId, sales)
      for (const [uuid, fee] of [[dear, -10_00], ...usual.map((item) => [item, -3_70] as const)] as const) {
        await register.enter({ type: "PAYMENT", amount: 200_00, uuid: String(uuid) })
        await register.enter({ type: "PAYMENT_FEE", amount: Number(fee), uuid: String(uuid) })
      }
      const unknownUuid = randomUUID()
      await register.enter({ type: "PAYMENT", amount: 1_00, uuid: unknownUuid })
      await keepFinanceJob(getContainer())
      const unsettled = await get(`reports/unsettled-payments?connection_id=${connectionId}&days=14`)
      expect(unsettled).toMatchObject({ count: 1, payments: [{ payment_uuid: lost, amount: 200_00 }] })
      expect(await get(`reports/unsettled-payments?connection_id=${connectionId}&days=21`)).toMatchObject({ count: 0 })
      const orphans = await get(`account-transactions?connection_id=${connectionId}&without_receipt=true`)
      expect(orphans).toMatchObject({
        count: 1,
        account_transactions: [{ originating_uuid: unknownUuid, amount: 1_00 }],
      })
      const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
      const fees = await get(`reports/unusual-fees?connection_id=${connectionId}&from=${from}&to=${to}`)
      expect(fees.payments).toMatchObject([{ payment_uuid: dear, fee: -10_00, rate: "5.0000", usual_rate: "1.8500" }])
    })

    it("misses no payment that never gets a row: cash, gift card, store credit, alternative ones, invoices", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const elsewhere = await Register.open()
      const created = new Date(Date.now() - 20 * 86_400_000).toISOString().replace("Z", "+0000")
      const types = [
        "SERVICE_CARD",
        "SERVICE_CARD_ONLINE",
        "SERVICE_TAP_ON_PHONE",
        "SERVICE_PAYMENT_LINK",
        "DEFERRED_PAY",
        "KLARNA",
        "SERVICE_CASH",
        "GIFTCARD",
        "STORE_CREDIT",
        "ALT_PAY_SE",
        "ALT_PAY_NO",
        "ALT_PAY_DK",
        "WALLET",
        "SWISH",
        "VIPPS",
        "MOBILE_PAY",
        "PAYPAL",
        "CUSTOM",
        "SERVICE_INVOICE",
        "UNKNOWN",
      ]
      const amount = types.length * 100_00
      const sale = await elsewhere.sell({ items: [{ type: "custom-amount", name: "Lampa", amount }] })
      const payments = types.map((type) => ({ uuid: randomUUID(), type, amount: 100_00 }))
      await mirror(connectionId, [{ ...sale, created, timestamp: created, payments }])
      await keepFinanceJob(getContainer())
      const missing = await get(`reports/unsettled-payments?connection_id=${connectionId}&days=14`)
      expect(missing.payments.map(({ type }: { type: string }) => type).sort()).toEqual(types.slice(0, 6).sort())

      // An invoice that was paid by card does come.
      const invoice = payments.find(({ type }) => type === "SERVICE_INVOICE")?.uuid ?? ""
      await register.enter({ type: "INVOICE_PAYMENT", amount: 100_00, uuid: invoice })
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = NULL")
      await keepFinanceJob(getContainer())
      const { receipts } = await get(`receipts?purchase_uuid=${sale.purchaseUUID1}`)
      const order = await get(`reports/orders/${receipts[0].order_id}`)
      const settled = order.payments.filter(({ net }: { net: number | null }) => net !== null)
      expect(settled).toMatchObject([{ payment_uuid: invoice, settled_amount: 100_00 }])
    })

    it("takes a payment before its purchase, a refund's own payment, a payout to the POS, and freed funds", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      const elsewhere = await Register.open()
      const sale = await elsewhere.sell({ items: [{ type: "custom-amount", name: "Lampa", amount: 200_00 }] })
      const refund = await elsewhere.refund(sale.purchaseUUID1)
      const [paid, back] = [sale, refund].map(({ payments }) => payments[0]?.uuid ?? "")
      await register.enter({ type: "PAYMENT", amount: 200_00, uuid: paid ?? "" })
      await register.enter({ type: "PAYOUT", amount: -200_00 })
      await register.enter({ type: "PAYMENT", amount: -200_00, uuid: back ?? "" })
      await register.enter({ type: "PAYOUT", amount: 200_00 })
      await register.enter({ type: "FROZEN_FUNDS", amount: -50_00 })
      await register.enter({ type: "FROZEN_FUNDS", amount: 50_00 })
      await register.enter({ type: "PAYMENT", amount: 10_00 })
      await register.enter({ type: "PAYOUT", amount: -10_00 })
      await keepFinanceJob(getContainer())
      await mirror(connectionId, [sale, refund])
      await keepFinanceJob(getContainer())
      const { payouts } = await get(`payouts?connection_id=${connectionId}&order=occurred_at`)
      expect(payouts).toMatchObject([
        { state: "closed", net: 200_00, gross: 200_00, refunds: 0 },
        { state: "closed", net: -200_00, gross: 0, refunds: -200_00 },
        { state: "closed", net: 10_00, gross: 10_00, adjustments: 0 },
      ])
      const { receipts } = await get(`receipts?purchase_uuid=${sale.purchaseUUID1}`)
      const { payments } = await get(`reports/orders/${receipts[0].order_id}`)
      expect(payments).toMatchObject([
        { payment_uuid: paid, settled_amount: 200_00, payout_id: payouts[0].id },
        { payment_uuid: back, settled_amount: -200_00, payout_id: payouts[1].id },
      ])
    })

    it("keeps what it read when the POS breaks off, says why, and goes on there", async () => {
      const register = await Register.open()
      await register.seed(150, 400)
      const connectionId = await connect(register)
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
      const body = { connection_id: connectionId, period: { from: day(130), to: day(100) } }
      const { data: early } = await api.post("/admin/pos/account-transactions/pull", body, here.admin)
      expect(early.stored).toBeGreaterThan(0)
      const cut = await register.breakAccounts({ kind: "garbage" })
      await keepFinanceJob(getContainer())
      expect(await count("pos_account_transaction")).toBe(early.stored)
      const shown = async () => (await get(`account-transactions/accounts?connection_id=${connectionId}`)).accounts[0]
      const broken = await shown()
      await cut()
      expect(broken).toMatchObject({ state: "failing", state_reason: expect.stringContaining("account transactions") })
      expect(broken.progress).toBeLessThan(1)
      // What answers no call as the POS does rests for a while.
      await getContainer().resolve(POS_MODULE).updatePosConnections({ id: connectionId, circuit_open_until: null })
      await keepFinanceJob(getContainer())
      expect(await shown()).toMatchObject({ state: "active", state_reason: null, progress: null })
      const service = await getContainer().resolve(POS_MODULE).clientOf(connectionId)
      const period = { start: new Date("2023-01-01"), end: new Date(Date.now() - 1_000) }
      expect(await count("pos_account_transaction")).toBe((await service.accountTransactions.list(period)).items.length)
    })

    it("counts a retained amount once the POS reports it", async () => {
      const register = await Register.open()
      const connectionId = await connect(register)
      await register.enter({ type: "PAYMENT", amount: 500_00 })
      await register.enter({ type: "PAYOUT", amount: -400_00 })
      await register.enter({ type: "PAYMENT", amount: 70_00 })
      await register.enter({ type: "PAYOUT", amount: -70_00 })
      await keepFinanceJob(getContainer())
      const list = async () => (await get(`payouts?connection_id=${connectionId}&order=occurred_at`)).payouts
      expect(await list()).toMatchObject([
        { state: "difference", difference: 100_00, retained: 100_00 },
        { state: "closed", difference: 0, retained: 100_00, gross: 70_00 },
      ])
      const { accounts } = await get(`account-transactions/accounts?connection_id=${connectionId}`)
      const path = `/admin/pos/account-transactions/accounts/${accounts[0].id}`
      const { data } = await api.post(path, { minimum_balance: 100_00 }, here.admin)
      expect(data.account.minimum_balance).toBe(100_00)
      expect(await list()).toMatchObject([
        { state: "closed", difference: 0, retained: 100_00 },
        { state: "closed", difference: 0, retained: 100_00 },
      ])
      expect((await api.post(path, { minimum_balance: -1 }, anyStatus())).status).toBe(400)
      const nobody = "/admin/pos/account-transactions/accounts/nobody"
      expect((await api.post(nobody, { minimum_balance: 1 }, anyStatus())).status).toBe(404)
    })

    it("goes on without the finance scope, and says which one to add", async () => {
      const register = await Register.open({
        scopes: ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE", "READ:USERINFO"],
      })
      const connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "gift-card", amount: 500_00 }] })
      await mirror(connectionId, [sale])
      await keepFinanceJob(getContainer())
      const { accounts } = await get(`account-transactions/accounts?connection_id=${connectionId}`)
      expect(accounts).toMatchObject([{ state: "forbidden", state_reason: expect.stringContaining("READ:FINANCE") }])
      const { connection } = await get(`connections/${connectionId}`)
      expect(connection.state).toBe("active")
      expect((await get(`gift-cards?connection_id=${connectionId}`)).gift_cards).toMatchObject([{ standing: "live" }])
    })

    it.each([
      ["account-transactions?limit=-1", 400, "limit"],
      ["account-transactions?from=2026-02-01&to=2026-01-01", 400, "before"],
      ["account-transactions?from=igår", 400, "from"],
      ["account-transactions?offset=-5", 400, "offset"],
      ["payouts?order=colour", 400, "order"],
      ["gift-cards?standing=lost", 400, "standing"],
      ["reports/unusual-fees?from=2026-01-01&to=2026-12-01", 400, "31 days"],
    ])("refuses GET %s", async (path, status, message) => {
      const answer = await api.get(`/admin/pos/${path}&connection_id=x`, anyStatus())
      expect({ status: answer.status, message: answer.data.message }).toEqual({
        status,
        message: expect.stringContaining(message),
      })
    })

    it("answers an offset past the end with an empty page, and an unknown connection with 404", async () => {
      const connectionId = await connect(await Register.open())
      const list = await get(`account-transactions?connection_id=${connectionId}&offset=5000`)
      expect(list).toMatchObject({ account_transactions: [], count: 0 })
      expect((await api.get("/admin/pos/payouts?connection_id=nobody", anyStatus())).status).toBe(404)
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      const period = { from: new Date().toISOString(), to: tomorrow }
      const body = { connection_id: connectionId, period }
      const answer = await api.post("/admin/pos/account-transactions/pull", body, anyStatus())
      expect(answer).toMatchObject({ status: 400, data: { message: expect.stringContaining("ends after now") } })
    })
  },
})
