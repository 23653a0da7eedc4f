import { isImportFinished, isImportSuccessful } from "../../contract"
import { PosNotFoundError, PosUnreachableError } from "../index"
import { errorThrownBy, useLocalService } from "./local-service"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"
const status = (state: string, more: object = {}) => ({ uuid: UUID, state, ...more })

describe("a bulk import", () => {
  const service = useLocalService()
  const imports = () => service.current.client(0).imports
  const asked = () => service.current.received.map(({ method, path }) => `${method} ${path}`)

  it("is started with all its products, and asked for by its UUID or as the last one", async () => {
    service.current.answer = () => ({ body: status("IMPORTING", { items: 1 }) })
    const products = [{ uuid: UUID, name: "Tröja 東京" }]
    expect(await imports().start(products)).toEqual(status("IMPORTING", { items: 1 }))
    expect(JSON.parse(String(service.current.received[0]?.body))).toEqual({ products })
    expect(await imports().status(UUID)).toMatchObject({ state: "IMPORTING" })
    expect(await imports().latest()).toMatchObject({ state: "IMPORTING" })
    expect(asked()).toEqual([
      "POST /organizations/self/import/v2",
      `GET /organizations/self/import/status/${UUID}`,
      "GET /organizations/self/import/status",
    ])
    service.current.answer = () => ({ status: 404 })
    expect([await imports().status(UUID), await imports().latest()]).toEqual([null, null])
  })

  it("is waited for until it has ended, also where it is not known at once", async () => {
    service.current.answersInTurn({ status: 404 }, { body: status("IMPORTING") }, { body: status("FINISHED_ERROR") })
    expect(await imports().waitUntilFinished(UUID)).toMatchObject({ state: "FINISHED_ERROR" })
    expect(asked()).toHaveLength(3)
  })

  /** Each answer is given so many seconds after the one before. */
  const answersEvery = (seconds: number, answer: object) => {
    service.current.answer = () => {
      service.current.now = new Date(service.current.now.getTime() + seconds * 1_000)
      return answer
    }
  }

  it("that the POS does not know after ten seconds was never started", async () => {
    answersEvery(5, { status: 404 })
    const error = await errorThrownBy(imports().waitUntilFinished(UUID), PosNotFoundError)
    expect(error.message).toContain(`import ${UUID} (product import)`)
    expect(asked()).toHaveLength(2)
  })

  it("is not waited for longer than one likes, ten minutes by default", async () => {
    answersEvery(300, { body: status("IMPORTING") })
    const error = await errorThrownBy(imports().waitUntilFinished(UUID), PosUnreachableError)
    expect(error.message).toContain(`import ${UUID} (product import): it did not finish in time`)
    expect(error).toMatchObject({ retryable: true, effect: "unknown" })
    expect(asked()).toHaveLength(2)
    await errorThrownBy(imports().waitUntilFinished(UUID, { timeoutMs: 300_000 }), PosUnreachableError)
    expect(asked()).toHaveLength(3)
  })

  it.each([
    [status("IMPORTING"), false, false],
    [status("QUEUED_FINISHED"), false, false],
    [status("DONE", { finished: "2026-11-21T10:00:00Z" }), true, false],
    [status("FINISHED_SUCCESS"), true, true],
    [status("FINISHED_SUCCESS", { errorMessage: "" }), true, true],
    [status("FINISHED_SUCCESS", { errorMessage: "3 rows" }), true, false],
    [status("FINISHED_FAILED"), true, false],
    [status("FINISHED_IN_ANOTHER_WAY"), true, false],
  ])("as %j has ended: %s, and well: %s", (reported, isFinished, isSuccessful) => {
    expect([isImportFinished(reported), isImportSuccessful(reported)]).toEqual([isFinished, isSuccessful])
  })
})
