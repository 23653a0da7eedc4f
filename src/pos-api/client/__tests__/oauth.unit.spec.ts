import { createHash } from "node:crypto"
import {
  AuthorizationCodeRefusedError,
  createHttp,
  createPosClient,
  CredentialsRevokedError,
  exchangeCode,
  InvalidOAuthClientError,
  PosContractError,
  PosRefusedError,
  PosServerError,
  PosUnauthorizedError,
  refreshTokenProvider,
  singleOrigin,
  startAuthorization,
} from "../index"
import { useLocalService } from "./local-service"

const REDIRECT = "https://store.example/pos/callback?store=1"
const UUID = "01234567-89ab-11ee-8000-0123456789ab"

describe("OAuth", () => {
  const service = useLocalService()
  const http = createHttp({ retries: 2, retryDelayMs: 1, timeoutMs: 20_000 })
  const application = () => ({
    oauthUrl: service.current.url,
    clientId: "an-application",
    clientSecret: "a+secret&more",
  })
  const forms = () =>
    service.current.received
      .filter(({ path }) => path === "/token")
      .map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))))

  describe("the authorization URL", () => {
    const start = () =>
      startAuthorization(application(), { redirectUri: REDIRECT, scopes: ["READ:PRODUCT", "WRITE:PRODUCT"] })

    it("names the application, what it asks for, and where to come back", () => {
      const { url, state, codeVerifier } = start()
      expect(url.startsWith(`${service.current.url}/authorize?`)).toBe(true)
      expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
        response_type: "code",
        client_id: "an-application",
        scope: "READ:PRODUCT WRITE:PRODUCT",
        redirect_uri: REDIRECT,
        state,
        code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
        code_challenge_method: "S256",
      })
      expect(url).toContain("READ%3APRODUCT%20WRITE%3APRODUCT")
    })

    it("cannot be guessed: state and verifier are of their own each time, and the verifier and secret stay here", () => {
      const [first, second] = [start(), start()]
      expect(new Set([first.state, second.state, first.codeVerifier, second.codeVerifier]).size).toBe(4)
      expect(first.codeVerifier).toMatch(/^[\w-]{43,128}$/)
      expect(first.url).not.toContain(first.codeVerifier)
      expect(first.url).not.toContain("secret")
    })
  })

  describe("the exchange of a code", () => {
    const keep = jest.fn<Promise<void>, [string]>()
    beforeEach(() => keep.mockReset())
    const exchange = () =>
      exchangeCode(application(), { code: "a-code", codeVerifier: "a-verifier", redirectUri: REDIRECT, keep, http })

    it("keeps the refresh token before it gives the access token out", async () => {
      let kept = () => {}
      keep.mockReturnValue(new Promise((resolve) => (kept = resolve)))
      service.current.answer = () => ({ body: { access_token: "access", expires_in: 7_200, refresh_token: "first" } })
      const settled = jest.fn()
      const exchanging = exchange().finally(settled)
      while (keep.mock.calls.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect([keep.mock.calls, settled.mock.calls]).toEqual([[["first"]], []])
      kept()
      expect(await exchanging).toMatchObject({ access_token: "access", refresh_token: "first" })
      expect(forms()).toEqual([
        {
          grant_type: "authorization_code",
          redirect_uri: REDIRECT,
          code: "a-code",
          code_verifier: "a-verifier",
          client_id: "an-application",
          client_secret: "a+secret&more",
        },
      ])
      expect(service.current.received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    })

    it.each([
      ["a code that was used", 400, { error: "invalid_grant" }, AuthorizationCodeRefusedError],
      ["a wrong secret, as 401", 401, { error: "invalid_client" }, InvalidOAuthClientError],
      ["a wrong secret, as 400", 400, { error: "invalid_client" }, InvalidOAuthClientError],
      ["a grant it may not use", 400, { error: "unauthorized_client" }, InvalidOAuthClientError],
      ["another refusal", 400, { error: "invalid_request" }, PosRefusedError],
      ["a 401 that says nothing", 401, "no", PosUnauthorizedError],
      ["a failure that lasts", 500, {}, PosServerError],
      ["no refresh token", 200, { access_token: "access" }, PosContractError],
    ])("%s is an error of its own, and nothing is kept", async (_name, status, body, type) => {
      service.current.answer = () => ({ status, body })
      await expect(exchange()).rejects.toThrow(type)
      expect(keep).not.toHaveBeenCalled()
    })
  })

  describe("a refresh token", () => {
    let events: string[]
    let stored: string
    let keepFails: boolean
    let alive: string
    let issued: number
    beforeEach(() => {
      events = []
      stored = alive = "refresh-0"
      keepFails = false
      issued = 0
      service.current.answer = ({ path, headers, body }) => {
        if (path !== "/token") {
          events.push(`call with ${headers.authorization}`)
          return { body: { uuid: UUID, organizationUuid: UUID } }
        }
        if (new URLSearchParams(String(body)).get("refresh_token") !== alive) {
          return { status: 400, body: { error: "invalid_grant" } }
        }
        issued += 1
        alive = `refresh-${issued}`
        events.push(`${alive} issued`)
        return { body: { access_token: `access-${issued}`, expires_in: 7_200, refresh_token: alive } }
      }
    })

    const provider = (more: Partial<Parameters<typeof refreshTokenProvider>[1]> = {}) =>
      refreshTokenProvider(application(), {
        load: async () => stored,
        keep: async (refreshToken) => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (keepFails) {
            events.push(`${refreshToken} not kept`)
            throw new Error("the database is away")
          }
          stored = refreshToken
          events.push(`${refreshToken} kept`)
        },
        http,
        clock: service.current.clock,
        ...more,
      })

    const later = () => {
      service.current.now = new Date(service.current.now.getTime() + 7_150_000)
    }

    it("is renewed once for all who wait, and the new one is kept before the access token is used", async () => {
      const pos = createPosClient({ addresses: singleOrigin(service.current.url), tokenProvider: provider() })
      await Promise.all([pos.users.self(), pos.users.self(), pos.users.self()])
      const call = "call with Bearer access-1"
      expect(events).toEqual(["refresh-1 issued", "refresh-1 kept", call, call, call])
      expect(forms()).toEqual([
        {
          grant_type: "refresh_token",
          refresh_token: "refresh-0",
          client_id: "an-application",
          client_secret: "a+secret&more",
        },
      ])
    })

    it("rotates: each renewal uses the one kept last", async () => {
      const tokens = provider()
      const seen = [await tokens.token(), await tokens.token()]
      later()
      seen.push(await tokens.token())
      tokens.invalidate("access-2")
      seen.push(await tokens.token())
      expect(seen).toEqual(["access-1", "access-1", "access-2", "access-3"])
      expect(forms().map(({ refresh_token }) => refresh_token)).toEqual(["refresh-0", "refresh-1", "refresh-2"])
    })

    it("stays when the POS does not rotate it", async () => {
      service.current.answer = () => ({ body: { access_token: "access", expires_in: 60 } })
      const tokens = provider()
      await tokens.token()
      later()
      expect(await tokens.token()).toBe("access")
      expect([events, stored]).toEqual([[], "refresh-0"])
    })

    it("gives no access token while the new one cannot be kept, and keeps it first when that is fixed", async () => {
      keepFails = true
      const tokens = provider()
      await expect(tokens.token()).rejects.toThrow("the database is away")
      await expect(tokens.token()).rejects.toThrow("the database is away")
      keepFails = false
      expect(await tokens.token()).toBe("access-2")
      expect(events).toEqual([
        "refresh-1 issued",
        "refresh-1 not kept",
        "refresh-1 not kept",
        "refresh-1 kept",
        "refresh-2 issued",
        "refresh-2 kept",
      ])
    })

    it("is kept even from an answer that is otherwise not understood, and never stands in the error", async () => {
      service.current.answer = () => ({ body: { token: "?", expires_in: "soon", refresh_token: "refresh-secret" } })
      const failure: unknown = await provider()
        .token()
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PosContractError)
      expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain("refresh-secret")
      expect(stored).toBe("refresh-secret")
    })

    it("is tried again when the POS fails", async () => {
      const { answer } = service.current
      let failures = 2
      service.current.answer = (request) => (failures-- > 0 ? { status: 503 } : answer(request))
      expect(await provider().token()).toBe("access-1")
      expect(forms()).toHaveLength(3)
    })

    it("says when the application was disconnected, and asks again next time", async () => {
      stored = "refresh-of-long-ago"
      const tokens = provider()
      const failure = tokens.token()
      await expect(failure).rejects.toThrow(CredentialsRevokedError)
      await expect(failure).rejects.toThrow(/Connect again/)
      stored = "refresh-0"
      expect(await tokens.token()).toBe("access-1")
    })

    it("may be shared by two processes that renew one after the other", async () => {
      let queue: Promise<unknown> = Promise.resolve()
      const exclusively = <Result>(renewal: () => Promise<Result>) => {
        const turn = queue.then(renewal, renewal)
        queue = turn
        return turn
      }
      const [first, second] = [provider({ exclusively }), provider({ exclusively })]
      expect(await Promise.all([first.token(), second.token()])).toEqual(["access-1", "access-2"])
      expect(stored).toBe("refresh-2")
    })
  })

  it("keeps a signing key out of an error, whatever else is wrong with the answer", async () => {
    service.current.answer = () => ({ body: { uuid: UUID, signingKey: "a-signing-key", status: 7 } })
    const failure: unknown = await service.current
      .client()
      .subscriptions.create({
        uuid: UUID,
        transportName: "WEBHOOK",
        eventNames: [],
        destination: "https://store.example",
        contactEmail: "me@store.example",
      })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PosContractError)
    expect(JSON.stringify(failure)).not.toContain("a-signing-key")
    expect(JSON.stringify(failure)).toContain(UUID)
  })
})
