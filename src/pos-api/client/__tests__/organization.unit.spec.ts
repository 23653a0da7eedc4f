import { sign } from "jsonwebtoken"
import {
  apiKeyTokenProvider,
  createHttp,
  createPosClient,
  PosForbiddenError,
  probeAddress,
  singleOrigin,
} from "../index"
import { errorThrownBy, useLocalService } from "./local-service"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"

const service = useLocalService()
const asked = () => service.current.received.map(({ method, path }) => `${method} ${path}`)
const tokenProvider = { token: async () => "t", invalidate: () => undefined }

describe("an organization", () => {
  it("reports who it is, where an address for that is configured", async () => {
    service.current.answer = () => ({ body: { uuid: UUID, name: "Åsas ateljé", country: "SE", currency: "SEK" } })
    expect(await service.current.client(0).organizations.profile()).toMatchObject({ name: "Åsas ateljé" })
    expect(asked()).toEqual(["GET /api/resources/organizations/self"])
    const { accountUrl: _none, ...addresses } = singleOrigin(service.current.url)
    expect(await createPosClient({ addresses, tokenProvider }).organizations.profile()).toBeNull()
    expect(asked()).toHaveLength(1)
  })

  it("disconnects the application", async () => {
    service.current.answer = () => ({ status: 204 })
    await service.current.client(0).users.removeApplicationConnection()
    expect(asked()).toEqual(["DELETE /application-connections/self"])
  })

  it("is named by its interface where a call fails", async () => {
    service.current.answer = () => ({ status: 403 })
    const { users, organizations } = service.current.client(0)
    const calls = [users.self(), users.removeApplicationConnection(), organizations.profile()]
    const failures = await Promise.all(calls.map(async (call) => errorThrownBy(call, PosForbiddenError)))
    expect(failures.map(({ call }) => call)).toEqual([
      "GET /users/self (OAuth)",
      "DELETE /application-connections/self (OAuth)",
      "GET /api/resources/organizations/self (organization)",
    ])
  })

  it("has all its interfaces on one origin, with and without slashes at the end", () => {
    const addresses = singleOrigin("https://pos.example.com//")
    expect(new Set(Object.values(addresses))).toEqual(new Set(["https://pos.example.com"]))
    expect(singleOrigin("https://pos.example.com")).toEqual(addresses)
  })
})

describe("whoever counts calls", () => {
  const observedBy = (reported: unknown[], timeoutMs = 60_000) =>
    createPosClient({
      addresses: singleOrigin(service.current.url),
      tokenProvider,
      httpOptions: {
        retries: 1,
        retryDelayMs: 1,
        timeoutMs,
        observe: (call) => {
          reported.push(call)
          return (status) => reported.push(status)
        },
      },
    })

  it("is notified of each attempt, whose it was and how it ended", async () => {
    service.current.answersInTurn({ status: 503 }, { body: { uuid: UUID } }, { status: 204 })
    const reported: unknown[] = []
    await observedBy(reported).products.get(UUID)
    await observedBy(reported).products.delete(UUID)
    const reading = { interface: "products", method: "GET" }
    expect(reported).toEqual([reading, 503, reading, 200, { interface: "products", method: "DELETE" }, 204])
  })

  it("is notified of the asking for access tokens", async () => {
    service.current.answer = () => ({ body: { access_token: "a", expires_in: 7_200 } })
    const reported: unknown[] = []
    const http = createHttp({
      observe: (call) => {
        reported.push(call)
        return (status) => reported.push(status)
      },
    })
    await apiKeyTokenProvider({ apiKey: sign({ client_id: "k" }, "x"), oauthUrl: service.current.url, http }).token()
    await http.get(service.current.url)
    expect(reported).toEqual([
      { interface: "tokens", method: "POST" },
      200,
      { interface: "tokens", method: "GET" },
      200,
    ])
  })

  it("is notified of calls that nobody answers", async () => {
    service.current.answer = async () => new Promise<never>(() => undefined)
    const reported: unknown[] = []
    await expect(observedBy(reported, 100).users.self()).rejects.toThrow(/did not answer/)
    const asking = { interface: "users", method: "GET" }
    expect(reported).toEqual([asking, null, asking, null])
  })
})

describe("an address that is probed", () => {
  it("reports its answer, and its clock", async () => {
    const date = "Sat, 21 Nov 2026 10:11:12 GMT"
    service.current.answersInTurn(
      { status: 401, body: { error: "who?" }, headers: { date } },
      { headers: { date: "-" } }
    )
    const before = Date.now()
    const answer = await probeAddress(service.current.url)
    expect(answer).toMatchObject({ status: 401, data: { error: "who?" }, date: new Date(date) })
    expect(answer.askedAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(answer.milliseconds).toBeGreaterThanOrEqual(0)
    expect(await probeAddress(service.current.url)).toMatchObject({ status: 200, date: null })
  })

  it("is asked once, whatever it answers", async () => {
    service.current.answer = () => ({ status: 503 })
    expect((await probeAddress(service.current.url)).status).toBe(503)
    expect(asked()).toEqual(["GET /"])
  })
})
