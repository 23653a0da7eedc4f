import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { sign } from "jsonwebtoken"
import {
  apiKeyTokenProvider,
  createPosClient,
  CredentialsRevokedError,
  decodeApiKey,
  InvalidApiKeyError,
  PosContractError,
  PosForbiddenError,
  PosRateLimitedError,
  PosRefusedError,
  PosServerError,
  PosUnauthorizedError,
  PosUnreachableError,
  singleOrigin,
} from "../index"

const API_KEY = sign({ client_id: "klient", scope: ["READ:PURCHASE"] }, "anyone's secret")
const UUID = "01234567-89ab-11ee-8000-0123456789ab"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

describe("the client", () => {
  let server: Server
  let url: string
  let tokens: number
  let calls: number
  let answer: Handler
  let now: Date

  beforeEach(async () => {
    tokens = 0
    calls = 0
    now = new Date("2026-11-21T00:00:00Z")
    server = createServer((request, response) => {
      if (request.url === "/token") {
        tokens += 1
        json(response, 200, { access_token: `token-${tokens}`, expires_in: 7_200 })
        return
      }
      calls += 1
      answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`
  })

  afterEach(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const client = (retries = 2, timeoutMs = 10_000) => {
    const clock = { now: () => now }
    return createPosClient({
      addresses: singleOrigin(url),
      tokenProvider: apiKeyTokenProvider({ apiKey: API_KEY, oauthUrl: url, clock }),
      httpOptions: { retries, retryDelayMs: 1, timeoutMs },
      clock,
    })
  }

  const ok: Handler = (_request, response) => json(response, 200, { uuid: UUID, organizationUuid: UUID, newField: 1 })

  it("asks for one token, however many callers wait for it", async () => {
    answer = ok
    const pos = client()
    await Promise.all(Array.from({ length: 20 }, () => pos.users.self()))
    expect([tokens, calls]).toEqual([1, 20])
  })

  it("renews the token before it ends", async () => {
    answer = ok
    const pos = client()
    await pos.users.self()
    now = new Date(now.getTime() + 7_150_000)
    await pos.users.self()
    expect(tokens).toBe(2)
  })

  it("renews the token once after a 401, for all who got one", async () => {
    answer = (request, response) =>
      request.headers.authorization === "Bearer token-1" ? json(response, 401, {}) : ok(request, response)
    const pos = client()
    await Promise.all([pos.users.self(), pos.users.self(), pos.users.self()])
    expect(tokens).toBe(2)
  })

  it("gives up on a 401 that a new token does not cure", async () => {
    answer = (_request, response) => json(response, 401, {})
    await expect(client().users.self()).rejects.toThrow(PosUnauthorizedError)
    expect(calls).toBe(2)
  })

  it("keeps fields it does not know", async () => {
    answer = ok
    expect(await client().users.self()).toMatchObject({ newField: 1 })
  })

  it("retries 5xx and 429, obeying Retry-After", async () => {
    const times: number[] = []
    answer = (request, response) => {
      times.push(Date.now())
      if (calls === 1) json(response, 503, {})
      else if (calls === 2) json(response, 429, {}, { "retry-after": "1" })
      else ok(request, response)
    }
    await client().users.self()
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it.each([
    ["500 that lasts", 500, PosServerError, 3],
    ["403", 403, PosForbiddenError, 1],
    ["422", 422, PosRefusedError, 1],
  ])("%s is an error of its own", async (_name, status, type, times) => {
    answer = (_request, response) =>
      json(response, status, { violations: [{ propertyName: "name", developerMessage: "must not be blank" }] })
    const failure = client().products.create({ uuid: UUID })
    await expect(failure).rejects.toThrow(type)
    await expect(failure).rejects.toMatchObject({ status, violations: [{ propertyName: "name" }] })
    expect(calls).toBe(times)
  })

  it("a 429 that asks for an hour ends the call with the time to wait", async () => {
    answer = (_request, response) => json(response, 429, {}, { "retry-after": "3600" })
    await expect(client().users.self()).rejects.toMatchObject({
      constructor: PosRateLimitedError,
      retryAfterSeconds: 3_600,
      retryable: true,
    })
  })

  it.each(["86400", "99999999999999999999"])(
    "[D126] a 429 that asks for %s seconds ends the call with an hour",
    async (header) => {
      answer = (_request, response) => json(response, 429, {}, { "retry-after": header })
      await expect(client().users.self()).rejects.toMatchObject({
        constructor: PosRateLimitedError,
        retryAfterSeconds: 3_600,
      })
    }
  )

  it("no answer in time, and no server at all, are unreachable", async () => {
    answer = () => undefined
    await expect(client(0, 300).users.self()).rejects.toThrow(PosUnreachableError)
    const nowhere = createPosClient({
      addresses: singleOrigin("http://127.0.0.1:9"),
      tokenProvider: { token: async () => "t", invalidate: () => undefined },
      httpOptions: { retries: 0 },
    })
    await expect(nowhere.users.self()).rejects.toThrow(/ECONNREFUSED/)
  })

  it("an answer that breaks off is asked for again, and is no refusal", async () => {
    const cut: Handler = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write('{"uuid":', () => response.socket?.destroy())
    }
    answer = (request, response) => (calls === 1 ? cut : ok)(request, response)
    expect(await client().users.self()).toMatchObject({ uuid: UUID })
    expect(calls).toBe(2)
    answer = cut
    const failure = client().users.self()
    await expect(failure).rejects.toThrow(PosUnreachableError)
    await expect(failure).rejects.toThrow(
      "did not answer GET /users/self (OAuth): its answer broke off. Check its address; it is tried again."
    )
    expect(calls).toBe(5)
  })

  it("an answer of another form names the call and what is wrong", async () => {
    answer = (_request, response) => json(response, 200, { uuid: 7 })
    const failure = client().users.self()
    await expect(failure).rejects.toThrow(PosContractError)
    await expect(failure).rejects.toThrow(/GET \/users\/self .*uuid/)
  })

  it("pages purchases until an empty page, which keeps the cursor", async () => {
    const cursors: (string | null)[] = []
    const purchase = { purchaseUUID1: UUID, amount: 1, currency: "SEK", products: [], payments: [] }
    answer = (request, response) => {
      const cursor = new URL(request.url ?? "", url).searchParams.get("lastPurchaseHash")
      cursors.push(cursor)
      const next: Record<string, string> = { null: "a", a: "b" }
      const hash = next[String(cursor)]
      json(response, 200, hash ? { purchases: [purchase], lastPurchaseHash: hash } : { purchases: [] })
    }
    const seen: (string | null)[] = []
    for await (const page of client().purchases.pages()) {
      seen.push(page.cursor)
    }
    expect([seen, cursors]).toEqual([
      ["a", "b"],
      [null, "a", "b"],
    ])
  })

  it("says when a key is no key, and when it was revoked", async () => {
    expect(() => decodeApiKey("hello")).toThrow(InvalidApiKeyError)
    expect(() => decodeApiKey(sign({ sub: "me" }, "x"))).toThrow(/client id/)
    expect(decodeApiKey(` ${API_KEY}\n`).client_id).toBe("klient")
    server.removeAllListeners("request")
    server.on("request", (_request, response) => json(response, 400, { error: "invalid_grant" }))
    await expect(client().users.self()).rejects.toThrow(CredentialsRevokedError)
  })

  it("never lets a secret into an error", async () => {
    answer = (_request, response) => json(response, 500, { message: "no" })
    const failure: unknown = await client(0)
      .users.self()
      .catch((error: unknown) => error)
    const text = `${String(failure)} ${JSON.stringify(failure)} ${failure instanceof Error ? failure.stack : ""}`
    expect(text).not.toContain("token-1")
    expect(text).not.toContain(API_KEY)
  })
})
