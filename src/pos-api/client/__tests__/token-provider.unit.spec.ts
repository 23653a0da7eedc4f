import { apiKeyTokenProvider, createHttp, CredentialsRevokedError, PosServerError } from "../index"
import { sign } from "jsonwebtoken"
import { errorThrownBy, useLocalService } from "./local-service"

const API_KEY = sign({ client_id: "klient" }, "anyone's secret")

describe("an access token", () => {
  const service = useLocalService()
  const provider = () =>
    apiKeyTokenProvider({ apiKey: ` ${API_KEY}\n`, oauthUrl: service.current.url, clock: service.current.clock })

  it.each([
    [7_200, 7_139, false],
    [7_200, 7_140, true],
    [600, 539, false],
    [600, 540, true],
    [10, 4, false],
    [10, 5, true],
  ])("for %d seconds is renewed in time, and not before: after %d: %s", async (expires_in, seconds, isRenewed) => {
    let issued = 0
    service.current.answer = () => ({ body: { access_token: `token-${++issued}`, expires_in } })
    const tokens = provider()
    await tokens.token()
    service.current.now = new Date(service.current.now.getTime() + seconds * 1_000)
    expect(await tokens.token()).toBe(isRenewed ? "token-2" : "token-1")
  })

  it("is had for the key as it was pasted, by one POST of a form", async () => {
    service.current.answer = () => ({ body: { access_token: "a", expires_in: 7_200 } })
    await provider().token()
    const [asked] = service.current.received
    expect(asked).toMatchObject({ method: "POST", path: "/token" })
    expect(new URLSearchParams(String(asked?.body)).get("assertion")).toBe(API_KEY)
  })

  it("is had though a refresh token comes with it, which a key does not need", async () => {
    service.current.answer = () => ({ body: { access_token: "a", expires_in: 7_200, refresh_token: "r" } })
    expect(await provider().token()).toBe("a")
  })

  it("that is not had since the POS fails says nothing of the key, whatever stands in the answer", async () => {
    service.current.answer = () => ({ status: 503, body: { error: "invalid_grant" } })
    const http = createHttp({ retries: 0 })
    const tokens = apiKeyTokenProvider({ apiKey: API_KEY, oauthUrl: service.current.url, http })
    await errorThrownBy(tokens.token(), PosServerError)
  })

  it("that is refused says which call was, with which answer", async () => {
    service.current.answer = () => ({ status: 400, body: { error: "invalid_grant", error_description: "borta" } })
    expect(await errorThrownBy(provider().token(), CredentialsRevokedError)).toMatchObject({
      call: "POST /token (OAuth)",
      status: 400,
      body: expect.stringContaining("borta"),
      message: "The POS does not accept this API key: it was deleted or revoked. Create a new key and connect again.",
    })
  })
})
