import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useMainJob } from "./support/use-main-job"

storeSuite({
  moduleName: "main-job-webhook",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMainJob({ api, getContainer, dbConnection })
    const { connect, notify, entries } = here

    let connectionId: string

    // Once: nothing that follows changes anything.
    beforeAll(async () => {
      connectionId = await connect()
      await eventually(async () =>
        expect((await here.posDriver.deliveries()).map(({ state }) => state)).not.toContain("pending")
      )
    })

    describe("the webhook endpoint refuses, and changes nothing:", () => {
      const jsonHeaders = { "content-type": "application/json" }

      it.each([
        ["a bad signature", async (id: string) => notify(id, { signature: "0".repeat(64) }), 401],
        ["a signature by another key", async (id: string) => notify(id, { key: "someone else's" }), 401],
        ["no signature", async (id: string) => notify(id, { signature: "" }), 401],
        [
          "no notification",
          async (id: string) => api.post(`/hooks/pos/${id}`, { hello: 1 }, { validateStatus: () => true }),
          400,
        ],
        [
          "broken JSON",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, '{"a', { headers: jsonHeaders, validateStatus: () => true }),
          400,
        ],
        [
          "another content type",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, "a=1", {
              headers: { "content-type": "text/plain" },
              validateStatus: () => true,
            }),
          415,
        ],
        [
          "more than 1 MB",
          async (id: string) =>
            api.post(`/hooks/pos/${id}`, { payload: "x".repeat(1_100_000) }, { validateStatus: () => true }),
          413,
        ],
        ["an unknown connection", async () => notify("poscon_unknown", { key: "any" }), 404],
      ])("%s", async (_name, send, status) => {
        const before = await entries(connectionId)
        expect((await send(connectionId)).status).toBe(status)
        expect(await entries(connectionId)).toHaveLength(before.length)
      })

      it("but answers a test message without a signature, which changes nothing", async () => {
        const body = { eventName: "TestMessage", messageId: "t", payload: { data: "payload" } }
        expect((await api.post(`/hooks/pos/${connectionId}`, body)).status).toBe(200)
        expect((await entries(connectionId)).map(({ event_name }: { event_name: string }) => event_name)).not.toContain(
          "TestMessage"
        )
      })
    })
  },
})
