import { randomUUID } from "node:crypto"
import pruneInbox from "../../src/jobs/pos-prune-inbox"
import { signingKeyOwner } from "../../src/modules/pos/secret-owners"
import { eventually } from "./support/eventually"
import { MirrorStage } from "./support/mirror-stage"
import { seedShop } from "./support/shop"
import { shopSuite } from "./support/shop-suite"

const DAY_MS = 24 * 3_600 * 1_000

/** As many as the service sends at once. */
const WAVE = 64

shopSuite({
  moduleName: "mirror-door",
  testSuite: ({ api, getContainer }) => {
    let stage: MirrorStage

    beforeAll(async () => {
      stage = await MirrorStage.open({ api, getContainer }, await seedShop(getContainer()))
    })

    const rotate = async (previous: string | null) => {
      const [subscription] = await stage.pos.listPosSubscriptions({ connection_id: stage.connectionId })
      const owner = signingKeyOwner(stage.connectionId)
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

    it("stores the others of a wave when the database refuses one", async () => {
      const wave = Array.from({ length: WAVE }, (_none, index) => ({
        messageId: randomUUID(),
        // PostgreSQL keeps no NUL character in JSON.
        payload: { namn: index === 7 ? "\u0000" : "Åsa" },
      }))
      const answers = await Promise.all(
        wave.map(({ messageId, payload }) => stage.notify("Something", payload, { messageId }))
      )
      expect(answers.map(({ status }) => status)).toEqual(wave.map((_none, index) => (index === 7 ? 500 : 200)))
      const ids = wave.map(({ messageId }) => messageId)
      expect(await stage.pos.listPosInboxEntries({ natural_key: ids }, { take: null })).toHaveLength(WAVE - 1)
    })

    it("reads a payload that is an object by its text as it stands", async () => {
      const payload = { namn: "Åsa 東京", amount: 1.5, list: [] }
      expect((await stage.notify("Something", payload, { object: true })).status).toBe(200)
      const [entry] = await stage.entries()
      const { inbox_entry } = await stage.get<{ inbox_entry: object }>(`/admin/pos/inbox-entries/${entry?.id}`)
      expect(inbox_entry).toMatchObject({ event_name: "Something", source: "webhook", payload })
    })

    it("takes a message that was told three days late, and a known one only once", async () => {
      const messageId = randomUUID()
      for (let told = 0; told < 3; told++) {
        // notify signs a fixed moment, days before or after the shop's own clock
        expect((await stage.notify("Something", { told }, { messageId })).status).toBe(200)
      }
      const told = (await stage.entries()).filter(({ natural_key }) => natural_key === messageId)
      expect(told).toHaveLength(1)
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

    it("forgets what was dealt with long ago, keeps dead letters, and remembers when it last heard", async () => {
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
      const heard = (await stage.pos.findConnection(stage.connectionId)).last_notification_at
      expect(Date.now() - (heard?.getTime() ?? 0)).toBeLessThan(60_000)
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
