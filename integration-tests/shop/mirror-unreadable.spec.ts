import { v1 as uuidVersion1 } from "uuid"
import { pullAccount } from "../../src/workflows/finance/pull-account"
import { carryOnRuns } from "../../src/workflows/catch-up/carry-on-runs"
import { requestReconciliation } from "../../src/workflows/catch-up/request-reconciliation"
import { prune } from "../../src/workflows/retention/prune"
import { reviewProducts } from "../../src/workflows/mirror/review-products"
import { eventually } from "./support/eventually"
import { shopSuite } from "./support/shop-suite"
import { SpoilingProxy } from "./support/spoiling-proxy"
import { useMirrorStage } from "./support/use-mirror-stage"

const proxy = new SpoilingProxy()

const PURCHASES = /^\/purchases\/v2/
const LIBRARY = /^\/organizations\/self\/library/
const STOCK = /^\/v3\/stock/
const TRANSACTIONS = /^\/v2\/accounts\/liquid\/transactions/

type Entry = { id: string; payload: unknown; reason: string; event_name: string }

shopSuite({
  moduleName: "mirror-unreadable",
  beforeShop: () => proxy.standBetween(),
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMirrorStage({ api, getContainer })

    const sell = async () =>
      here.stage.counter.sell([{ variantUuid: (await here.stage.variant("TROJA-M")).uuid, quantity: 1 }])

    /** What waits for a person, with what came. */
    const deadLetters = async () => {
      const dead = (await here.stage.entries()).filter(({ state }) => state === "dead")
      return Promise.all(
        dead.map(
          async ({ id }) => (await here.stage.get<{ inbox_entry: Entry }>(`/admin/pos/inbox-entries/${id}`)).inbox_entry
        )
      )
    }

    const replay = async (id: string) => {
      await api.post(
        "/admin/pos/inbox-entries/replay",
        { connection_id: here.stage.connectionId, ids: [id] },
        here.stage.admin
      )
      await here.stage.drain()
    }

    const makeProduct = async (name: string) =>
      here.stage.counter.makeProduct({
        uuid: uuidVersion1(),
        name,
        variants: [{ uuid: uuidVersion1(), price: { amount: 100, currencyId: "SEK" } }],
      })

    it("one purchase that cannot be read costs none of the others, and waits for a person once", async () => {
      await here.stage.counter.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const [first, broken, third] = [await sell(), await sell(), await sell()]
      const isBroken = (record: Record<string, unknown>) => record.purchaseUUID1 === broken.purchaseUUID1
      proxy.spoil(PURCHASES, (record) => (isBroken(record) ? { ...record, amount: "mycket", note: "å" } : record))

      await here.stage.catchUpNow()
      await here.stage.order(first.purchaseUUID1)
      await here.stage.order(third.purchaseUUID1)
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        event_name: "PurchaseCreated",
        reason: expect.stringMatching(/^amount is /),
        payload: { purchaseUUID1: broken.purchaseUUID1, amount: "mycket", note: "å" },
      })
      const { attention } = await here.stage.get<{ attention: { kind: string; count: number }[] }>(
        "/admin/pos/attention"
      )
      expect(attention).toContainEqual(expect.objectContaining({ kind: "dead_entries", count: 1 }))

      const fourth = await sell()
      await here.stage.catchUpNow()
      await here.stage.order(fourth.purchaseUUID1)
      expect(await deadLetters()).toHaveLength(1)

      await replay(letter?.id ?? "")
      expect(await deadLetters()).toMatchObject([{ id: letter?.id, reason: expect.stringMatching(/^amount is /) }])
    })

    it("a backfill goes past a purchase that cannot be read", async () => {
      await here.stage.counter.seed({ products: 3, purchases: 60, days: 300, refundShare: 0 })
      let count = 0
      proxy.spoil(PURCHASES, (record) => (count++ === 7 ? { ...record, created: null, timestamp: "igår" } : record))
      const path = `/admin/pos/connections/${here.stage.connectionId}/backfill`
      await api.post(path, { since: "2024-01-01" }, here.stage.admin)
      await eventually(async () => {
        const [run] = await here.stage.pos.listPosRuns({ connection_id: here.stage.connectionId, kind: "backfill" })
        expect(run).toMatchObject({ state: "finished", reason: null })
      })
      const { count: receipts } = await here.stage.get<{ count: number }>("/admin/pos/receipts?limit=1")
      expect([receipts, (await deadLetters()).map(({ reason }) => reason)]).toEqual([59, ["created must be a time"]])
    })

    it("a product that cannot be read is neither gone nor in the way of others", async () => {
      const products = await here.stage.counter.products()
      const sweater = products.find(({ name }) => name === "Tröja")
      proxy.spoil(LIBRARY, (record) =>
        record.uuid === sweater?.uuid ? { ...record, variants: "tre", etag: "A" } : { ...record, etag: "B" }
      )
      await reviewProducts(getContainer(), here.stage.connectionId)
      await reviewProducts(getContainer(), here.stage.connectionId)
      expect(await deadLetters()).toMatchObject([
        { event_name: "ProductUpdated", payload: { newEntity: { uuid: sweater?.uuid, variants: "tre" } } },
      ])
      const told = await here.stage.pos.listPosInboxEntries({ connection_id: here.stage.connectionId, source: "poll" })
      expect(told.filter(({ event_name }) => event_name === "ProductDeleted")).toEqual([])
      expect(told.filter(({ state }) => state !== "dead").length).toBe(products.length - 1)
    })

    it("[D19] a library that could not be read after a lost subscription is read by the next catch-up", async () => {
      await here.stage.deafen()
      const sweater = (await here.stage.counter.products()).find(({ name }) => name === "Tröja")
      await here.stage.counter.deleteProduct(sweater?.uuid ?? "")
      await here.stage.counter.fault({ kind: "status", interface: "products", status: 500 })
      expect(await here.stage.catchUpNow()).toMatchObject({ subscription: "made-again" })
      await here.stage.counter.endFaults()
      await here.stage.pos.updatePosConnections({ id: here.stage.connectionId, circuit_open_until: null })
      await here.stage.catchUpNow()
      const deleted = await here.stage.pos.listPosInboxEntries({
        connection_id: here.stage.connectionId,
        event_name: "ProductDeleted",
        source: "poll",
      })
      expect(deleted).toMatchObject([{ aggregate: `product:${sweater?.uuid}` }])
      const [subscription] = await here.stage.pos.listPosSubscriptions({ connection_id: here.stage.connectionId })
      expect(subscription).toMatchObject({ review_cause: null })
    })

    it("[D19] a library that is answered empty, or short, deletes nothing that is there", async () => {
      const products = await here.stage.counter.products()
      const polled = async () =>
        here.stage.pos.listPosInboxEntries({
          connection_id: here.stage.connectionId,
          event_name: "ProductDeleted",
          source: "poll",
        })
      proxy.spoil(LIBRARY, () => null)
      expect(await reviewProducts(getContainer(), here.stage.connectionId)).toBe("implausible")
      const { attention } = await here.stage.get<{ attention: { kind: string }[] }>("/admin/pos/attention")
      expect(attention).toContainEqual(expect.objectContaining({ kind: "misunderstood" }))
      proxy.mend()
      const sweater = products.find(({ name }) => name === "Tröja")
      proxy.spoil(LIBRARY, (record) => (record.uuid === sweater?.uuid ? null : record))
      expect(await reviewProducts(getContainer(), here.stage.connectionId)).toBe("complete")
      expect(await polled()).toEqual([])
    })

    it("[D20] a product that is deleted between two pages of the library is the only one that is missing", async () => {
      const { connectionId } = here.stage
      await here.stage.deafen()
      await makeProduct("Kanna")
      await makeProduct("Fat")
      const [first] = await here.stage.counter.products()
      const pages: number[] = []
      // The others move up a page: the second product is passed over.
      proxy.shrinkPages(1, async (page) => {
        pages.push(page)
        if (pages.length === 1) {
          await here.stage.counter.deleteProduct(first?.uuid ?? "")
        }
      })
      expect(await reviewProducts(getContainer(), connectionId)).toBe("complete")
      // It was read again from its beginning.
      expect(pages.filter((page) => page === 1)).toHaveLength(2)
      const found = async (event_name: string) =>
        (await here.stage.pos.listPosInboxEntries({ connection_id: connectionId, event_name, source: "poll" })).map(
          ({ aggregate }) => aggregate
        )
      const left = await here.stage.counter.products()
      expect(await found("ProductDeleted")).toEqual([])
      expect(new Set(await found("ProductUpdated"))).toEqual(
        new Set(left.filter(({ name }) => ["Kanna", "Fat"].includes(name ?? "")).map(({ uuid }) => `product:${uuid}`))
      )
      // Where the library stays as it is, the deletion is found.
      proxy.mend()
      expect(await reviewProducts(getContainer(), connectionId)).toBe("complete")
      expect(await found("ProductDeleted")).toEqual([`product:${first?.uuid}`])
    })

    it("[D20] a library that changes again and again between its pages deletes nothing", async () => {
      const { connectionId } = here.stage
      await here.stage.deafen()
      const gone = (await here.stage.counter.products()).find(({ name }) => name === "Äpplen")
      await here.stage.counter.deleteProduct(gone?.uuid ?? "")
      await makeProduct("Kanna")
      let number = 0
      proxy.shrinkPages(1, async () => {
        number += 1
        if (number < 10) {
          await here.stage.counter.deleteProduct((await makeProduct("Kastrull")).uuid)
        }
      })
      expect(await reviewProducts(getContainer(), connectionId)).toBe("failed")
      expect(
        await here.stage.pos.listPosInboxEntries({ connection_id: connectionId, event_name: "ProductDeleted" })
      ).toEqual([])
    })

    it("an account transaction that cannot be read is kept, and read where it stands once it can be", async () => {
      await here.stage.counter.seed({ products: 3, purchases: 40, days: 60, refundShare: 0 })
      let spoiled = 0
      proxy.spoil(TRANSACTIONS, (record) => (spoiled++ === 3 ? { ...record, amount: "mycket" } : record))
      const { connectionId } = here.stage
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
      const [account] = await here.stage.pos.listPosAccounts({ connection_id: connectionId, account_group: "liquid" })
      expect(account).toMatchObject({ state: "active", state_reason: null })

      proxy.mend()
      // As a later version of the plugin would read it.
      await dbConnection.raw(
        `UPDATE pos_inbox_entry SET payload = jsonb_set(payload, '{transaction,amount}', '1') WHERE id = ?`,
        [letter?.id ?? ""]
      )
      await replay(letter?.id ?? "")
      expect(await deadLetters()).toEqual([])
      expect(await stored()).toBe(before + 1)
    })

    it("a level of stock that cannot be read is neither nothing nor in the way of others", async () => {
      const { connectionId } = here.stage
      const { uuid } = await here.stage.variant("TROJA-M")
      proxy.spoil(STOCK, (record) => (record.variantUuid === uuid ? { ...record, balance: "mycket" } : record))
      await requestReconciliation(getContainer(), connectionId, "by-hand")
      await carryOnRuns(getContainer(), connectionId)
      const [run] = await here.stage.pos.listPosRuns({ connection_id: connectionId, kind: "reconcile" })
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
      const { connectionId } = here.stage
      const dismiss = async (body: object) =>
        (await api.post("/admin/pos/inbox-entries/dismiss", { connection_id: connectionId, ...body }, here.stage.admin))
          .data
      const issues = async () => {
        const { attention } = await here.stage.get<{ attention: { kind: string }[] }>("/admin/pos/attention")
        return attention.filter(({ kind }) => kind === "dead_entries")
      }
      await here.stage.counter.fault({ kind: "lose", eventName: "PurchaseCreated" })
      const broken = await sell()
      const isBroken = (record: Record<string, unknown>) => record.purchaseUUID1 === broken.purchaseUUID1
      proxy.spoil(PURCHASES, (record) => (isBroken(record) ? { ...record, amount: "mycket" } : record))
      await here.stage.catchUpNow()
      const [letter, ...others] = await deadLetters()
      expect(others).toEqual([])
      const id = letter?.id ?? ""
      const pending = await here.stage.pos.createPosInboxEntries({
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
        (await here.stage.entries()).find((entry) => entry.id === entryId)?.state ?? null
      expect([await stateOf(id), await stateOf(pending.id)]).toEqual(["dismissed", "pending"])
      const { activities } = await here.stage.get<{ activities: object[] }>("/admin/pos/activities?kind=dismiss")
      expect(activities).toMatchObject([
        { kind: "dismiss", state: "done", asked: { entries: { count: 2, ids: [id, pending.id] } } },
      ])

      await here.stage.catchUpNow()
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
      await here.stage.order(sale.purchaseUUID1)
      const uuid = "01234567-89ab-11ee-8000-0123456789fe"
      const [row] = sale.products
      const products = [{ ...row, comment: "presentkort\u0000 \ud83d \\u0000 🎁" }]
      const { status } = await here.stage.notify("PurchaseCreated", { ...sale, purchaseUUID1: uuid, products })
      expect(status).toBe(200)
      expect((await here.stage.order(uuid)).status).toBe("completed")
      const [entry] = await here.stage.pos.listPosInboxEntries({ aggregate: `purchase:${uuid}` })
      expect(entry?.payload).toMatchObject({ products: [{ comment: "presentkort\ufffd \ufffd \\u0000 🎁" }] })
    })
  },
})
