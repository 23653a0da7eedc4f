import { randomBytes, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { prune as pruneInbox } from "../../src/features/retention/prune"
import { associatedData } from "../../src/modules/pos/sealed-secret"
import { eventually } from "./support/eventually"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

const DAY_MS = 24 * 3_600 * 1_000

const opened = Date.now()

/** As many as the POS sends at once. */
const WAVE = 64

storeSuite({
  moduleName: "webhook-endpoint",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let stage: ConnectedStoreFixture

    beforeAll(async () => {
      stage = await ConnectedStoreFixture.open({ api, getContainer }, await seedStore(getContainer()))
      await stage.waitUntilProcessed()
    })

    const rotate = async (previous: string | null) => {
      const [subscription] = await stage.pos.listPosSubscriptions({ connection_id: stage.connectionId })
      const owner = associatedData.signingKey(stage.connectionId)
      await stage.pos.updatePosSubscriptions({
        id: subscription?.id ?? "",
        signing_key_sealed: await stage.pos.seal(owner, "the new key 東京"),
        previous_signing_key_sealed: previous === null ? null : await stage.pos.seal(owner, previous),
      })
    }

    it("takes the previous signing key while a rotation is under way, and no longer", async () => {
      await rotate("the old key å")
      expect((await stage.notify("Something", {}, { key: "the old key å" })).status).toBe(200)
      expect((await stage.notify("Something", {}, { key: "the new key 東京" })).status).toBe(200)
      expect((await stage.notify("Something", {}, { key: "an older key" })).status).toBe(401)
      await rotate(null)
      expect((await stage.notify("Something", {}, { key: "the old key å" })).status).toBe(401)
    })

    it("lets nobody in any longer once the subscription is gone", async () => {
      await rotate(null)
      const notify = async () => (await stage.notify("Something", {}, { key: "the new key 東京" })).status
      expect(await notify()).toBe(200)
      const known = (await stage.entries()).length
      await stage.pos.deletePosSubscriptions({ connection_id: stage.connectionId })
      expect(await notify()).toBe(404)
      expect(await stage.entries()).toHaveLength(known)
    })

    describe("requests of an unknown sender", () => {
      const send = async (id: string, signature: string | null) => {
        const body = { eventName: "PurchaseCreated", messageId: randomUUID(), timestamp: "0", payload: "{}" }
        const headers = signature === null ? {} : { "X-SERVICE-Signature": signature }
        return (await api.post(`/hooks/pos/${id}`, body, { headers, validateStatus: () => true })).status
      }

      // Keys change from test to test, and after so many unknown senders this process reads them four times a second at most.
      afterEach(async () => {
        await sleep(3_200)
      })

      const readings = async () => {
        // PostgreSQL's processes report what they did a second later.
        await sleep(1_200)
        const { rows } = await dbConnection.raw(
          "SELECT (seq_scan + coalesce(idx_scan, 0))::int AS scans FROM pg_stat_user_tables WHERE relname = 'pos_subscription'"
        )
        return rows[0].scans
      }

      it("costs the database next to nothing, and is reported in health with its count", async () => {
        expect((await stage.notify("Something", {})).status).toBe(200)
        const before = await readings()
        const begun = performance.now()
        const answers: number[] = []
        for (let sent = 0; sent < 300; sent += 20) {
          const wave = Array.from({ length: 20 }, (_none, index) =>
            index % 2 ? send(`poscon_${randomUUID()}`, "00") : send(stage.connectionId, index % 4 ? "00" : null)
          )
          answers.push(...(await Promise.all(wave)))
        }
        expect([401, 404].map((status) => answers.filter((item) => item === status).length)).toEqual([150, 150])
        // A dozen readings at once and four a second, some of them for others: on no machine one for each request.
        const seconds = (performance.now() - begun) / 1_000
        expect((await readings()) - before).toBeLessThan(60 + 4 * seconds)
        await eventually(async () => {
          const { health } = await stage.get<{ health: Record<string, unknown> }>(
            `/admin/pos/connections/${stage.connectionId}/health`
          )
          // What the POS sent under a key that another test had changed may have been on its way.
          for (const counted of [health.refused_notifications, health.unaddressed_notifications]) {
            expect(Number(counted)).toBeGreaterThanOrEqual(150)
            expect(Number(counted)).toBeLessThan(180)
          }
          expect(Date.parse(String(health.refused_since))).toBeGreaterThanOrEqual(opened)
        })
      })

      it("keeps nobody out who has another key by now", async () => {
        await Promise.all(Array.from({ length: 200 }, async () => send(stage.connectionId, "00")))
        await rotate(null)
        await eventually(async () => {
          expect((await stage.notify("Something", {}, { key: "the new key 東京" })).status).toBe(200)
        })
      })
    })

    it("stores the others of a wave when the database refuses one", async () => {
      const wave = Array.from({ length: WAVE }, (_none, index) => ({
        messageId: randomUUID(),
        payload: { namn: index === 7 ? "Nisse" : "Åsa" },
      }))
      await dbConnection.raw(
        "ALTER TABLE pos_inbox_entry ADD CONSTRAINT not_nisse CHECK (payload->>'namn' <> 'Nisse') NOT VALID"
      )
      const answers = await Promise.all(
        wave.map(({ messageId, payload }) => stage.notify("Something", payload, { messageId }))
      )
      await dbConnection.raw("ALTER TABLE pos_inbox_entry DROP CONSTRAINT not_nisse")
      expect(answers.map(({ status }) => status)).toEqual(wave.map((_none, index) => (index === 7 ? 500 : 200)))
      const ids = wave.map(({ messageId }) => messageId)
      expect(await stage.pos.listPosInboxEntries({ natural_key: ids }, { take: null })).toHaveLength(WAVE - 1)
    })

    it("keeps every signed notification of a wave, those with what a database keeps in no text, too", async () => {
      const odd: Record<number, string> = { 7: "\u0000", 8: "Å\ud800sa", 9: "\udfff" }
      const wave = Array.from({ length: WAVE }, (_none, index) => ({
        messageId: randomUUID(),
        payload: { namn: odd[index] ?? "Åsa" },
      }))
      const answers = await Promise.all(
        wave.map(({ messageId, payload }) => stage.notify("Something", payload, { messageId }))
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const ids = wave.map(({ messageId }) => messageId)
      const kept = await stage.pos.listPosInboxEntries({ natural_key: ids }, { take: null })
      const texts = new Map(kept.map(({ natural_key, payload }) => [natural_key, payload]))
      expect(ids.map((id) => texts.get(id))).toEqual(
        wave.map((_none, index) => ({ namn: { 7: "\ufffd", 8: "Å\ufffdsa", 9: "\ufffd" }[index] ?? "Åsa" }))
      )
    })

    it("writes a sale in whose text a character is broken into an order", async () => {
      const { uuid: variantUuid } = await stage.variant("TROJA-M")
      await stage.stopWebhooks()
      await rotate(null)
      const sale = await stage.posDriver.sell([{ variantUuid, quantity: 1 }])
      const [row] = sale.products
      const products = [{ ...row, name: "Tr\u0000ja\ud83d" }]
      const { status } = await stage.notify("PurchaseCreated", { ...sale, products }, { key: "the new key 東京" })
      expect(status).toBe(200)
      expect((await stage.order(sale.purchaseUUID1)).items).toMatchObject([{ title: "Tr\ufffdja\ufffd" }])
    })

    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`

    it.each([
      ["nested deeper than a database reads", "Something", deep, {}],
      ["an id of 300 characters", "Something", '{"namn":"Åsa"}', { messageId: "m".repeat(300) }],
      ["a subject too long to be found by", "ProductDeleted", `{"uuid":"${randomBytes(50_000).toString("hex")}"}`, {}],
    ])(
      "keeps what is signed and cannot be dealt with as a dead letter with its text: %s",
      async (_name, eventName, text, change: { messageId?: string }) => {
        expect((await stage.notify(eventName, null, { ...change, text })).status).toBe(200)
        const { inbox_entries } = await stage.get<{ inbox_entries: { id: string; reason: string }[] }>(
          `/admin/pos/inbox-entries?state=dead&connection_id=${stage.connectionId}`
        )
        expect(inbox_entries).toMatchObject([{ reason: expect.stringContaining("signed it") }])
        const { inbox_entry } = await stage.get<{ inbox_entry: { payload: { text: string } } }>(
          `/admin/pos/inbox-entries/${inbox_entries[0]?.id}`
        )
        expect(inbox_entry.payload.text).toContain(text.slice(1, 40).replaceAll('"', change.messageId ? '\\"' : '"'))
      }
    )

    it.each(["Hej å", "null", "1e309"])("keeps the signed payload %s, which says nothing, as a text", async (text) => {
      expect((await stage.notify("PurchaseCreated", null, { text })).status).toBe(200)
      await eventually(async () => {
        const kept = await stage.pos.listPosInboxEntries({ connection_id: stage.connectionId, state: "dead" })
        expect(kept).toMatchObject([{ event_name: "PurchaseCreated", payload: text }])
      })
    })

    it("says in no log and to nobody what was in a notification that could not be stored", async () => {
      const written: string[] = []
      const streams = [process.stdout, process.stderr].map((stream) =>
        jest.spyOn(stream, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0)
      )
      await dbConnection.raw("ALTER TABLE pos_inbox_entry RENAME TO pos_inbox_entry_away")
      const answer = await stage.notify("PurchaseCreated", { hemligt: "köpt av Åsa" })
      await dbConnection.raw("ALTER TABLE pos_inbox_entry_away RENAME TO pos_inbox_entry")
      streams.forEach((stream) => stream.mockRestore())
      expect(answer.status).toBe(500)
      expect(written.join("")).toContain("could not be stored (42P01)")
      expect(`${written.join("")}${JSON.stringify(answer.data)}`).not.toMatch(/hemligt|köpt|INSERT/)
    })

    it.each(["a%00b", "%00", "%C2%85", "x".repeat(300), "%zz", "%", "%ED%A0%80"])(
      "knows no connection %s, without asking for it",
      async (id) => {
        const body = { eventName: "X", messageId: "m", payload: "{}" }
        const answer = await api.post(`/hooks/pos/${id}`, body, { validateStatus: () => true })
        expect(answer).toMatchObject({ status: 404, data: { message: "There is no such connection" } })
      }
    )

    it("reads a payload that is an object by its text as it stands", async () => {
      const payload = { namn: "Åsa 東京", amount: 1.5, list: [] }
      expect((await stage.notify("Something", payload, { object: true })).status).toBe(200)
      const entry = (await stage.entries()).find(({ event_name }) => event_name === "Something")
      const { inbox_entry } = await stage.get<{ inbox_entry: object }>(`/admin/pos/inbox-entries/${entry?.id}`)
      expect(inbox_entry).toMatchObject({ event_name: "Something", source: "webhook", payload })
    })

    it("accepts a message that arrives three days late, and a known one only once", async () => {
      const messageId = randomUUID()
      const timestamp = new Date(Date.now() - 3 * DAY_MS).toISOString()
      for (let reported = 0; reported < 3; reported++) {
        expect((await stage.notify("Something", { reported }, { messageId, timestamp })).status).toBe(200)
      }
      const reported = (await stage.entries()).filter(({ natural_key }) => natural_key === messageId)
      expect(reported).toHaveLength(1)
    })

    it("takes a thousand notifications in waves, each once", async () => {
      const ids = Array.from({ length: 1_000 }, () => randomUUID())
      const sent = [...ids, ...ids.slice(0, 100)]
      const answers: { status: number }[] = []
      for (let first = 0; first < sent.length; first += WAVE) {
        const wave = sent.slice(first, first + WAVE)
        answers.push(...(await Promise.all(wave.map((messageId) => stage.notify("Something", {}, { messageId })))))
      }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const stored = await stage.pos.listPosInboxEntries({ natural_key: ids }, { take: null, select: ["natural_key"] })
      expect(stored).toHaveLength(1_000)
      await eventually(async () => {
        expect(await stage.pos.listPosInboxEntries({ connection_id: stage.connectionId, state: "pending" })).toEqual([])
      })
    })

    it.each([
      ["a test message with nothing else", { eventName: "TestMessage" }, 200],
      ["a message without an id", { eventName: "PurchaseCreated", payload: "{}" }, 400],
      ["an id of 300 characters", { eventName: "X", messageId: "m".repeat(300), payload: "{}" }, 400],
      ["a payload that is a number", { eventName: "X", messageId: "m", payload: 7 }, 400],
      ["JSON under another content type", { eventName: "X" }, 415, "application/vnd.api+json"],
    ])("answers %s", async (_name, body, status, contentType = "application/json") => {
      const before = (await stage.entries()).length
      const answer = await api.post(`/hooks/pos/${stage.connectionId}`, JSON.stringify(body), {
        headers: { "content-type": contentType },
        validateStatus: () => true,
      })
      expect(answer.status).toBe(status)
      expect(await stage.entries()).toHaveLength(before)
    })

    it("shows unknown events as ignored, which can be tried again by name", async () => {
      await stage.notify("FromTheFuture", { nytt: true })
      const entry = await eventually(async () => {
        const found = (await stage.entries()).find(({ event_name }) => event_name === "FromTheFuture")
        expect(found).toMatchObject({ state: "ignored", reason: expect.stringContaining("FromTheFuture") })
        return found
      })
      const replay = async (body: object) =>
        (await api.post("/admin/pos/inbox-entries/replay", { connection_id: stage.connectionId, ...body }, stage.admin))
          .data
      expect(await replay({})).toEqual({ replayed: 0 })
      expect(await replay({ ids: [entry?.id] })).toEqual({ replayed: 1 })
    })

    it("deletes entries handled long ago, keeps dead letters, and remembers when it last received one", async () => {
      const before = Date.now()
      await stage.notify("Something", {}, { messageId: "old" })
      await stage.notify("PurchaseCreated", { amount: "much" }, { messageId: "dead" })
      await eventually(async () => {
        const states = (await stage.entries()).map(({ natural_key, state }) => [natural_key, state])
        expect(states).toEqual(
          expect.arrayContaining([
            ["old", "ignored"],
            ["dead", "dead"],
          ])
        )
      })
      // Recorded after the entries are settled.
      await eventually(async () => {
        const received = (await stage.pos.findConnection(stage.connectionId)).last_notification_at
        expect(received?.getTime()).toBeGreaterThanOrEqual(before)
      })
      const entries = await stage.pos.listPosInboxEntries({ natural_key: ["old", "dead"] })
      await stage.pos.updatePosInboxEntries(
        entries.map(({ id }) => ({ id, handled_at: new Date(Date.now() - 91 * DAY_MS) }))
      )
      await pruneInbox(getContainer())
      const left = await stage.pos.listPosInboxEntries({ natural_key: ["old", "dead"] })
      expect(left.map(({ natural_key }) => natural_key)).toEqual(["dead"])
    })
  },
})
