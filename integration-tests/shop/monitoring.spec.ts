import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@medusajs/framework/opentelemetry/sdk-trace-node"
import { metrics as sdkMetrics } from "@medusajs/framework/opentelemetry/sdk-node"
import { metrics } from "@medusajs/framework/opentelemetry/api"
import { addCounts } from "../../src/features/monitoring/metrics"
import { METRICS } from "../../src/contract/metrics"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const TOKEN = "figures-for-tests-only"

/** As a store's instrumentation.ts sets it up: before anything of the plugin is loaded. */
const exporter = new InMemorySpanExporter()
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
const collected = new sdkMetrics.InMemoryMetricExporter(sdkMetrics.AggregationTemporality.CUMULATIVE)
const reader = new sdkMetrics.PeriodicExportingMetricReader({ exporter: collected, exportIntervalMillis: 3_600_000 })
metrics.setGlobalMeterProvider(new sdkMetrics.MeterProvider({ readers: [reader] }))

storeSuite({
  moduleName: "monitoring",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    beforeEach(() => exporter.reset())
    afterEach(() => jest.restoreAllMocks())

    const ask = (place: string, token?: string) =>
      api.get(`/hooks/pos/${place}`, {
        validateStatus: () => true,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })

    const spans = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name)

    const spanOf = (name: string, attribute: string, value: unknown) =>
      eventually(async () => {
        const found = spans(name).find(({ attributes }) => attributes[attribute] === value)
        expect(found).toBeDefined()
        return found
      })

    /** The figure of a series; 0 where there is none. */
    const figures = async () => {
      const { data } = await ask("metrics", TOKEN)
      return (series: string) =>
        Number(
          String(data)
            .split("\n")
            .find((line) => line.startsWith(`${series} `))
            ?.slice(series.length + 1) ?? 0
        )
    }

    const sell = async () =>
      here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

    it("puts webhook, entry and order of a message in one trace, which its id names", async () => {
      await here.fixture.stopWebhooks()
      const sale = await sell()
      const messageId = randomUUID()
      expect((await here.fixture.notify("PurchaseCreated", sale, { messageId })).status).toBe(200)
      const order = await spanOf("pos.order", "pos.message_id", messageId)
      const entry = await spanOf("pos.inbox.entry", "pos.message_id", messageId)
      const endpoint = await spanOf("pos.webhook.receive", "pos.message_id", messageId)
      expect(new Set([order, entry, endpoint].map((span) => span?.spanContext().traceId)).size).toBe(1)
      expect(endpoint?.attributes).toMatchObject({ "pos.outcome": "stored", "pos.event_name": "PurchaseCreated" })
      expect(entry?.attributes).toMatchObject({ "pos.outcome": "done", "pos.connection_id": here.fixture.connectionId })
      const batch = spans("pos.inbox.batch").find(
        (span) => span.spanContext().spanId === entry?.links[0]?.context.spanId
      )
      expect(batch).toBeDefined()
    })

    it("puts the calls of an edit below its push", async () => {
      const { sweaterId } = here.shop
      await api.post(`/admin/products/${sweaterId}`, { title: "Tröja, ny" }, here.fixture.admin)
      const edit = await spanOf("pos.edit", "pos.product_id", sweaterId)
      expect(edit?.attributes).toMatchObject({ "pos.outcome": "accepted" })
      const push = spans("pos.push").find((span) => span.spanContext().spanId === edit?.links[0]?.context.spanId)
      const calls = spans("pos.call").filter((span) => span.parentSpanContext?.spanId === push?.spanContext().spanId)
      expect(calls.map(({ attributes }) => attributes["pos.interface"])).toContain("products")
      expect(calls[0]?.attributes["http.response.status_code"]).toBeGreaterThanOrEqual(200)
    })

    it("returns the metrics of all processes to a caller with the token", async () => {
      expect((await ask("metrics")).status).toBe(401)
      expect((await ask("metrics", `${TOKEN}!`)).status).toBe(401)
      const { status, data, headers } = await ask("metrics", TOKEN)
      expect(status).toBe(200)
      expect(headers["content-type"]).toMatch(/^text\/plain;.*version=0\.0\.4/)
      const lines = String(data).split("\n")
      for (const [name, { type }] of Object.entries(METRICS)) {
        expect(lines).toContain(`# TYPE ${name} ${type}`)
      }
      const series = lines.filter((line) => line !== "" && !line.startsWith("#"))
      expect(series.filter((line) => !/^pos_[a-z_]+(\{([a-z]+="[\w-]+",?)+\})? [\d.]+$/.test(line))).toEqual([])
      const before = await figures()
      const another = 'pos_calls_total{interface="products",status="503"}'
      await here.fixture.pos.query((sql) => addCounts(sql, new Map([[another, 5]])))
      await here.fixture.pos.query((sql) => addCounts(sql, new Map([[another, 2]])))
      expect((await figures())(another) - before(another)).toBe(7)
    })

    it("counts what the webhook endpoint took and refused, what became of it, and what was called", async () => {
      // What connecting a POS pushes is counted, too.
      const other = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
      const before = await figures()
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.notify("Something", {}, { key: "a wrong key" })
      await here.fixture.notify("PurchaseCreated", { amount: "much" })
      await api.post("/hooks/pos/poscon_no", {}, { validateStatus: () => true })
      const grown = async (series: string) => (await figures())(series) - before(series)
      await eventually(async () => {
        expect(await grown('pos_notifications_total{outcome="stored"}')).toBeGreaterThanOrEqual(2)
        expect(await grown('pos_notifications_total{outcome="bad-signature"}')).toBe(1)
        expect(await grown('pos_notifications_total{outcome="unknown-connection"}')).toBe(1)
        expect(await grown('pos_entries_total{outcome="done"}')).toBeGreaterThanOrEqual(1)
        expect(await grown('pos_entries_total{outcome="dead"}')).toBe(1)
        expect((await figures())("pos_inbox_dead")).toBe(1)
      })
      const now = await figures()
      expect(now('pos_products_total{outcome="accepted"}')).toBeGreaterThanOrEqual(2)
      expect(now('pos_products_total{outcome="rejected"}')).toBeGreaterThanOrEqual(1)
      expect(now('pos_calls_total{interface="products",status="200"}')).toBeGreaterThanOrEqual(1)
      expect(now('pos_calls_total{interface="tokens",status="200"}')).toBeGreaterThanOrEqual(1)
      expect(now('pos_connections{state="active"}')).toBe(2)
      expect(now("pos_products_rejected")).toBe(2)
      await other.posDriver.close()
    })

    it("lets a store's own OpenTelemetry collect counters and gauges", async () => {
      await reader.forceFlush()
      const names = collected
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name))
      expect(names).toEqual(expect.arrayContaining(["pos_calls_total", "pos_inbox_oldest_seconds"]))
    })

    it("is not ready while an entry waits too long, and says why only to a caller with the token", async () => {
      expect(await ask("ready")).toMatchObject({ status: 200, data: { ready: true } })
      await here.fixture.notify("PurchaseCreated", { amount: "much" })
      await here.fixture.drain()
      await dbConnection.raw(
        `UPDATE pos_inbox_entry SET state = 'pending', next_attempt_at = now() + interval '1 day',
           created_at = now() - interval '2 hours'`
      )
      await sleep(1_100)
      const { status, data } = await ask("ready")
      expect({ status, data }).toEqual({ status: 503, data: { ready: false } })
      expect((await ask("ready", "guessed-token-of-16")).data).toEqual({ ready: false })
      expect((await ask("ready", TOKEN)).data).toMatchObject({ oldest_seconds: expect.any(Number), limit_seconds: 900 })
      await dbConnection.raw("UPDATE pos_connection SET state = 'paused'")
      await sleep(1_100)
      expect((await ask("ready")).status).toBe(200)
    })

    it("reports nothing secret or personal in a span, a figure or the log", async () => {
      const written: string[] = []
      for (const stream of [process.stdout, process.stderr]) {
        jest.spyOn(stream, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0)
      }
      const sale = await sell()
      const planted = {
        ...sale,
        purchaseUUID1: randomUUID().replace(/^(.{14})./, "$11"),
        purchaseNumber: 900,
        userDisplayName: "Planted Person",
        references: { note: "planted-reference" },
        products: sale.products.map((row) => ({ ...row, name: "Planted goods", comment: "planted-comment" })),
        payments: sale.payments.map((payment) => ({
          ...payment,
          uuid: randomUUID(),
          attributes: { maskedPan: "411111******4242", cardHolderName: "Planted Holder" },
        })),
      }
      expect((await here.fixture.notify("PurchaseCreated", planted)).status).toBe(200)
      expect((await here.fixture.notify("PurchaseCreated", { ...planted, amount: "planted-amount" })).status).toBe(200)
      await here.fixture.notify(
        "Planted event of a person",
        { text: "planted-text" },
        { messageId: "planted message id" }
      )
      await here.fixture.notify("PurchaseCreated", planted, { key: "planted-wrong-key" })
      await api.post(`/admin/products/${here.shop.sweaterId}`, { title: "Planted title" }, here.fixture.admin)
      await spanOf("pos.edit", "pos.product_id", here.shop.sweaterId)
      await eventually(async () =>
        expect((await here.fixture.entries()).every(({ state }) => state !== "pending")).toBe(true)
      )
      jest.restoreAllMocks()
      const reported = [
        JSON.stringify(
          exporter
            .getFinishedSpans()
            .filter(({ instrumentationScope }) => instrumentationScope.name === "medusa-plugin-pos")
            .map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links }))
        ),
        String((await ask("metrics", TOKEN)).data),
        written.join(""),
      ]
      expect(reported[0]).toContain("pos.order")
      const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
      for (const text of reported) {
        expect(text).not.toMatch(/planted|411111|4242/i)
        expect(text).not.toContain(here.fixture.posDriver.apiKey)
        expect(text).not.toContain(TOKEN)
        expect(text).not.toContain(subscription?.signing_key_sealed)
      }
    })
  },
})
