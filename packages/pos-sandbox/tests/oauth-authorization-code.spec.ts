import { createHash } from "node:crypto"
import { Application, REDIRECT_URI } from "./support/application"
import { useSandbox } from "./support/use-sandbox"

describe("OAuth: authorization code", () => {
  const world = useSandbox()
  let application: Application

  beforeEach(async () => {
    application = await Application.register(world.merchant)
  })

  it("GET /authorize shows a consent page with the application, its scopes and the organizations", async () => {
    const { status, data, headers } = await application.openPage()
    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining("text/html")])
    for (const text of ["Allow", "Deny", "READ:PRODUCT", "READ:PURCHASE", "Åsas Butik"]) {
      expect(data).toContain(text)
    }
  })

  it("the consent page escapes names and cannot be framed", async () => {
    const { data, headers } = await application.openPage()
    expect(data).toContain("Webbutiken &#60;Åsa &#38; Co&#62;")
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
  })

  it("allow redirects back with code and the state as it was sent", async () => {
    const address = await application.decide("allow")
    expect(`${address.origin}${address.pathname}`).toBe(REDIRECT_URI)
    expect(address.searchParams.get("code")).toEqual(expect.any(String))
    expect(address.searchParams.get("state")).toBe("å/1")
  })

  it("deny redirects back with error=access_denied and the state, without a code", async () => {
    const { searchParams } = await application.decide("deny")
    expect(Object.fromEntries(searchParams)).toEqual({ error: "access_denied", state: "å/1" })
  })

  it("the exchange gives an access token for 7200 seconds and a refresh token", async () => {
    const { status, data } = await application.exchange(await application.allow())
    expect({ status, data }).toEqual({
      status: 200,
      data: { access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 7_200 },
    })
    const self = await application.get("/users/self", data.access_token)
    expect(self.data.organizationUuid).toBe(world.merchant.organizationUuid)
  })

  it("the token has the scopes that were asked for, and no others", async () => {
    const { data } = await application.exchange(await application.allow({ scope: "READ:PURCHASE" }))
    expect((await application.get("/purchases/v2", data.access_token)).status).toBe(200)
    expect((await application.get("/organizations/self/products/v2", data.access_token)).status).toBe(403)
  })

  it("a code works once: the second exchange answers 400 and revokes what the first gave", async () => {
    const code = await application.allow()
    const { data } = await application.exchange(code)
    const second = await application.exchange(code)
    expect([second.status, second.data.error]).toEqual([400, "invalid_grant"])
    expect((await application.get("/users/self", data.access_token)).status).toBe(401)
    expect((await application.refresh(data.refresh_token)).data.error).toBe("invalid_grant")
  })

  it("a code expires after ten minutes of the clock", async () => {
    const code = await application.allow()
    await world.merchant.advance(601)
    expect((await application.exchange(code)).data.error).toBe("invalid_grant")
  })

  it.each([
    ["an unknown code", { code: "x" }, "invalid_grant"],
    ["another redirect_uri", { redirect_uri: "https://other.example.com" }, "invalid_grant"],
    ["a wrong client_secret", { client_secret: "x" }, "invalid_client"],
    ["an unknown client_id", { client_id: "x" }, "invalid_client"],
  ])("exchange with %s answers 400", async (_name, change, error) => {
    const { status, data } = await application.exchange(await application.allow(), change)
    expect([status, data.error]).toEqual([400, error])
  })

  it("a code of another application answers 400 invalid_grant", async () => {
    const other = await Application.register(world.merchant)
    expect((await other.exchange(await application.allow())).data.error).toBe("invalid_grant")
  })

  it.each([
    ["a redirect_uri that is not the application's", { redirect_uri: "https://evil.example.com/" }],
    ["an unknown client_id", { client_id: "x" }],
    ["an unknown scope", { scope: "READ:PRODUCT READ:MINDS" }],
    ["another response_type", { response_type: "token" }],
  ])("/authorize with %s answers 400 and redirects nowhere", async (_name, change) => {
    const { status, headers } = await application.openPage(change)
    expect([status, headers.location]).toEqual([400, undefined])
  })

  describe("PKCE", () => {
    const verifier = "ett-långt-och-hemligt-ord-som-ingen-gissar-47"
    const challenge = {
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }

    it("the verifier of the challenge is taken", async () => {
      const code = await application.allow(challenge)
      expect((await application.exchange(code, { code_verifier: verifier })).status).toBe(200)
    })

    it.each([
      ["a wrong verifier", { code_verifier: "x" }],
      ["no verifier", {}],
    ])("%s answers 400", async (_name, form) => {
      const { status, data } = await application.exchange(await application.allow(challenge), form)
      expect([status, data.error]).toEqual([400, "invalid_grant"])
    })

    it("the method plain answers 400", async () => {
      expect((await application.openPage({ ...challenge, code_challenge_method: "plain" })).status).toBe(400)
    })
  })
})

describe("OAuth: refresh", () => {
  const world = useSandbox()
  let application: Application

  beforeEach(async () => {
    application = await Application.register(world.merchant)
  })
  const connect = async () => (await application.exchange(await application.allow())).data

  it("gives a new access token and a new refresh token", async () => {
    const first = await connect()
    const { status, data } = await application.refresh(first.refresh_token)
    expect({ status, data }).toEqual({
      status: 200,
      data: { access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 7_200 },
    })
    expect(data.refresh_token).not.toBe(first.refresh_token)
    expect((await application.get("/users/self", data.access_token)).status).toBe(200)
  })

  it("refresh tokens rotate: one that was used answers 400, the newest works", async () => {
    const first = await connect()
    const second = (await application.refresh(first.refresh_token)).data
    const again = await application.refresh(first.refresh_token)
    expect([again.status, again.data.error]).toEqual([400, "invalid_grant"])
    expect((await application.refresh(second.refresh_token)).status).toBe(200)
  })

  it("a refresh token lives 180 days of the clock, counted anew with each rotation", async () => {
    const first = await connect()
    await world.merchant.advance(179 * 86_400)
    const second = (await application.refresh(first.refresh_token)).data
    await world.merchant.advance(179 * 86_400)
    const third = (await application.refresh(second.refresh_token)).data
    await world.merchant.advance(180 * 86_400)
    expect((await application.refresh(third.refresh_token)).data.error).toBe("invalid_grant")
  })

  it.each([
    ["an unknown refresh token", { refresh_token: "x" }, "invalid_grant"],
    ["a wrong client_secret", { client_secret: "x" }, "invalid_client"],
  ])("%s answers 400", async (_name, change, error) => {
    const { status, data } = await application.refresh((await connect()).refresh_token, change)
    expect([status, data.error]).toEqual([400, error])
  })

  it("a refresh token of another application answers 400", async () => {
    const other = await Application.register(world.merchant)
    expect((await other.refresh((await connect()).refresh_token)).data.error).toBe("invalid_grant")
  })

  it("DELETE /application-connections/self invalidates the refresh token", async () => {
    const { access_token, refresh_token } = await connect()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await world.merchant.api.delete("/application-connections/self", { headers })).status).toBe(204)
    expect((await application.refresh(refresh_token)).data.error).toBe("invalid_grant")
  })
})
