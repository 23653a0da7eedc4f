import axios from "axios"
import { decode } from "jsonwebtoken"
import { postToken, requestToken } from "./support/merchant"
import { openSandbox, useSandbox } from "./support/use-sandbox"
import { Merchant } from "./support/merchant"

describe("OAuth: assertion grant", () => {
  const world = useSandbox()

  it("POST /token with an API key gives an access token for 7200 seconds and no refresh token", async () => {
    const { clientId, apiKey } = world.merchant
    const { status, data, headers } = await requestToken(world.sandbox, clientId, apiKey)
    expect({ status, data }).toEqual({ status: 200, data: { access_token: expect.any(String), expires_in: 7_200 } })
    expect(headers["cache-control"]).toBe("no-store")
  })

  it("the API key is a JWT that names the client id in its claims", () => {
    expect(decode(world.merchant.apiKey)).toMatchObject({ client_id: world.merchant.clientId })
  })

  it("the same key gives tokens again and again, each valid", async () => {
    const { api } = world.merchant
    const first = api.defaults.headers.common.authorization
    await world.merchant.renewToken()
    for (const authorization of [first, api.defaults.headers.common.authorization]) {
      expect((await api.get("/users/self", { headers: { authorization } })).status).toBe(200)
    }
  })

  it.each([
    ["a wrong client id", (merchant: Merchant) => ["someone", merchant.apiKey]],
    ["a key that is none", (merchant: Merchant) => [merchant.clientId, "ett-två-tre"]],
    ["a key whose signature was changed", (merchant: Merchant) => [merchant.clientId, `${merchant.apiKey}x`]],
  ])("%s answers 400 invalid_grant with a description", async (_name, make) => {
    const [clientId = "", apiKey = ""] = make(world.merchant)
    const { status, data } = await requestToken(world.sandbox, clientId, apiKey)
    expect({ status, data }).toEqual({
      status: 400,
      data: { error: "invalid_grant", error_description: expect.any(String) },
    })
  })

  it("a revoked key answers 400 invalid_grant, and its tokens 401", async () => {
    const { sandbox, merchant } = world
    await merchant.control.post("/revocations", { organizationUuid: merchant.organizationUuid })
    const { status, data } = await requestToken(sandbox, merchant.clientId, merchant.apiKey)
    expect([status, data.error]).toEqual([400, "invalid_grant"])
    expect((await merchant.api.get("/users/self")).status).toBe(401)
  })

  it("a key of another sandbox answers 400 invalid_grant", async () => {
    const elsewhere = await openSandbox()
    const otherMerchant = await Merchant.open(elsewhere)
    const { data } = await requestToken(world.sandbox, otherMerchant.clientId, otherMerchant.apiKey)
    await elsewhere.close()
    expect(data.error).toBe("invalid_grant")
  })

  it.each(["password", "client_credentials", ""])("the grant type '%s' answers 400", async (grant_type) => {
    const { status, data } = await postToken(world.sandbox, { grant_type })
    expect([status, data.error]).toEqual([400, "unsupported_grant_type"])
  })

  it("GET /users/self names user and organization", async () => {
    const { data } = await world.merchant.api.get("/users/self")
    expect(data).toEqual({ uuid: expect.any(String), organizationUuid: world.merchant.organizationUuid })
  })

  it("DELETE /application-connections/self answers 204 and ends the credential", async () => {
    const { api } = world.merchant
    expect((await api.delete("/application-connections/self")).status).toBe(204)
    expect((await api.get("/users/self")).status).toBe(401)
  })
})

describe("OAuth: access tokens", () => {
  const world = useSandbox()

  const self = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return axios.get(`${world.sandbox.url}/users/self`, { validateStatus: () => true, headers })
  }

  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", "Basic b3N0OnNtw7Zy"],
    ["a token that is none", "Bearer x"],
  ])("%s answers 401 with WWW-Authenticate", async (_name, authorization) => {
    const { status, headers } = await self(authorization)
    expect(status).toBe(401)
    expect(headers["www-authenticate"]).toMatch(/^Bearer error="invalid_request", error_description="\w+"$/)
  })

  it("is valid for 7199 seconds of the clock and expired after 7200", async () => {
    const { api, control } = world.merchant
    await control.post("/clock", { stopped: true })
    await world.merchant.renewToken()
    await control.post("/clock", { advance: 7_199 })
    expect((await api.get("/users/self")).status).toBe(200)
    await control.post("/clock", { advance: 1 })
    expect((await api.get("/users/self")).status).toBe(401)
  })

  it("an expired token answers 401 with the documented header", async () => {
    await world.merchant.control.post("/clock", { advance: 7_201 })
    const { headers } = await world.merchant.api.get("/users/self")
    expect(headers["www-authenticate"]).toBe('Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"')
  })

  it("an API key is no access token, except for the subscription interface", async () => {
    const headers = { authorization: `Bearer ${world.merchant.apiKey}` }
    const status = async (path: string) => (await world.merchant.api.get(path, { headers })).status
    expect(await status("/users/self")).toBe(401)
    expect(await status("/purchases/v2")).toBe(401)
    expect(await status("/organizations/self/products/v2")).toBe(401)
    expect(await status("/organizations/self/subscriptions")).toBe(200)
  })
})
