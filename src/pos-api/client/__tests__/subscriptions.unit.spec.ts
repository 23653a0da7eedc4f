import { PosRefusedError, PosServerError } from "../index"
import { useLocalService } from "./local-service"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"
const OTHER = "01234567-89ab-11ee-8000-0123456789ac"

const asked = {
  uuid: UUID,
  transportName: "WEBHOOK" as const,
  eventNames: ["PurchaseCreated"],
  destination: "https://åsa.example/hooks",
  contactEmail: "åsa@example.com",
}
const made = { ...asked, status: "ACTIVE", updated: "2026-11-21T10:11:12.131+0000" }

describe("Webhook subscriptions", () => {
  const service = useLocalService()
  const subscriptions = () => service.current.client().subscriptions
  const calls = () =>
    service.current.received.map(({ method, path }) => `${method} ${path.replace(/^.*ions(?=\/|$)/, "")}`)
  const refused = (status: number, errorType: string | null) => ({ status, body: { errorType, violations: [] } })

  describe("that are created", () => {
    it("come with the key of the answer", async () => {
      service.current.answersInTurn({ body: { ...made, signingKey: "nyckel å" } })
      expect(await subscriptions().create(asked)).toMatchObject({ uuid: UUID, signingKey: "nyckel å" })
      expect(calls()).toEqual(["POST "])
    })

    it.each([
      ["an answer without key", { body: made }],
      ["an empty key", { body: { ...made, signingKey: "" } }],
      ["no answer", { status: 201, body: null }],
      ["an answer that is not understood", { body: { id: 7 } }],
      ["the word that they exist", refused(400, "SUBSCRIPTION_ALREADY_EXIST")],
      ["a refusal in former words", refused(400, "BAD_REQUEST")],
    ])("come from the list after %s", async (_name, answer) => {
      const others = { ...made, uuid: OTHER, signingKey: "en annan" }
      service.current.answersInTurn(answer, { body: [others, { ...made, signingKey: "nyckel 東京" }] })
      expect(await subscriptions().create(asked)).toMatchObject({ uuid: UUID, signingKey: "nyckel 東京" })
      expect(calls()).toEqual(["POST ", "GET "])
    })

    it.each([
      ["reports none", [made]],
      ["has an empty one", [{ ...made, signingKey: "" }]],
      ["does not show them", []],
    ])("have no key where the list %s", async (_name, list) => {
      service.current.answersInTurn({ status: 201, body: null }, { body: list })
      expect(await subscriptions().create(asked)).toMatchObject({
        uuid: UUID,
        status: "ACTIVE",
        signingKey: null,
      })
    })

    it.each([
      ["has no events", { eventNames: null }],
      ["goes elsewhere than to an address", { destination: null, transportName: null }],
    ])("come from a list in which another one %s", async (_name, change) => {
      service.current.answersInTurn(
        { status: 201, body: null },
        {
          body: [
            { ...made, uuid: OTHER, ...change },
            { ...made, signingKey: "nyckel å" },
          ],
        }
      )
      expect(await subscriptions().create(asked)).toMatchObject({ uuid: UUID, signingKey: "nyckel å" })
    })

    it("are refused for what was wrong with them when they do not stand there", async () => {
      service.current.answersInTurn(refused(422, null), { body: [] })
      await expect(subscriptions().create(asked)).rejects.toThrow(PosRefusedError)
    })

    it("are not tried again when the POS says that the address is wrong, with whatever status", async () => {
      service.current.answer = () => refused(500, "DESTINATION_RESPONDED_WITH_ERROR_CODE")
      await expect(subscriptions().create(asked)).rejects.toThrow(PosRefusedError)
      expect(calls()).toEqual(["POST "])
      service.current.answer = () => refused(500, null)
      await expect(subscriptions().create(asked)).rejects.toThrow(PosServerError)
      expect(calls()).toHaveLength(4)
    })
  })

  it("are changed by their UUID", async () => {
    service.current.answer = () => ({ status: 204 })
    await subscriptions().update(UUID, { eventNames: ["PurchaseCreated", "ProductUpdated"] })
    expect(calls()).toEqual([`PUT /${UUID}`])
    expect(JSON.parse(String(service.current.received[0]?.body))).toEqual({
      eventNames: ["PurchaseCreated", "ProductUpdated"],
    })
  })

  describe("that are deleted", () => {
    it.each([
      ["by the plain path", [{ status: 204 }], 1],
      ["when the plain path is unknown", [refused(404, null), { status: 204 }], 2],
      ["when the plain path takes no DELETE", [{ status: 405 }, { status: 204 }], 2],
      ["when they are gone, by the POS's word", [refused(404, "SUBSCRIPTION_NOT_FOUND")], 1],
      ["when they are gone, by that word and another status", [refused(400, "SUBSCRIPTION_NOT_FOUND")], 1],
      ["when no path knows them", [{ status: 404 }, { status: 404 }], 2],
    ])("are gone %s", async (_name, answers, count) => {
      service.current.answersInTurn(...answers)
      await subscriptions().delete(UUID)
      expect(calls()).toEqual([`DELETE /${UUID}`, `DELETE /uuid/${UUID}`].slice(0, count))
    })

    it("are not taken for gone when the POS fails", async () => {
      service.current.answer = () => ({ status: 503 })
      await expect(subscriptions().delete(UUID)).rejects.toThrow(PosServerError)
      expect(new Set(calls())).toEqual(new Set([`DELETE /${UUID}`]))
      service.current.answersInTurn({ status: 405 }, { status: 400 })
      await expect(subscriptions().delete(UUID)).rejects.toThrow(PosRefusedError)
    })
  })
})
