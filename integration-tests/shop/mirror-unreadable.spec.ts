import { listAccounts } from "../../src/features/finance/store"
import { v1 as uuidVersion1 } from "uuid"
import { pullAccount, pullPeriod } from "../../src/features/finance/pull"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { requestReconciliation } from "../../src/features/stock/request-reconciliation"
import { prune } from "../../src/features/retention/prune"
import { reviewProducts } from "../../src/features/catalog/library-catch-up"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { CorruptingProxy } from "./support/corrupting-proxy"
import { useConnectedStore } from "./support/use-connected-store"

const proxy = new CorruptingProxy()

const PURCHASES = /^\/purchases\/v2/
const LIBRARY = /^\/organizations\/self\/library/
const STOCK = /^\/v3\/stock/
const TRANSACTIONS = /^\/v2\/accounts\/liquid\/transactions/

const DAY_MS = 86_400_000

type Entry = { id: string; payload: unknown; reason: string; event_name: string }

storeSuite({
  moduleName: "mirror-unreadable",
  beforeShop: () => proxy.standBetween(),
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const sell = async () =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    /** What waits for a person, with what came. */
    const deadLetters = async () => {
      const dead = (await here.fixture.entries()).filter(({ state }) => state === "dead")
      return Promise.all(
        dead.map(
          async ({ id }) =>
            (await here.fixture.get<{ inbox_entry: Entry }>(`/admin/pos/inbox-entries/${id}`)).inbox_entry
        )
      )
    }

    const replay = async (id: string) => {
      await api.post(
        "/admin/pos/inbox-entries/replay",
        { connection_id: here.fixture.connectionId, ids: [id] },
        here.fixture.admin
      )
      await here.fixture.drain()
    }

    const makeProduct = async (name: string) =>
      here.fixture.posDriver.makeProduct({
        uuid: uuidVersion1(),
        name,
        variants: [{ uuid: uuidVersion1(), price: { amount: 100, currencyId: "SEK" } }],
      })

    it("one purchase that cannot be read costs none of the others, and waits for a person once", async () => {
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const [first, broken, third] = [await sell(), await sell(), await sell()]
      const isBroken = (record: Record<string, unknown>) => record.purchaseUUID1 === broken.purchaseUUID1
      proxy.spoil(PURCHASES, (record) => (isBroken(record) ? { ...record, amount: "mycket", note: "å" } : record))

      await here.fixture.catchUpNow()
      await here.fixture.order(first.purchaseUUID1)
      await here.fixture.order(third.purchaseUUID1)
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        event_name: "PurchaseCreated",
        reason: expect.stringMatching(/^amount is /),
        payload: { purchaseUUID1: broken.purchaseUUID1, amount: "mycket", note: "å" },
      })
      const { issues } = await here.fixture.get<{ issues: { kind: string; count: number }[] }>("/admin/pos/issues")
      expect(issues).toContainEqual(expect.objectContaining({ kind: "dead_entries", count: 1 }))

      const fourth = await sell()
      await here.fixture.catchUpNow()
      await here.fixture.order(fourth.purchaseUUID1)
      expect(await deadLetters()).toHaveLength(1)

      await replay(letter?.id ?? "")
      expect(await deadLetters()).toMatchObject([{ id: letter?.id, reason: expect.stringMatching(/^amount is /) }])
    })

    it("a backfill goes past a purchase that cannot be read", async () => {
      await here.fixture.posDriver.seed({ products: 3, purchases: 60, days: 300, refundShare: 0 })
      let count = 0
      proxy.spoil(PURCHASES, (record) => (count++ === 7 ? { ...record, created: null, timestamp: "igår" } : record))
      const path = `/admin/pos/connections/${here.fixture.connectionId}/backfill`
      await api.post(path, { since: "2024-01-01" }, here.fixture.admin)
      await eventually(async () => {
        const [run] = await here.fixture.pos.listPosRuns({ connection_id: here.fixture.connectionId, kind: "backfill" })
        expect(run).toMatchObject({ state: "finished", reason: null })
      })
      const { count: receipts } = await here.fixture.get<{ count: number }>("/admin/pos/receipts?limit=1")
      expect([receipts, (await deadLetters()).map(({ reason }) => reason)]).toEqual([59, ["created must be a time"]])
    })

    it("a product that cannot be read is neither gone nor in the way of others", async () => {
      const products = await here.fixture.posDriver.products()
      const sweater = products.find(({ name }) => name === "Tröja")
      proxy.spoil(LIBRARY, (record) =>
        record.uuid === sweater?.uuid ? { ...record, variants: "tre", etag: "A" } : { ...record, etag: "B" }
      )
      await reviewProducts(getContainer(), here.fixture.connectionId)
      await reviewProducts(getContainer(), here.fixture.connectionId)
      expect(await deadLetters()).toMatchObject([
        { event_name: "ProductUpdated", payload: { newEntity: { uuid: sweater?.uuid, variants: "tre" } } },
      ])
      const reported = await here.fixture.pos.listPosInboxEntries({
        connection_id: here.fixture.connectionId,
        source: "poll",
      })
      expect(reported.filter(({ event_name }) => event_name === "ProductDeleted")).toEqual([])
      expect(reported.filter(({ state }) => state !== "dead").length).toBe(products.length - 1)
    })

    it("[D19] a library that could not be read after a lost subscription is read by the next catch-up", async () => {
      await here.fixture.stopWebhooks()
      const sweater = (await here.fixture.posDriver.products()).find(({ name }) => name === "Tröja")
      await here.fixture.posDriver.deleteProduct(sweater?.uuid ?? "")
      await here.fixture.posDriver.fault({ kind: "status", interface: "products", status: 500 })
      expect(await here.fixture.catchUpNow()).toMatchObject({ subscription: "made-again" })
      await here.fixture.posDriver.endFaults()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, circuit_open_until: null })
      await here.fixture.catchUpNow()
      const deleted = await here.fixture.pos.listPosInboxEntries({
        connection_id: here.fixture.connectionId,
        event_name: "ProductDeleted",
        source: "poll",
      })
      expect(deleted).toMatchObject([{ aggregate: `product:${sweater?.uuid}` }])
      const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      expect(subscription).toMatchObject({ review_cause: null })
    })

    it("[D19] a library that is answered empty, or short, deletes nothing that is there", async () => {
      const products = await here.fixture.posDriver.products()
      const polled = async () =>
        here.fixture.pos.listPosInboxEntries({
          connection_id: here.fixture.connectionId,
          event_name: "ProductDeleted",
          source: "poll",
        })
      proxy.spoil(LIBRARY, () => null)
      expect(await reviewProducts(getContainer(), here.fixture.connectionId)).toBe("implausible")
      const { issues } = await here.fixture.get<{ issues: { kind: string }[] }>("/admin/pos/issues")
      expect(issues).toContainEqual(expect.objectContaining({ kind: "misunderstood" }))
      proxy.fix()
      const sweater = products.find(({ name }) => name === "Tröja")
      proxy.spoil(LIBRARY, (record) => (record.uuid === sweater?.uuid ? null : record))
      expect(await reviewProducts(getContainer(), here.fixture.connectionId)).toBe("complete")
      expect(await polled()).toEqual([])
    })

    it("[D20] a product that is deleted between two pages of the library is the only one that is missing", async () => {
      const { connectionId } = here.fixture
      await here.fixture.stopWebhooks()
      await makeProduct("Kanna")
      await makeProduct("Fat")
      const [first] = await here.fixture.posDriver.products()
      const pages: number[] = []
      // The others move up a page: the second product is passed over.
      proxy.shrinkPages(1, async (page) => {
        pages.push(page)
        if (pages.length === 1) {
          await here.fixture.posDriver.deleteProduct(first?.uuid ?? "")
        }
      })
      expect(await reviewProducts(getContainer(), connectionId)).toBe("complete")
      // It was read again from its beginning.
      expect(pages.filter((page) => page === 1)).toHaveLength(2)
      const found = async (event_name: string) =>
        (await here.fixture.pos.listPosInboxEntries({ connection_id: connectionId, event_name, source: "poll" })).map(
          ({ aggregate }) => aggregate
        )
      const left = await here.fixture.posDriver.products()
      expect(await found("ProductDeleted")).toEqual([])
      expect(new Set(await found("ProductUpdated"))).toEqual(
        new Set(left.filter(({ name }) => ["Kanna", "Fat"].includes(name ?? "")).map(({ uuid }) => `product:${uuid}`))
      )
      // Where the library stays as it is, the deletion is found.
      proxy.fix()
      expect(await reviewProducts(getContainer(), connectionId)).toBe("complete")
      expect(await found("ProductDeleted")).toEqual([`product:${first?.uuid}`])
    })

    it("[D20] a library that changes again and again between its pages deletes nothing", async () => {
      const { connectionId } = here.fixture
      await here.fixture.stopWebhooks()
      const gone = (await here.fixture.posDriver.products()).find(({ name }) => name === "Äpplen")
      await here.fixture.posDriver.deleteProduct(gone?.uuid ?? "")
      await makeProduct("Kanna")
      let number = 0
      proxy.shrinkPages(1, async () => {
        number += 1
        if (number < 10) {
          await here.fixture.posDriver.deleteProduct((await makeProduct("Kastrull")).uuid)
        }
      })
      expect(await reviewProducts(getContainer(), connectionId)).toBe("failed")
      expect(
        await here.fixture.pos.listPosInboxEntries({ connection_id: connectionId, event_name: "ProductDeleted" })
      ).toEqual([])
    })

    it("an account transaction that cannot be read is kept, and read where it stands once it can be", async () => {
      await here.fixture.posDriver.seed({ products: 3, purchases: 40, days: 60, refundShare: 0 })
      let spoiled = 0
      proxy.spoil(TRANSACTIONS, (record) => (spoiled++ === 3 ? { ...record, amount: "mycket" } : record))
      const { connectionId } = here.fixture
      await pullAccount(getContainer(), connectionId, "liquid")
      const stored = async () =>
        Number((await dbConnection.raw("SELECT count(*) FROM pos_account_transaction")).rows[0].count)
      const before = await stored()
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        event_name: "AccountTransactionRead",
        payload: { group: "liquid", transaction: { amount: "mycket" } },
      })
      const [account] = await here.fixture.pos.listPosAccounts({ connection_id: connectionId, account_group: "liquid" })
      expect(account).toMatchObject({ state: "active", state_reason: null })

      proxy.fix()
      // As a later version of the plugin would read it.
      await dbConnection.raw(
        `UPDATE pos_inbox_entry SET payload = jsonb_set(payload, '{transaction,amount}', '1') WHERE id = ?`,
        [letter?.id ?? ""]
      )
      await replay(letter?.id ?? "")
      expect(await deadLetters()).toEqual([])
      expect(await stored()).toBe(before + 1)
    })

    it("[D75] rows of the account that the POS corrects are withdrawn by a complete reading, and by no other", async () => {
      await here.fixture.posDriver.seed({ products: 3, purchases: 40, days: 60, refundShare: 0.1 })
      const { connectionId } = here.fixture
      const isOfPayment = ({ originatorTransactionType: type }: Record<string, unknown>) =>
        /^(INVOICE_)?PAYMENT(_FEE)?$/.test(String(type))
      proxy.spoil(TRANSACTIONS, (record) =>
        isOfPayment(record) ? { ...record, originatorTransactionType: "ADJUSTMENT" } : record
      )
      await pullAccount(getContainer(), connectionId, "liquid")
      const figures = async () => {
        const { rows } = await dbConnection.raw(
          `SELECT count(*)::int AS payouts, count(*) FILTER (WHERE state = 'closed')::int AS closed, sum(gross)::int AS gross,
             sum(fees)::int AS fees, sum(adjustments)::int AS adjustments FROM pos_payout WHERE deleted_at IS NULL`
        )
        return rows[0]
      }
      const rowsOf = async (query: string) => {
        const path = `/admin/pos/account-transactions?connection_id=${connectionId}&limit=1${query}`
        return (await here.fixture.get<{ count: number }>(path)).count
      }
      const wrong = await figures()
      expect(wrong).toMatchObject({ closed: wrong.payouts, gross: 0, fees: 0 })
      const total = await rowsOf("")
      const [account] = await here.fixture.pos.query((sql) => listAccounts(sql, connectionId))
      const readAgain = async () => {
        const period = { start: new Date(Date.now() - 90 * DAY_MS), end: new Date() }
        expect(account && (await pullPeriod(getContainer(), account, period))).toMatchObject({ finished: true })
      }
      proxy.fix()

      // A row that cannot be read, then an answer that ends too early.
      let spoiled = 0
      proxy.spoil(TRANSACTIONS, (record) => (spoiled++ === 3 ? { ...record, amount: "mycket" } : record))
      await readAgain()
      expect(await rowsOf("&type=ADJUSTMENT")).toBeGreaterThan(0)
      proxy.fix()
      proxy.shrinkPages(2, async () => undefined)
      await readAgain()
      expect(await rowsOf("&type=ADJUSTMENT")).toBeGreaterThan(0)
      proxy.fix()

      await readAgain()
      expect(await rowsOf("")).toBe(total)
      expect(await rowsOf("&type=ADJUSTMENT")).toBe(0)
      const right = await figures()
      expect(right).toMatchObject({ payouts: wrong.payouts, closed: wrong.payouts, adjustments: 0 })
      expect(right.gross).toBeGreaterThan(0)
    })

    it("a level of stock that cannot be read is neither nothing nor in the way of others", async () => {
      const { connectionId } = here.fixture
      const { uuid } = await here.fixture.variant("TROJA-M")
      proxy.spoil(STOCK, (record) => (record.variantUuid === uuid ? { ...record, balance: "mycket" } : record))
      await requestReconciliation(getContainer(), connectionId, "by-hand")
      await resumeRuns(getContainer(), connectionId)
      const [run] = await here.fixture.pos.listPosRuns({ connection_id: connectionId, kind: "reconcile" })
      expect(run).toMatchObject({ state: "finished", details: { compared: 2, differing: 0 } })
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        event_name: "StockRowRead",
        reason: expect.stringMatching(/^balance /),
        payload: { row: { variantUuid: uuid, balance: "mycket" } },
      })
      await replay(letter?.id ?? "")
      expect(await deadLetters()).toMatchObject([{ id: letter?.id }])
    })

    it("[D52] what cannot be read is dismissed: no issue, not brought back by a poll, replayable, removed in time", async () => {
      const { connectionId } = here.fixture
      const dismiss = async (body: object) =>
        (
          await api.post(
            "/admin/pos/inbox-entries/dismiss",
            { connection_id: connectionId, ...body },
            here.fixture.admin
          )
        ).data
      const issues = async () => {
        const { issues } = await here.fixture.get<{ issues: { kind: string }[] }>("/admin/pos/issues")
        return issues.filter(({ kind }) => kind === "dead_entries")
      }
      await here.fixture.posDriver.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const broken = await sell()
      const isBroken = (record: Record<string, unknown>) => record.purchaseUUID1 === broken.purchaseUUID1
      proxy.spoil(PURCHASES, (record) => (isBroken(record) ? { ...record, amount: "mycket" } : record))
      await here.fixture.catchUpNow()
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      const id = letter?.id ?? ""
      const pending = await here.fixture.pos.createPosInboxEntries({
        connection_id: connectionId,
        natural_key: "waits",
        event_name: "PurchaseCreated",
        aggregate: "purchase:waits",
        source: "poll",
        payload: {},
        next_attempt_at: new Date(Date.now() + 3_600_000),
      })
      expect(await issues()).toHaveLength(1)
      expect(await dismiss({ ids: [id, pending.id] })).toEqual({ dismissed: 1 })
      expect(await issues()).toEqual([])
      const stateOf = async (entryId: string) =>
        (await here.fixture.entries()).find((entry) => entry.id === entryId)?.state ?? null
      expect([await stateOf(id), await stateOf(pending.id)]).toEqual(["dismissed", "pending"])
      await eventually(async () => {
        const { activities } = await here.fixture.get<{ activities: object[] }>("/admin/pos/activities?kind=dismiss")
        expect(activities).toMatchObject([
          { kind: "dismiss", state: "done", asked: { entries: { count: 2, ids: [id, pending.id] } } },
        ])
      })

      await here.fixture.catchUpNow()
      expect(await deadLetters()).toEqual([])
      await replay(id)
      expect(await deadLetters()).toMatchObject([{ id }])
      expect(await dismiss({})).toEqual({ dismissed: 1 })
      await dbConnection.raw("UPDATE pos_inbox_entry SET handled_at = now() - interval '400 days' WHERE id = ?", [id])
      await prune(getContainer())
      expect(await stateOf(id)).toBeNull()
    })

    it("a receipt may hold characters that the database cannot", async () => {
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      const uuid = "01234567-89ab-11ee-8000-0123456789fe"
      const [row] = sale.products
      const products = [{ ...row, comment: "presentkort\u0000 \ud83d \\u0000 🎁" }]
      const { status } = await here.fixture.notify("PurchaseCreated", { ...sale, purchaseUUID1: uuid, products })
      expect(status).toBe(200)
      expect((await here.fixture.order(uuid)).status).toBe("completed")
      const [entry] = await here.fixture.pos.listPosInboxEntries({ aggregate: `purchase:${uuid}` })
      expect(entry?.payload).toMatchObject({ products: [{ comment: "presentkort\ufffd \ufffd \\u0000 🎁" }] })
    })
  },
})
