import { Modules } from "@medusajs/framework/utils"
import { createOrderWorkflow } from "@medusajs/medusa/core-flows"
import { unzipSync } from "fflate"
import { daysOfMonth } from "../../src/contract/time"
import { organizationDate } from "../../src/modules/pos/organization-time"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { BOOK_ACCOUNTS } from "./support/ledger/book-accounts"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

type Shown = Record<string, unknown>

storeSuite({
  moduleName: "several-shops",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    let other: ConnectedStoreFixture

    beforeEach(async () => {
      other = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
    })
    afterEach(async () => other.posDriver.close())

    const get = async (path: string) => (await api.get(`/admin/pos${path}`, here.fixture.admin)).data
    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.fixture.admin, validateStatus: () => true })
    const group = (stage: ConnectedStoreFixture, group_name: string | null) =>
      post(`/connections/${stage.connectionId}/group`, { group_name })
    const newestActivity = (stage: ConnectedStoreFixture): Promise<Shown> =>
      eventually(async () => {
        const { activities } = await get(`/activities?connection_id=${stage.connectionId}&limit=1`)
        expect(activities[0]).toMatchObject({ state: expect.not.stringMatching("begun") })
        return activities[0]
      })
    const sellSweater = async (stage: ConnectedStoreFixture, quantity: number) => {
      const { uuid } = await stage.variant("TROJA-M")
      const sale = await stage.posDriver.sell([{ variantUuid: uuid, quantity }])
      await eventually(async () =>
        expect((await get(`/receipts?purchase_uuid=${sale.purchaseUUID1}`)).receipts).toMatchObject([
          { state: "mirrored" },
        ])
      )
      return sale
    }

    it("are filed under groups, by which the list is narrowed", async () => {
      const named = await group(here.fixture, " 東京 & Malmö ")
      expect(named).toMatchObject({ status: 200, data: { connection: { group_name: "東京 & Malmö" } } })
      const { connections, count } = await get(`/connections?group_name=${encodeURIComponent("東京 & Malmö")}`)
      expect({ count, ids: connections.map(({ id }: Shown) => id) }).toEqual({
        count: 1,
        ids: [here.fixture.connectionId],
      })
      expect((await get("/connections")).count).toBe(2)
      expect((await get("/connections?group_name=Ystad")).count).toBe(0)
      expect(await newestActivity(here.fixture)).toMatchObject({
        kind: "group",
        state: "done",
        before: { group_name: null },
        after: { group_name: "東京 & Malmö" },
      })
      for (const refused of ["", "   ", "a\u0000b", "x".repeat(101), 5]) {
        expect(await post(`/connections/${here.fixture.connectionId}/group`, { group_name: refused })).toMatchObject({
          status: 400,
        })
      }
      expect((await group(here.fixture, null)).data.connection.group_name).toBeNull()
      expect((await post("/connections/poscon_no/group", { group_name: "A" })).status).toBe(404)
    })

    it("are summed up together or by group, and one currency never with another", async () => {
      const sales = [await sellSweater(here.fixture, 1), await sellSweater(other, 2)]
      // A register in another currency, of which receipts are all that matters here.
      await dbConnection.raw(
        `INSERT INTO pos_connection SELECT (jsonb_populate_record(connection, jsonb_build_object(
           'id', 'poscon_kuwait', 'organization_uuid', 'x', 'organization_name', '', 'currency_code', 'kwd',
           'time_zone', 'Asia/Kuwait', 'group_name', 'Export', 'state', 'disconnected'))).*
         FROM pos_connection AS connection WHERE id = ?`,
        [other.connectionId]
      )
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, purchase_number, state, amount, raw_amount,
           currency_code, refund, sold_at, payload)
         SELECT 'posrec_' || n, 'poscon_kuwait', 'uuid-' || n, n, 'recorded', amount, '{"value":"0","precision":20}', 'kwd',
           amount < 0, now(), '{}' FROM (VALUES (1, 12345), (2, -345)) AS one(n, amount)`
      )
      await createOrderWorkflow(getContainer()).run({
        input: {
          region_id: here.shop.regionId,
          currency_code: "sek",
          items: [{ title: "Tröja", quantity: 1, unit_price: 499.5, requires_shipping: false }],
        },
      })
      await group(other, "Malmö")
      const { overview } = await get("/overview/all?days=7")
      const total = sales.reduce((sum, { amount }) => sum + amount, 0)
      expect(
        overview.currencies.map(({ currency_code, days }: Shown & { days: unknown[] }) => [currency_code, days.length])
      ).toEqual([
        ["sek", 7],
        ["kwd", 7],
      ])
      const [kronor, dinars] = overview.currencies
      expect(kronor.days.at(-1)).toMatchObject({
        pos: { amount: total, receipts: 2 },
        refunds: { amount: 0, receipts: 0 },
        web: { amount: 49_950, orders: 1 },
      })
      expect(kronor.connections).toEqual([
        {
          id: here.fixture.connectionId,
          pos: { amount: sales[0]?.amount, receipts: 1 },
          refunds: { amount: 0, receipts: 0 },
        },
        {
          id: other.connectionId,
          pos: { amount: sales[1]?.amount, receipts: 1 },
          refunds: { amount: 0, receipts: 0 },
        },
      ])
      expect(dinars).toMatchObject({
        time_zone: "Asia/Kuwait",
        connections: [{ pos: { amount: 12_000 }, refunds: { amount: -345 } }],
      })
      expect(dinars.days.at(-1).web).toEqual({ amount: 0, orders: 0 })
      const malmo = (await get(`/overview/all?days=7&group_name=${encodeURIComponent("Malmö")}`)).overview
      expect(malmo.currencies).toHaveLength(1)
      expect(malmo.currencies[0].days.at(-1).pos).toEqual({ amount: sales[1]?.amount, receipts: 1 })
      expect((await get("/overview/all?group_name=Ystad")).overview).toEqual({ currencies: [] })
    })

    it("keep sales of before an organization's new currency apart from those after it", async () => {
      const former = await sellSweater(other, 2)
      const { purchaseUUID1 } = await sellSweater(other, 1)
      await dbConnection.raw(
        "UPDATE pos_receipt SET currency_code = 'eur', amount = 1234, sold_at = now() WHERE purchase_uuid = ?",
        [purchaseUUID1]
      )
      await dbConnection.raw("UPDATE pos_connection SET currency_code = 'eur' WHERE id = ?", [other.connectionId])
      const { overview } = await get(`/overview?connection_id=${other.connectionId}&days=7`)
      expect(overview).toMatchObject({ currency_code: "eur" })
      expect(overview.days.at(-1).pos).toEqual({ amount: 1_234, receipts: 1 })
      const [kronor, euros] = (await get("/overview/all?days=7")).overview.currencies
      expect([kronor.currency_code, euros.currency_code]).toEqual(["sek", "eur"])
      expect(euros.days.at(-1).pos).toEqual({ amount: 1_234, receipts: 1 })
      expect(kronor.days.at(-1).pos).toEqual({ amount: former.amount, receipts: 1 })
      expect(kronor.connections).toMatchObject([
        { id: here.fixture.connectionId, pos: { amount: 0 } },
        { id: other.connectionId, pos: { amount: former.amount } },
      ])
    })

    it("[D142] count a sale that a register dates in the future on no day and in no connection's share", async () => {
      const sale = await sellSweater(here.fixture, 1)
      const { purchaseUUID1: ahead } = await sellSweater(here.fixture, 2)
      await dbConnection.raw("UPDATE pos_receipt SET sold_at = sold_at + interval '1 day' WHERE purchase_uuid = ?", [
        ahead,
      ])
      const [kronor] = (await get("/overview/all?days=7")).overview.currencies
      expect(kronor.days.map(({ pos }: Shown) => pos).at(-1)).toEqual({ amount: sale.amount, receipts: 1 })
      expect(kronor.connections[0].pos).toEqual({ amount: sale.amount, receipts: 1 })
      // Tomorrow of one organization is today of another.
      const zones = { [here.fixture.connectionId]: "Pacific/Pago_Pago", [other.connectionId]: "Pacific/Kiritimati" }
      for (const [id, zone] of Object.entries(zones)) {
        await dbConnection.raw("UPDATE pos_connection SET time_zone = ? WHERE id = ?", [zone, id])
      }
      const [worldwide] = (await get("/overview/all?days=7")).overview.currencies
      expect(worldwide.connections[0].pos).toEqual({ amount: sale.amount, receipts: 1 })
    })

    /** Reads a file of the store and removes it. */
    const takeFile = async (id: string) => {
      const files = getContainer().resolve(Modules.FILE)
      const content = await files.getAsBuffer(id)
      await files.deleteFiles(id)
      return content
    }

    it("are exported together: a month of all in one zip, and what fails is listed", async () => {
      const [first, second] = [here.fixture.connectionId, other.connectionId]
      await sellSweater(here.fixture, 1)
      await sellSweater(other, 2)
      await post(`/connections/${first}/inbound-settings`, { accounting: { accounts: BOOK_ACCOUNTS } })
      await post(`/connections/${second}/pause`)
      const named = "UPDATE pos_connection SET organization_name = ? WHERE id = ?"
      await dbConnection.raw(named, ["../Å/東京", first])
      await dbConnection.raw(named, ["../å\\東京", second])
      const [{ time_zone }] = (await get("/connections")).connections
      const month = organizationDate(new Date(), time_zone).slice(0, 7)
      const kinds = ["accounting", "receipts", "report-products"]
      const { data, status } = await post("/exports/month", { month, kinds })
      expect({ status, name: data.file.filename }).toEqual({ status: 201, name: `export-${month}.zip` })
      const reason = expect.stringContaining("have no account yet: ")
      expect(data.failed).toEqual([{ connection_id: second, kind: "accounting", reason }])
      const unzipped = unzipSync(await takeFile(data.file.id))
      const contents = new Map(Object.entries(unzipped).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
      const notExported = contents.get("not-exported.txt") ?? ""
      expect(notExported).toBe(`-å-東京 (2)/accounting: ${data.failed[0].reason}\r\n`)
      const listed = data.files.map(({ filename }: { filename: string }) => filename)
      expect([...contents.keys()]).toEqual([...listed, "not-exported.txt"])
      const folders = listed.map((name: string) => name.split("/")[0])
      expect(folders).toEqual([...kinds.map(() => "-Å-東京"), "-å-東京 (2)", "-å-東京 (2)"])
      for (const { connection_id, kind, filename, rows } of data.files) {
        const single = await post("/exports", { connection_id, kind, ...daysOfMonth(month) })
        expect({ status: single.status, rows: single.data.rows }).toEqual({ status: 201, rows })
        expect(contents.get(filename)).toBe((await takeFile(single.data.file.id)).toString())
        expect(filename.split("/")[1]).toBe(single.data.file.filename)
        expect(rows).toBeGreaterThan(0)
      }
    })

    it("are exported by name, which the activity log says, and a wrong request is rejected", async () => {
      const body = { month: "2026-02", kinds: ["payouts", "vat"] }
      const { data } = await post("/exports/month", { ...body, connection_ids: [other.connectionId] })
      expect(data).toMatchObject({ files: [{ kind: "payouts", rows: 0 }, { kind: "vat" }], failed: [] })
      expect(data.files[0].filename).toMatch(/\/payouts-2026-02-01-2026-02-28\.csv$/)
      await takeFile(data.file.id)
      // Which connection it was of is noted when the export has ended, after the answer.
      await eventually(async () =>
        expect(await newestActivity(other)).toMatchObject({
          kind: "export-month",
          state: "done",
          asked: { ...body, connections: { count: 1, ids: [other.connectionId] } },
        })
      )
      for (const wrong of [
        { month: "2026-13" },
        { month: "2026-1" },
        { kinds: [] },
        { kinds: ["vat", "vat"] },
        { kinds: ["secrets"] },
        { connection_ids: [] },
        { connection_ids: ["a", "a"] },
        { connection_ids: Array.from({ length: 201 }, (_, index) => `poscon_${index}`) },
      ]) {
        expect(await post("/exports/month", { ...body, ...wrong })).toMatchObject({ status: 400 })
      }
      expect((await post("/exports/month", { ...body, connection_ids: ["poscon_no"] })).status).toBe(404)
    })

    it("show their issues together: the most urgent first, and those of one urgency from the oldest", async () => {
      const [first, second] = [here.fixture.connectionId, other.connectionId]
      const fail = async (connectionId: string, at: string) =>
        dbConnection.raw(
          `INSERT INTO pos_inbox_entry (id, connection_id, natural_key, event_name, aggregate, source, payload, state,
             created_at, handled_at)
           VALUES ('posin_' || ?, ?, 'failed', 'PurchaseCreated', 'purchase:1', 'webhook', '{}', 'dead', ?, ?)`,
          [connectionId, connectionId, at, at]
        )
      await fail(first, "2026-03-02T08:00:00Z")
      await fail(second, "2026-03-01T08:00:00Z")
      await post(`/connections/${first}/pause`)
      await dbConnection.raw("UPDATE pos_connection SET time_zone = NULL WHERE id = ?", [second])
      const { issues } = await get("/issues")
      const kinds = ["dead_entries", "paused", "time_zone_missing"]
      expect(
        issues
          .filter(({ kind }: Shown) => kinds.some((shown) => shown === kind))
          .map(({ kind, urgency, connection_id }: Shown) => [kind, urgency, connection_id])
      ).toEqual([
        ["dead_entries", "loss", second],
        ["dead_entries", "loss", first],
        ["paused", "waiting", first],
        ["time_zone_missing", "hint", second],
      ])
      expect(issues[0]).toMatchObject({ organization_name: expect.any(String) })
    })

    it("copy settings of one another after a preview, where they fit, all or some", async () => {
      const [from, to] = [here.fixture.connectionId, other.connectionId]
      const copied = `/connections/${to}/copied-settings`
      await post(`/connections/${from}/outbound-settings`, {
        images: "off",
        category_path: true,
        field_owners: { sku: "pos", name: "store" },
        price: { region_id: here.shop.regionId, sale_prices: false },
      })
      await post(`/connections/${from}/inbound-settings`, {
        stock_buffer: "0.350",
        additional_stock_location_ids: [here.shop.stockLocationId],
        drift_policy: "trust-store",
        accounting: {
          accounts: { cash: "1910" },
          rates: [{ rate: "25.5", sales: "3001", vat: "2611" }],
          datev: { consultant: 1_001, client: 1 },
        },
      })
      await dbConnection.raw(
        "UPDATE pos_connection SET currency_code = 'eur', country_code = 'FI', inventories = NULL, stock_sync = 'pos_to_store' WHERE id = ?",
        [to]
      )
      const preview = await get(`${copied}?from_connection_id=${from}`)
      expect(preview.changes).toEqual([
        { name: "category_path", before: false, after: true },
        {
          name: "price",
          before: { region_id: null, price_list_id: null, sale_prices: true },
          after: { region_id: null, price_list_id: null, sale_prices: false },
        },
        { name: "images", before: "url", after: "off" },
        { name: "field_owners", before: {}, after: { sku: "pos" } },
        { name: "drift_policy", before: "report", after: "trust-store" },
        { name: "stock_buffer", before: "0", after: "0.350" },
      ])
      expect(preview.left_out).toEqual([
        { name: "price", reason: "other-currency" },
        { name: "stock_sync", reason: "no-inventory" },
        { name: "accounting", reason: "other-country" },
      ])
      expect((await get(`/connections/${to}/outbound-settings`)).outbound_settings).toMatchObject({ images: "url" })

      const some = await post(copied, { from_connection_id: from, names: ["images", "stock_buffer", "accounting"] })
      expect(some).toMatchObject({ status: 200, data: { run_id: expect.stringMatching(/^posrun_/) } })
      expect(some.data.changes.map(({ name }: Shown) => name)).toEqual(["images", "stock_buffer"])
      expect((await get(`/connections/${to}/outbound-settings`)).outbound_settings).toMatchObject({
        images: "off",
        category_path: false,
      })
      expect((await get(`/connections/${to}/inbound-settings`)).inbound_settings).toMatchObject({
        stock_buffer: "0.350",
        drift_policy: "report",
        stock_sync: "pos_to_store",
        accounting: { accounts: {} },
      })
      expect(await newestActivity(other)).toMatchObject({
        kind: "copy-settings",
        asked: { from_connection_id: from, names: ["images", "stock_buffer", "accounting"] },
        before: { images: "url", stock_buffer: "0" },
        after: { images: "off", stock_buffer: "0.350" },
      })
      expect((await post(copied, { from_connection_id: from })).data.changes).toHaveLength(4)
      expect((await get(`${copied}?from_connection_id=${from}`)).changes).toEqual([])
    })

    it("of one country share the accounts of accounting, not what is closed nor whose client they are", async () => {
      const [from, to] = [here.fixture.connectionId, other.connectionId]
      const accounting = {
        accounts: { cash: "1910" },
        rates: [],
        fiscal_year_start: 5,
        datev: { consultant: 1_001, client: 7 },
      }
      await post(`/connections/${from}/inbound-settings`, { accounting: { ...accounting, locked_until: "2025-12-31" } })
      const { data } = await post(`/connections/${to}/copied-settings`, { from_connection_id: from })
      expect(data).toMatchObject({ left_out: [], run_id: null, changes: [{ name: "accounting" }] })
      expect((await get(`/connections/${to}/inbound-settings`)).inbound_settings.accounting).toEqual({
        ...accounting,
        datev: null,
        locked_until: null,
        locks: [],
      })
    })

    it("copy nothing where one of two is unknown, or both are the same", async () => {
      const { connectionId } = here.fixture
      const copied = `/connections/${connectionId}/copied-settings`
      expect((await post(copied, { from_connection_id: "poscon_no" })).status).toBe(404)
      expect((await post("/connections/poscon_no/copied-settings", { from_connection_id: connectionId })).status).toBe(
        404
      )
      expect(await post(copied, { from_connection_id: connectionId })).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("Name another connection") },
      })
      expect((await post(copied, { from_connection_id: other.connectionId, names: ["api_key_sealed"] })).status).toBe(
        400
      )
    })

    it("that sell from one stock location update each other: a sale at one lowers what the other shows", async () => {
      const { uuid } = await other.variant("TROJA-M")
      await sellSweater(here.fixture, 3)
      await eventually(async () => {
        const balances = (await other.posDriver.products()).flatMap((product) => Object.entries(product.balances))
        expect(balances.find(([variant]) => variant === uuid)).toEqual([uuid, "7"])
      })
    })
  },
})
