import { ERROR_STATUSES, ERRORS } from "../../src/contract/errors"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const declared = new Map<string, { type: keyof typeof ERROR_STATUSES }>(Object.entries(ERRORS))

/** Each error of an admin route has Medusa's form, a declared code and a message for a person. */
storeSuite({
  moduleName: "error-codes",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })

    const post = async (path: string, body: object) =>
      api.post(`/admin/pos${path}`, body, { ...here.fixture.admin, validateStatus: () => true })
    const get = async (path: string) =>
      api.get(`/admin/pos${path}`, { ...here.fixture.admin, validateStatus: () => true })

    const expectDeclared = ({ status, data }: { status: number; data: { code: string } }, code: string) => {
      expect(data).toMatchObject({ code, message: expect.not.stringContaining("unknown error") })
      const type = declared.get(code)?.type
      expect(data).toMatchObject({ type })
      expect(status).toBe(type && ERROR_STATUSES[type])
    }

    it.each([
      ["/receipts/rec_none", "pos_not_found"],
      ["/payouts/payout_none", "pos_not_found"],
      ["/gift-cards/card_none", "pos_not_found"],
      ["/inbox-entries/entry_none", "pos_not_found"],
      ["/runs/run_none", "pos_not_found"],
      ["/plans/plan_none", "pos_not_found"],
      ["/connections/conn_none", "pos_connection_not_found"],
      ["/receipts?limit=-1", "pos_request_invalid"],
    ])("GET %s answers %s", async (path, code) => {
      expectDeclared(await get(path), code)
    })

    it("answers an invalid body with the field's name", async () => {
      const refused = await post("/stock-differences/decide", {
        connection_id: here.fixture.connectionId,
        decision: "no",
      })
      expectDeclared(refused, "pos_request_invalid")
      expect(refused.data.message).toContain("decision")
    })

    it("answers with the POS's reason when the POS fails or rejects a call", async () => {
      const { connectionId, posDriver } = here.fixture
      const calls: [string, object][] = [
        [`/connections/${connectionId}/plan`, {}],
        [`/connections/${connectionId}/test-notification`, {}],
      ]
      for (const [status, code] of [
        [503, "pos_service_unreachable"],
        [403, "pos_scope_missing"],
      ] as const) {
        await posDriver.fault({ kind: "status", interface: "all", status })
        for (const [path, body] of calls) {
          expectDeclared(await post(path, body), code)
        }
        await posDriver.endFaults()
      }
    })
  },
})
