import { POS_MODULE } from "../../src/modules/pos"
import { PosDriver } from "../../test-support/pos-driver"
import { storeSuite } from "./support/store-suite"
import { useMainJob } from "./support/use-main-job"

storeSuite({
  moduleName: "main-job-connect",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMainJob({ api, getContainer, dbConnection })
    const { anyStatus, choices, connect } = here

    describe("connect says what is wrong, and stores nothing:", () => {
      const tryToConnect = async (body: object) => {
        const answer = await api.post("/admin/pos/connections", { ...choices(), ...body }, anyStatus())
        const pos = getContainer().resolve(POS_MODULE)
        expect(await pos.listPosConnections()).toEqual([])
        expect(await pos.listPosSubscriptions()).toEqual([])
        return { status: answer.status, code: answer.data.code, message: answer.data.message }
      }

      it("not a key at all", async () => {
        const answer = await tryToConnect({ api_key: "hello" })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_api_key_invalid",
          message: expect.stringContaining("key page"),
        })
      })

      it("a revoked key", async () => {
        const revoked = await PosDriver.open()
        await revoked.revokeKeys()
        const answer = await tryToConnect({ api_key: revoked.apiKey })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_api_key_invalid",
          message: expect.stringContaining("revoked"),
        })
      })

      it("a key without a scope, naming it", async () => {
        const { apiKey } = await PosDriver.open({ scopes: ["READ:PRODUCT", "READ:PURCHASE"] })
        const answer = await tryToConnect({ api_key: apiKey })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_scope_missing",
          message: expect.stringContaining("WRITE:PRODUCT"),
        })
      })

      it("a currency that the region does not have", async () => {
        const { apiKey } = await PosDriver.open()
        const answer = await tryToConnect({ api_key: apiKey, region_id: here.shop.euroRegionId })
        expect(answer).toMatchObject({
          status: 400,
          code: "pos_currency_mismatch",
          message: expect.stringMatching(/SEK.*EUR/),
        })
      })

      it("choices that the store does not have", async () => {
        const { apiKey } = await PosDriver.open()
        const answer = await tryToConnect({ api_key: apiKey, stock_location_id: "sloc_none" })
        expect(answer).toMatchObject({ status: 400, code: "pos_choice_not_found" })
      })

      it("an organization that is connected already", async () => {
        await connect()
        const answer = await api.post(
          "/admin/pos/connections",
          { ...choices(), api_key: here.posDriver.apiKey },
          anyStatus()
        )
        expect(answer).toMatchObject({ status: 400, data: { code: "pos_already_connected" } })
      })

      /** The POS or the store's own address elsewhere, for one attempt. */
      const tryElsewhere = async (change: { oauthUrl?: string; publicUrl?: string; insecure?: boolean }) => {
        const { apiKey } = await PosDriver.open()
        const options = await getContainer().resolve(POS_MODULE).getOptions()
        const before = { ...options, addresses: options.addresses && { ...options.addresses } }
        Object.assign(options, {
          publicUrl: change.publicUrl ?? options.publicUrl,
          allowInsecureDestination: change.insecure ?? true,
          addresses: { ...options.addresses, oauthUrl: change.oauthUrl ?? options.addresses?.oauthUrl },
        })
        try {
          return await tryToConnect({ api_key: apiKey })
        } finally {
          Object.assign(options, before)
        }
      }

      it("a service that does not answer", async () => {
        const answer = await tryElsewhere({ oauthUrl: "http://127.0.0.1:9" })
        expect(answer).toMatchObject({ status: 502, code: "pos_service_unreachable" })
        expect(answer.message).toContain("ECONNREFUSED")
      })

      it("a destination that is not HTTPS", async () => {
        const answer = await tryElsewhere({ publicUrl: "http://here.shop.example.com", insecure: false })
        expect(answer).toMatchObject({ status: 400, code: "pos_destination_invalid" })
        expect(answer.message).toContain("HTTPS")
      })

      it("a destination that the POS cannot reach", async () => {
        const answer = await tryElsewhere({ publicUrl: "http://localhost:9" })
        expect(answer).toMatchObject({ status: 400, code: "pos_destination_invalid" })
        expect(answer.message).toContain("publicUrl")
      })

      it("nobody who is not an admin", async () => {
        expect((await api.post("/admin/pos/connections", {}, { validateStatus: () => true })).status).toBe(401)
      })
    })
  },
})
