import axios from "axios"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { associatedData } from "../../src/modules/pos/sealed-secret"
import { type ArrivedEntry, insertInboxEntries } from "../../src/runtime/inbox-store"
import { PosUnauthorizedError, refreshTokenProvider } from "../../src/pos-api/client"
import { recordServiceError } from "../../src/runtime/circuit-breaker"
import { drainInbox } from "../../src/runtime/inbox"
import { userHeaders } from "../../test-support/user-headers"
import { PosDriver } from "../../test-support/pos-driver"
import { eventually } from "./support/eventually"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { withinTime } from "./support/within-time"

storeSuite({
  moduleName: "sign-in",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let shop: SeededStoreIds
    let admin: Awaited<ReturnType<typeof userHeaders>>
    let posDriver: PosDriver

    beforeEach(async () => {
      shop = await seedStore(getContainer())
      admin = await userHeaders(getContainer())
      posDriver = await PosDriver.open()
    })

    const post = (path: string, body: object = {}, as = admin) =>
      api.post(`/admin/pos${path}`, body, { ...as, validateStatus: () => true })

    /** What the merchant's browser does at the POS. @returns what it brings back */
    const decide = async (url: string, decision: "allow" | "deny") => {
      const asked = new URL(url)
      const form = new URLSearchParams([...asked.searchParams])
      form.set("organization", posDriver.organizationUuid)
      form.set("decision", decision)
      const { headers } = await axios.post(`${asked.origin}/authorize`, form.toString(), {
        maxRedirects: 0,
        validateStatus: () => true,
      })
      return Object.fromEntries(new URL(headers.location).searchParams)
    }

    const signIn = async (body: object = {}) => {
      const { data, status } = await post("/authorizations", body)
      expect(status).toBe(201)
      const back = await decide(data.url, "allow")
      const taken = await post("/authorizations/complete", { state: back.state, code: back.code })
      expect({ status: taken.status, data: taken.data }).toMatchObject({ status: 200 })
      return taken.data
    }

    const places = () => ({
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    })

    const connect = async () => {
      const { authorization_id, connection_id } = await signIn()
      expect(connection_id).toBeNull()
      const { data } = await post("/connections", { authorization_id, ...places() })
      const id: string = data.connection.id
      return { id, data, authorization_id }
    }

    it("connects by a sign-in with state and PKCE, pushes and mirrors, and shows no secret", async () => {
      const { id, data, authorization_id } = await connect()
      expect(data.connection).toMatchObject({
        credentials: "sign-in",
        state: "active",
        organization_name: "Åsas Butik",
      })
      expect(JSON.stringify(data)).not.toMatch(/sealed|posauth_/)
      await eventually(async () => {
        const { data: now } = await api.get(`/admin/pos/connections/${id}`, admin)
        expect(now.connection.product_links).toMatchObject({ pending: 0, synced: 2, rejected: 1 })
      })
      const variant = (await posDriver.products()).flatMap(({ variants }) => variants ?? [])[0]
      const { purchaseUUID1 } = await posDriver.sell([{ variantUuid: variant?.uuid ?? "", quantity: 1 }])
      await eventually(async () => {
        const { data: found } = await api.get(`/admin/pos/receipts?purchase_uuid=${purchaseUUID1}`, admin)
        expect(found.receipts).toMatchObject([{ state: "mirrored" }])
      })
      const { rows } = await dbConnection.raw("SELECT * FROM pos_authorization WHERE id = ?", [authorization_id])
      expect(rows).toMatchObject([
        { refresh_token_sealed: expect.stringMatching(/^v1\.test\./), code_verifier_sealed: null },
      ])
    })

    it("takes up a sign-in once, for who began it, in time and with the state that was given", async () => {
      const { data } = await post("/authorizations")
      const { state, code } = await decide(data.url, "allow")
      const somebodyElse = await userHeaders(getContainer())
      expect((await post("/authorizations/complete", { state, code }, somebodyElse)).data).toMatchObject({
        code: "pos_sign_in_ended",
      })
      expect((await post("/authorizations/complete", { state: `${state}x`, code })).status).toBe(400)
      expect((await post("/authorizations/complete", { state, code })).status).toBe(200)
      expect((await post("/authorizations/complete", { state, code })).data).toMatchObject({
        code: "pos_sign_in_ended",
      })
      const late = await post("/authorizations")
      const back = await decide(late.data.url, "allow")
      await dbConnection.raw("UPDATE pos_authorization SET expires_at = now() - interval '1 second'")
      expect((await post("/authorizations/complete", { state: back.state, code: back.code })).status).toBe(400)
      const denied = await post("/authorizations")
      expect(await decide(denied.data.url, "deny")).toMatchObject({ error: "access_denied" })
      const wrong = await post("/authorizations")
      const brought = await decide(wrong.data.url, "allow")
      const refused = await post("/authorizations/complete", { state: brought.state, code: "nonsense" })
      expect(refused).toMatchObject({ status: 400, data: { code: "pos_sign_in_ended" } })
      expect((await post("/connections", { authorization_id: wrong.data.authorization_id, ...places() })).status).toBe(
        400
      )
    })

    it("checks a sign-in as a key, and takes one or the other", async () => {
      const { authorization_id } = await signIn()
      const { data } = await post("/checks", { authorization_id, region_id: shop.regionId })
      expect(data.checks.filter(({ state }: { state: string }) => state === "failed")).toEqual([])
      expect((await post("/checks", { region_id: shop.regionId })).status).toBe(400)
      expect((await post("/checks", { authorization_id, api_key: posDriver.apiKey })).status).toBe(400)
    })

    it("renews its token one at a time, and every renewal is kept", async () => {
      const { id, authorization_id } = await connect()
      const pos = getContainer().resolve(POS_MODULE)
      const kept = async () => {
        const [authorization] = await pos.listPosAuthorizations({ id: authorization_id })
        return pos.open(
          `pos_authorization.${authorization_id}.refresh_token`,
          authorization?.refresh_token_sealed ?? ""
        )
      }
      const before = await kept()
      // As many processes do that have no access token of their own yet.
      const inside = { now: 0, most: 0 }
      await Promise.all(
        Array.from({ length: 4 }, async (_, index) =>
          pos.alone(`pos_authorization.${authorization_id}`, async () => {
            inside.now += 1
            inside.most = Math.max(inside.most, inside.now)
            await pos.keepRefreshToken(authorization_id, index === 3 ? before : `${before}-${index}`)
            inside.now -= 1
          })
        )
      )
      expect(inside.most).toBe(1)
      expect((await (await pos.clientOf(id)).users.self()).organizationUuid).toBe(posDriver.organizationUuid)
    })

    it("[D07] renews the tokens of twenty processes at once, and leaves the pool room", async () => {
      const { id, authorization_id } = await connect()
      const pos = getContainer().resolve(POS_MODULE)
      const oauth = await pos.oauthClient()
      const load = async () => {
        const [authorization] = await pos.listPosAuthorizations({ id: authorization_id })
        return pos.open(associatedData.refreshToken(authorization_id), authorization?.refresh_token_sealed ?? "")
      }
      const providers = Array.from({ length: 20 }, () =>
        refreshTokenProvider(oauth, {
          load,
          keep: async (token) => pos.keepRefreshToken(authorization_id, token),
          exclusively: async (renewal) => pos.alone(`pos_authorization.${authorization_id}`, renewal),
        })
      )
      const longestMs = 40_000
      const renewals = Promise.all(providers.map(async (provider) => provider.token()))
      const other = pos.listPosConnections({ id })
      await withinTime(dbConnection, { name: "another query", longestMs }, other)
      const tokens = await withinTime(dbConnection, { name: "the renewals", longestMs }, renewals)
      expect(tokens).toHaveLength(providers.length)
      expect(await pos.findConnection(id)).toMatchObject({ state: "active" })
    })

    it("[D07] survives that a renewed token cannot be saved at first", async () => {
      const pos = getContainer().resolve(POS_MODULE)
      const { authorization_id } = await signIn()
      const save = jest.spyOn(pos, "keepRefreshToken").mockRejectedValueOnce(new Error("Connection terminated"))
      const { data, status } = await post("/connections", { authorization_id, ...places() })
      expect(save.mock.calls.length).toBeGreaterThan(1)
      expect({ status, data }).toMatchObject({ status: 201, data: { connection: { state: "active" } } })
      save.mockRestore()
    })

    it("signs a connection in anew after the POS has let it go, and gives it up when disconnected", async () => {
      const { id, authorization_id } = await connect()
      await posDriver.revokeKeys()
      await eventually(async () => {
        const { data } = await api.get(`/admin/pos/connections/${id}`, admin)
        expect(data.connection.state).toBe("disconnected")
      })
      const again = await signIn({ connection_id: id })
      expect(again.connection_id).toBe(id)
      expect(again.authorization_id).not.toBe(authorization_id)
      const { data } = await post(`/connections/${id}/api-key`, { authorization_id: again.authorization_id })
      expect(data.connection).toMatchObject({ state: "active", credentials: "sign-in" })
      const gone = await api.delete(`/admin/pos/connections/${id}`, { ...admin, validateStatus: () => true })
      expect(gone.status).toBe(200)
      const { data: after } = await api.get(`/admin/pos/connections/${id}`, admin)
      expect(after.connection).toMatchObject({ state: "disconnected", credentials: null })
      const { rows } = await dbConnection.raw("SELECT id FROM pos_authorization WHERE id = ?", [again.authorization_id])
      expect(rows).toEqual([])
    })

    it("[D04] a notification from before a sign-in leaves it alone, and one of its own disconnects", async () => {
      const { id } = await connect()
      const pos = getContainer().resolve(POS_MODULE)
      const state = async () => (await pos.findConnection(id)).state
      await posDriver.revokeKeys()
      await eventually(async () => expect(await state()).toBe("disconnected"))
      const removed = (natural_key: string): ArrivedEntry => ({
        natural_key,
        event_name: "ApplicationConnectionRemoved",
        aggregate: "credentials",
        source: "webhook",
        payload: { type: "ApplicationConnectionRemoved" },
        message_timestamp: new Date().toISOString(),
      })
      await pos.query((sql) => insertInboxEntries(sql, id, [removed("before")]))
      const again = await signIn({ connection_id: id })
      await post(`/connections/${id}/api-key`, { authorization_id: again.authorization_id })
      await drainInbox(getContainer(), id)
      await eventually(async () => {
        const [entry] = await pos.listPosInboxEntries({ natural_key: "before" })
        expect(entry).toMatchObject({ state: "done" })
      })
      expect(await state()).toBe("active")
      // A call with the credentials of before, whose refusal comes late.
      await recordServiceError(getContainer(), id, new PosUnauthorizedError({ call: "GET /products", status: 401 }))
      expect(await state()).toBe("active")
      await posDriver.revokeKeys()
      await pos.query((sql) => insertInboxEntries(sql, id, [removed("after")]))
      await drainInbox(getContainer(), id)
      await eventually(async () => expect(await state()).toBe("disconnected"))
      const { state_reason } = await pos.findConnection(id)
      expect(state_reason).not.toMatch(/API key/)
    })

    it("pushes by the choices that it was connected with, and a change of one leaves the others", async () => {
      const { data } = await post("/connections", {
        api_key: posDriver.apiKey,
        ...places(),
        outbound_settings: { on_deselected: "keep", field_owners: { price: "pos" } },
        inbound_settings: { stock_sync: "pos_to_store", stock_buffer: "2" },
      })
      const id: string = data.connection.id
      const saved = await post(`/connections/${id}/outbound-settings`, { images: "off" })
      expect(saved.data.outbound_settings).toMatchObject({
        images: "off",
        on_deselected: "keep",
        field_owners: { price: "pos" },
        selection: { by: "all", ids: [] },
      })
      const { data: mirror } = await api.get(`/admin/pos/connections/${id}/inbound-settings`, admin)
      expect(mirror.inbound_settings).toMatchObject({
        stock_sync: "pos_to_store",
        stock_buffer: "2",
        initial_stock_source: "ask",
      })
    })

    it("has the POS send a test notification, and leaves no subscription behind", async () => {
      const { id } = await connect()
      const { data, status } = await post(`/connections/${id}/test-notification`)
      expect({ status, data }).toMatchObject({ status: 200, data: { milliseconds: expect.any(Number) } })
      const arrived = (await posDriver.deliveries()).filter(({ destination }) => destination.includes("?test="))
      expect(arrived.length).toBeGreaterThanOrEqual(1)
      expect(arrived.every(({ attempts }) => attempts.every((attempt) => attempt.status === 200))).toBe(true)
      const client = await getContainer().resolve(POS_MODULE).clientOf(id)
      expect(await client.subscriptions.list()).toHaveLength(1)
      const { data: inbox } = await api.get("/admin/pos/inbox-entries", admin)
      // Our own writes come back as notifications at any time; the test is none of them.
      const events = z.array(z.looseObject({ event_name: z.string() })).parse(inbox.inbox_entries)
      expect(events.filter(({ event_name }) => event_name === "TestMessage")).toEqual([])
    })
  },
})
