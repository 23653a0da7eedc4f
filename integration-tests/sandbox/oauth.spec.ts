import axios from "axios"
import type { Sandbox } from "../../src/sandbox"
import { Merchant, openSandbox, requestToken } from "./support/merchant"

describe("OAuth 2.0", () => {
  let sandbox: Sandbox
  let merchant: Merchant

  beforeAll(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
  })
  afterAll(() => sandbox.close())

  it("assertion grant: an API key gives an access token for 7200 seconds and no refresh token", async () => {
    const { status, data } = await requestToken(sandbox, merchant.clientId, merchant.apiKey)
    expect({ status, data }).toEqual({ status: 200, data: { access_token: expect.any(String), expires_in: 7_200 } })
  })

  it("a wrong client id answers 400 invalid_grant", async () => {
    const { status, data } = await requestToken(sandbox, "someone", merchant.apiKey)
    expect({ status, error: data.error }).toEqual({ status: 400, error: "invalid_grant" })
  })

  it("a revoked key answers 400 invalid_grant, and its tokens 401", async () => {
    const other = await Merchant.open(sandbox)
    await other.control.post("/revocations", { organizationUuid: other.organizationUuid })
    expect((await requestToken(sandbox, other.clientId, other.apiKey)).data.error).toBe("invalid_grant")
    expect((await other.api.get("/users/self")).status).toBe(401)
  })

  it("a key of another sandbox answers 400 invalid_grant", async () => {
    const elsewhere = await openSandbox()
    const stranger = await Merchant.open(elsewhere)
    expect((await requestToken(sandbox, stranger.clientId, stranger.apiKey)).data.error).toBe("invalid_grant")
    await elsewhere.close()
  })

  it("an unknown grant answers 400", async () => {
    const answer = await axios.post(`${sandbox.url}/token`, "grant_type=password", { validateStatus: () => true })
    expect(answer.status).toBe(400)
  })

  it("users/self names user and organisation", async () => {
    const { data } = await merchant.api.get("/users/self")
    expect(data).toEqual({ uuid: expect.any(String), organizationUuid: merchant.organizationUuid })
  })

  it("the organisation's profile", async () => {
    const { data } = await merchant.api.get("/api/resources/organizations/self")
    expect(data).toMatchObject({ name: "Åsas Butik", country: "SE", currency: "SEK", taxationMode: "INCLUSIVE" })
  })

  it("no token answers 401", async () => {
    expect((await axios.get(`${sandbox.url}/users/self`, { validateStatus: () => true })).status).toBe(401)
  })

  it("an expired token answers 401 with the documented header", async () => {
    const other = await openSandbox()
    const tired = await Merchant.open(other)
    await tired.control.post("/clock", { advance: 7_201 })
    const { status, headers } = await tired.api.get("/users/self")
    expect(status).toBe(401)
    expect(headers["www-authenticate"]).toBe('Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"')
    await other.close()
  })

  it("application-connections/self answers 204 and ends the credential", async () => {
    const leaving = await Merchant.open(sandbox)
    expect((await leaving.api.delete("/application-connections/self")).status).toBe(204)
    expect((await leaving.api.get("/users/self")).status).toBe(401)
  })

  it("control routes want their own token", async () => {
    const answer = await axios.post(`${sandbox.url}/_sandbox/organizations`, {}, { validateStatus: () => true })
    expect(answer.status).toBe(401)
  })
})
