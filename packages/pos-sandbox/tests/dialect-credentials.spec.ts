import axios from "axios"
import { decode } from "jsonwebtoken"
import { Application } from "./support/application"
import { speak } from "./support/dialects"
import { Merchant, postToken, requestToken } from "./support/merchant"
import { openSandbox, useSandbox } from "./support/use-sandbox"

const ASSERTION = "urn:ietf:params:oauth:grant-type:jwt-bearer"

describe("Credentials by dialect", () => {
  const world = useSandbox()
  const ask = (clientId: string, merchant: Merchant = world.merchant) =>
    requestToken(world.sandbox, clientId, merchant.apiKey)

  describe("[clientId] the assertion grant", () => {
    it.each(["spec", "field"] as const)(
      "%s: takes the key's own client id and a registered application's",
      async (to) => {
        await speak(world.merchant, "clientId", to)
        const application = await Application.register(world.merchant)
        for (const clientId of [world.merchant.clientId, application.clientId]) {
          const { status, data } = await ask(clientId)
          expect(status).toBe(200)
          const headers = { authorization: `Bearer ${data.access_token}`, "x-service-application-id": clientId }
          const self = await world.merchant.api.get("/users/self", { headers })
          expect(self.data.organizationUuid).toBe(world.merchant.organizationUuid)
        }
      }
    )

    it("takes the ids of applications that it was started with; field: those of official connectors too", async () => {
      const open = await openSandbox({ applicationIds: ["first", "second"] })
      const merchant = await Merchant.open(open)
      const statusOf = async (clientId: string) => (await requestToken(open, clientId, merchant.apiKey)).status
      const connector = "de149dc7-44b5-4390-ab64-88e301771f06"
      expect([await statusOf("first"), await statusOf("second"), await statusOf(connector)]).toEqual([200, 200, 400])
      await speak(merchant, "clientId", "field")
      expect([await statusOf(connector), await statusOf("third")]).toEqual([200, 400])
      await open.close()
    })

    it("spec: an unknown client id answers 400 invalid_grant", async () => {
      const { status, data } = await ask("someone")
      expect([status, data.error]).toEqual([400, "invalid_grant"])
    })

    it("field: an unknown client id, and one of another organization's key, answer 400 invalid_client", async () => {
      await speak(world.merchant, "clientId", "field")
      const other = await world.openMerchant()
      for (const clientId of ["someone", other.clientId]) {
        const { status, data } = await ask(clientId)
        expect([status, data]).toEqual([400, { error: "invalid_client", error_description: "Invalid client_id" }])
      }
    })

    it.each(["spec", "field"] as const)(
      "%s: what is no key answers invalid_grant: Invalid assertion JWT",
      async (to) => {
        await speak(world.merchant, "clientId", to)
        const { status, data } = await requestToken(world.sandbox, world.merchant.clientId, "ett-två-tre")
        expect([status, data]).toEqual([400, { error: "invalid_grant", error_description: "Invalid assertion JWT" }])
      }
    )

    it("field: the client of a key asks for no refresh token: unauthorized_client", async () => {
      await speak(world.merchant, "clientId", "field")
      const form = { grant_type: "refresh_token", client_id: world.merchant.clientId, refresh_token: "x" }
      const { status, data } = await postToken(world.sandbox, form)
      expect([status, data.error]).toEqual([400, "unauthorized_client"])
    })
  })

  it("an API key has its owner and scopes in its claims", async () => {
    const { organizationUuid, clientId } = world.merchant
    const user = (await world.merchant.api.get("/users/self")).data.uuid
    expect(decode(world.merchant.apiKey)).toMatchObject({
      iss: expect.any(String),
      aud: "API",
      exp: expect.any(Number),
      iat: expect.any(Number),
      sub: user,
      renewed: false,
      scope: expect.arrayContaining(["READ:PRODUCT", "WRITE:PRODUCT"]),
      user: { userType: "USER", uuid: user, orgUuid: organizationUuid, userRole: "OWNER" },
      type: "user-assertion",
      client_id: clientId,
    })
  })

  it("the scopes of a key with few stand in its claims", async () => {
    const few = await world.openMerchant({ scopes: ["READ:PRODUCT"] })
    expect(decode(few.apiKey)).toMatchObject({ scope: ["READ:PRODUCT"] })
  })

  it("a key works three years later", async () => {
    await world.merchant.control.post("/clock", { advance: 3 * 365 * 86_400 })
    const form = { grant_type: ASSERTION, client_id: world.merchant.clientId, assertion: world.merchant.apiKey }
    expect((await postToken(world.sandbox, form)).status).toBe(200)
  })

  it.each(["spec", "field"] as const)("%s: /users/me leads to /users/self", async (dialect) => {
    await world.merchant.control.patch("/settings", { dialect })
    const self = await world.merchant.api.get("/users/self")
    expect((await world.merchant.api.get("/users/me")).data).toEqual(self.data)
    const there = await axios.get(`${world.sandbox.url}/users/me`, { maxRedirects: 0, validateStatus: () => true })
    expect([there.status, there.headers.location]).toEqual([302, "/users/self"])
  })

  describe("[expiredTokenBody] 401 of the product library", () => {
    const expired = async (path: string) => {
      await world.merchant.control.post("/clock", { advance: 7_201 })
      return world.merchant.api.get(path)
    }
    const header = 'Bearer error="invalid_request", error_description="ACCESS_TOKEN_EXPIRED"'

    it("spec: only the header names the reason", async () => {
      const { status, headers, data } = await expired("/organizations/self/products/v2")
      expect([status, headers["www-authenticate"], data.errorType]).toEqual([401, header, "UNAUTHORIZED"])
    })

    it.each(["/organizations/self/products/v2", "/organizations/self/library", "/organizations/self/import/status"])(
      "field: %s answers errorType ACCESS_TOKEN_EXPIRED beside the header",
      async (path) => {
        await speak(world.merchant, "expiredTokenBody", "field")
        const { status, headers, data } = await expired(path)
        expect([status, headers["www-authenticate"], data.errorType]).toEqual([401, header, "ACCESS_TOKEN_EXPIRED"])
      }
    )

    it("field: other interfaces answer as ever", async () => {
      await speak(world.merchant, "expiredTokenBody", "field")
      expect((await expired("/purchases/v2")).data.errorType).toBe("UNAUTHORIZED")
    })
  })

  describe("[profile]", () => {
    const profile = async (merchant: Merchant) => (await merchant.api.get("/api/resources/organizations/self")).data

    it("spec: vatPercentage is what was named for the organization, or null", async () => {
      expect((await profile(world.merchant)).vatPercentage).toBeNull()
      expect((await profile(await world.openMerchant({ vatPercentage: 12 }))).vatPercentage).toBe(12)
    })

    it("field: every organization with VAT has a vatPercentage, a number; others have none", async () => {
      await speak(world.merchant, "profile", "field")
      const percentages = await Promise.all(
        [
          {},
          { country: "FI", currency: "EUR" },
          { country: "JP", currency: "JPY" },
          { vatPercentage: 12 },
          { country: "US", currency: "USD", taxationType: "SALES_TAX" },
          { taxationType: "NONE" },
        ].map(async (choices) => (await profile(await world.openMerchant(choices))).vatPercentage)
      )
      expect(percentages).toEqual([25, 25.5, 20, 12, null, null])
    })

    it("taxationType and taxationMode may be missing: VAT that is in the price", async () => {
      const merchant = await world.openMerchant({ taxationType: null, taxationMode: null })
      const shown = await profile(merchant)
      expect(shown).not.toHaveProperty("taxationType")
      expect(shown).not.toHaveProperty("taxationMode")
      expect(shown.usesVat).toBe(true)
      const { variantUuid } = await merchant.createProduct()
      expect((await merchant.sell([{ variantUuid }])).data).toMatchObject({ amount: 49_900, vatAmount: 10_139 })
    })

    it("they can go missing later and come back", async () => {
      const { control, organizationUuid } = world.merchant
      const patch = (change: object) => control.patch(`/organizations/${organizationUuid}`, change)
      await patch({ taxationType: null })
      const shown = await profile(world.merchant)
      expect(shown).toMatchObject({ taxationMode: "INCLUSIVE", usesVat: true })
      expect(shown).not.toHaveProperty("taxationType")
      await patch({ taxationType: "NONE" })
      expect(await profile(world.merchant)).toMatchObject({ taxationType: "NONE", usesVat: false })
    })

    it("customerStatus is ACCEPTED until the service's staff change it, and subscribers are reported", async () => {
      expect((await profile(world.merchant)).customerStatus).toBe("ACCEPTED")
      const destination = await world.openDestination()
      await world.merchant.subscribe(destination.url)
      const { control, organizationUuid } = world.merchant
      await control.patch(`/organizations/${organizationUuid}`, { customerStatus: "SUSPENDED" })
      await world.merchant.settled()
      expect((await profile(world.merchant)).customerStatus).toBe("SUSPENDED")
      expect(destination.payloads("OrganizationUpdated")).toMatchObject([{ customerStatus: "SUSPENDED" }])
    })
  })
})
