import { sign } from "jsonwebtoken"
import {
  apiKeyExpiry,
  apiKeyScopes,
  apiKeyTokenProvider,
  createHttp,
  createPosClient,
  decodeApiKey,
  InvalidApiKeyError,
  singleOrigin,
  UnknownApplicationError,
} from "../index"
import { useLocalService } from "./local-service"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"

/** As the POS writes a key. */
const claims = {
  iss: "service",
  aud: "API",
  sub: UUID,
  renewed: false,
  type: "user-assertion",
  client_id: "the-keys-own",
  user: { userType: "USER", uuid: UUID, orgUuid: UUID, userRole: "OWNER" },
}
const keyOf = (more: object = {}) => sign({ ...claims, ...more }, "the POS's secret")

describe("API keys", () => {
  it.each([
    [
      ["READ:PRODUCT", "READ:PURCHASE"],
      ["READ:PRODUCT", "READ:PURCHASE"],
    ],
    ["READ:PRODUCT READ:PURCHASE", ["READ:PRODUCT", "READ:PURCHASE"]],
    [" READ:PRODUCT  READ:PURCHASE ", ["READ:PRODUCT", "READ:PURCHASE"]],
    [[], []],
    [null, null],
    [undefined, null],
  ])("report their scopes: %j", (scope, scopes) => {
    expect(apiKeyScopes(decodeApiKey(` ${keyOf({ scope })}\n`))).toEqual(scopes)
  })

  it("report when they end, or that they do not", () => {
    expect(apiKeyExpiry(decodeApiKey(keyOf({ exp: 1_800_000_000 })))).toEqual(new Date("2027-01-15T08:00:00Z"))
    expect(apiKeyExpiry(decodeApiKey(keyOf()))).toBeNull()
    expect(() => decodeApiKey("no key")).toThrow(InvalidApiKeyError)
  })

  it.each([
    ["a letter was lost on the way", keyOf().replace(/\.e/, ".")],
    ["it is a token of a text", sign("klient", "anyone's secret")],
    ["it is a token of nobody", sign({ sub: UUID }, "anyone's secret")],
  ])("are none where %s", (_what, pasted) => {
    expect(() => decodeApiKey(pasted)).toThrow(InvalidApiKeyError)
  })

  describe("as credentials", () => {
    const service = useLocalService()
    const client = (applicationId: string | null) => {
      const headers: Record<string, string> = applicationId ? { "x-service-application-id": applicationId } : {}
      const tokenProvider = apiKeyTokenProvider({
        apiKey: keyOf(),
        oauthUrl: service.current.url,
        applicationId,
        http: createHttp({ retries: 0, headers }),
      })
      const httpOptions = { retries: 0, headers }
      return createPosClient({ addresses: singleOrigin(service.current.url), tokenProvider, httpOptions })
    }

    it.each([
      [null, "the-keys-own"],
      ["an-application", "an-application"],
    ])("name the application %s with token and calls", async (applicationId, clientId) => {
      service.current.answer = ({ path }) =>
        path === "/token" ? { body: { access_token: "access" } } : { body: { uuid: UUID, organizationUuid: UUID } }
      await client(applicationId).users.self()
      const [token, call] = service.current.received
      expect(new URLSearchParams(String(token?.body)).get("client_id")).toBe(clientId)
      expect(call?.headers["x-service-application-id"]).toBe(applicationId ?? undefined)
      expect(call?.headers.authorization).toBe("Bearer access")
    })

    it.each(["invalid_client", "unauthorized_client"])(
      "say what to do about an unknown application: %s",
      async (error) => {
        service.current.answer = () => ({ status: 400, body: { error, error_description: "no" } })
        const failure = client("an-application").users.self()
        await expect(failure).rejects.toThrow(UnknownApplicationError)
        await expect(failure).rejects.toThrow(/"an-application".*option applicationId/)
        await expect(client(null).users.self()).rejects.toThrow(/client id that the API key names/)
      }
    )
  })
})
