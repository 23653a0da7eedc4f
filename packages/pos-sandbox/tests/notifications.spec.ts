import type { Destination } from "./support/destination"
import { expectedSignature } from "./support/signature"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const UUID = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)

describe("Notifications", () => {
  const world = useSandbox({ startAt: MONDAY })
  let destination: Destination
  let signingKey = ""

  beforeEach(async () => {
    // The clock stands, so that each time in a message is known.
    await world.merchant.control.post("/clock", { stopped: true })
    destination = await world.openDestination()
    signingKey = (await world.merchant.subscribe(destination.url)).data.signingKey
  })

  const only = async (eventName: string) => {
    await world.merchant.settled()
    const [notification, second] = destination.events(eventName)
    expect([notification === undefined, second === undefined]).toEqual([false, true])
    return { body: notification?.body ?? "", headers: notification?.headers ?? {} }
  }
  const payloadOf = async (eventName: string) => {
    await only(eventName)
    return destination.payloads(eventName)[0]
  }
  const organization = () => ({ organizationUuid: world.merchant.organizationUuid })
  const now = async (): Promise<string> => (await world.merchant.control.get("/clock")).data.now

  describe("envelope and signature", () => {
    it("has organizationUuid, messageUuid, eventName, messageId, timestamp and payload as JSON text", async () => {
      await world.merchant.createProduct()
      const { body } = await only("ProductCreated")
      const message = JSON.parse(body)
      expect(message).toEqual({
        organizationUuid: world.merchant.organizationUuid,
        messageUuid: message.messageId,
        eventName: "ProductCreated",
        messageId: UUID,
        timestamp: await now(),
        payload: expect.stringMatching(/^\{.*\}$/),
      })
    })

    it("golden: the whole body of a notification, byte for byte", async () => {
      await world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, { name: "Åsas 東京" })
      const profile = (await world.merchant.api.get("/api/resources/organizations/self")).data
      const { body, headers } = await only("OrganizationUpdated")
      const { messageId } = JSON.parse(body)
      const payload = JSON.stringify(profile)
      const timestamp = await now()
      expect(body).toBe(
        `{"organizationUuid":"${world.merchant.organizationUuid}","messageUuid":"${messageId}",` +
          `"eventName":"OrganizationUpdated","messageId":"${messageId}","timestamp":"${timestamp}",` +
          `"payload":${JSON.stringify(payload)}}`
      )
      expect(headers["x-service-signature"]).toBe(expectedSignature(signingKey, timestamp, payload))
    })

    it("golden: X-SERVICE-Signature over <timestamp>.<payload> of a payload with 東京, quotes and new lines", async () => {
      await world.merchant.createProduct({ name: 'Tröja "東京"', description: "rad 1\nrad 2 \\ 🧶\u2028" })
      const { body, headers } = await only("ProductCreated")
      const { timestamp, payload } = JSON.parse(body)
      expect(headers["x-service-signature"]).toBe(expectedSignature(signingKey, timestamp, payload))
      expect(headers["x-service-signature"]).toMatch(/^[0-9a-f]{64}$/)
    })

    it("golden: an object payload is signed by its raw text as it stands in the body", async () => {
      await world.merchant.control.patch("/settings", { payloadForm: "object" })
      await world.merchant.createProduct({ name: 'Tröja "東京"' })
      const { body, headers } = await only("ProductCreated")
      const { timestamp, payload } = JSON.parse(body)
      const raw = body.slice(body.indexOf('"payload":') + '"payload":'.length, -1)
      expect(payload.name).toBe('Tröja "東京"')
      expect(JSON.parse(raw)).toEqual(payload)
      expect(headers["x-service-signature"]).toBe(expectedSignature(signingKey, timestamp, raw))
    })

    it("each subscription's notifications are signed with its own key", async () => {
      const other = await world.openDestination()
      const otherKey = (await world.merchant.subscribe(other.url)).data.signingKey
      await world.merchant.createProduct()
      await world.merchant.settled()
      const [notification] = other.events("ProductCreated")
      const { timestamp, payload } = JSON.parse(notification?.body ?? "")
      expect(notification?.headers["x-service-signature"]).toBe(expectedSignature(otherKey, timestamp, payload))
      expect(otherKey).not.toBe(signingKey)
    })

    it('golden: the TestMessage is {"data":"payload"}, and signed', async () => {
      const { body, headers } = await only("TestMessage")
      const { timestamp, payload } = JSON.parse(body)
      expect(payload).toBe('{"data":"payload"}')
      expect(headers["x-service-signature"]).toBe(expectedSignature(signingKey, timestamp, payload))
    })
  })

  describe("payloads", () => {
    it("ProductCreated: the product itself", async () => {
      const { answer } = await world.merchant.createProduct()
      expect(await payloadOf("ProductCreated")).toEqual(answer.data)
    })

    it("ProductUpdated: organizationUuid, newEntity and oldEntity", async () => {
      const { answer, product } = await world.merchant.createProduct()
      const { data } = await world.merchant.api.put(`/organizations/self/products/v2/${product.uuid}`, { name: "Ny" })
      expect(await payloadOf("ProductUpdated")).toEqual({
        ...organization(),
        newEntity: data,
        oldEntity: answer.data,
      })
    })

    it("ProductUpdated: also for a change at the register", async () => {
      const { product } = await world.merchant.createProduct()
      const edit = { ...organization(), productUuid: product.uuid, patch: { name: "Rea" } }
      expect((await world.merchant.control.post("/products", edit)).status).toBe(200)
      expect((await payloadOf("ProductUpdated")).newEntity.name).toBe("Rea")
    })

    it("ProductDeleted: the product itself, one message for each of many", async () => {
      const { answer } = await world.merchant.createProduct()
      await world.merchant.api.delete(`/organizations/self/products?uuid=${answer.data.uuid}`)
      expect(await payloadOf("ProductDeleted")).toEqual(answer.data)
    })

    it("PurchaseCreated: the purchase with purchaseUuid in place of purchaseUUID1", async () => {
      const { variantUuid } = await world.merchant.createProduct()
      const { purchaseUUID1, ...purchase } = (await world.merchant.sell([{ variantUuid }])).data
      expect(await payloadOf("PurchaseCreated")).toEqual({ ...purchase, purchaseUuid: purchaseUUID1 })
    })

    it("PurchaseCreated: also for a refund", async () => {
      const { variantUuid } = await world.merchant.createProduct()
      const sale = (await world.merchant.sell([{ variantUuid }])).data
      await world.merchant.refund(sale.purchaseUUID1)
      await world.merchant.settled()
      const [, refund] = destination.payloads("PurchaseCreated")
      expect(refund).toMatchObject({ refund: true, refundsPurchaseUUID1: sale.purchaseUUID1, amount: -49_900 })
    })

    it("PurchaseCreated: times in epoch milliseconds when the setting says so", async () => {
      await world.merchant.control.patch("/settings", { purchaseTimestampForm: "epoch" })
      await world.merchant.sell([{ type: "custom-amount", amount: 100 }])
      const moment = new Date(await now()).getTime()
      expect(await payloadOf("PurchaseCreated")).toMatchObject({ timestamp: moment, created: moment })
    })

    it("InventoryTrackingStarted: organizationUuid, productUuid, created", async () => {
      const { product } = await world.merchant.createProduct()
      const enable = [{ productUuid: product.uuid, tracking: "enable" }]
      await world.merchant.api.post("/v3/products", enable)
      await world.merchant.api.post("/v3/products", enable)
      expect(await payloadOf("InventoryTrackingStarted")).toEqual({
        ...organization(),
        productUuid: product.uuid,
        created: { uuid: UUID, timestamp: await now() },
      })
    })

    it("InventoryTrackingStopped: organizationUuid, productUuid, changeInformation", async () => {
      const { product } = await world.merchant.createProduct()
      for (const tracking of ["enable", "disable", "disable"]) {
        await world.merchant.control.post("/tracking", { ...organization(), productUuid: product.uuid, tracking })
      }
      expect(await payloadOf("InventoryTrackingStopped")).toEqual({
        ...organization(),
        productUuid: product.uuid,
        changeInformation: { uuid: UUID, timestamp: await now() },
      })
    })

    it("InventoryBalanceChanged: golden, when stock is updated at the register", async () => {
      const { product, variantUuid } = await world.merchant.createProduct()
      const { store } = await world.merchant.inventories()
      const change = { productUuid: product.uuid, variantUuid, change: "5" }
      await world.merchant.control.post("/stock", { ...organization(), ...change })
      const place = { ...organization(), locationUuid: store, productUuid: product.uuid, variantUuid }
      expect(await payloadOf("InventoryBalanceChanged")).toEqual({
        ...organization(),
        updated: { uuid: UUID, timestamp: await now(), userType: "USER", clientUuid: UUID },
        balanceBefore: [{ ...place, balance: "0" }],
        balanceAfter: [{ ...place, created: await now(), balance: "5" }],
        externalUuid: null,
      })
    })

    it("InventoryBalanceChanged: a sale of several variants is one message with a balance each", async () => {
      const first = await world.merchant.createProduct()
      const other = await world.merchant.createProduct()
      await world.merchant.api.post(
        "/v3/products",
        [first, other].map(({ product }) => ({ productUuid: product.uuid, tracking: "enable" }))
      )
      await world.merchant.sell([
        { variantUuid: first.variantUuid, quantity: "2" },
        { variantUuid: other.variantUuid },
        { variantUuid: first.variantUuid },
      ])
      const { balanceAfter } = await payloadOf("InventoryBalanceChanged")
      expect(balanceAfter).toMatchObject([
        { variantUuid: first.variantUuid, balance: "-3" },
        { variantUuid: other.variantUuid, balance: "-1" },
      ])
    })

    it("a sale of a product that is not tracked changes no balance", async () => {
      const { variantUuid } = await world.merchant.createProduct()
      await world.merchant.sell([{ variantUuid }])
      await world.merchant.settled()
      expect(destination.events("InventoryBalanceChanged")).toEqual([])
    })

    it("OrganizationUpdated: the organization's profile", async () => {
      const change = { contactEmail: "åsa@example.com".replace("å", "a"), language: "sv" }
      const { data } = await world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, change)
      expect(await payloadOf("OrganizationUpdated")).toEqual(data)
      expect(data).toMatchObject(change)
    })

    it("ApplicationConnectionRemoved: the application was disconnected", async () => {
      await world.merchant.api.delete("/application-connections/self")
      expect(await payloadOf("ApplicationConnectionRemoved")).toEqual({ type: "ApplicationConnectionRemoved" })
    })

    it("PersonalAssertionDeleted: the API key is deleted", async () => {
      const { data } = await world.merchant.control.post("/api-keys", organization())
      expect((await world.merchant.control.delete(`/api-keys/${data.keyId}`)).status).toBe(204)
      expect(await payloadOf("PersonalAssertionDeleted")).toEqual({ type: "PersonalAssertionDeleted" })
    })

    it("the odd form: ApplicationConnectionRemoved with the type PersonalAssertionDeleted", async () => {
      await world.merchant.control.patch("/settings", { credentialsRemovedForm: "odd" })
      const { data } = await world.merchant.control.post("/api-keys", organization())
      await world.merchant.control.delete(`/api-keys/${data.keyId}`)
      expect(await payloadOf("ApplicationConnectionRemoved")).toEqual({ type: "PersonalAssertionDeleted" })
    })
  })
})

describe("Brand", () => {
  const world = useSandbox({ brand: "Acme" })

  it("decides the signature header and the payment types", async () => {
    const destination = await world.openDestination()
    const { signingKey } = (await world.merchant.subscribe(destination.url)).data
    const payments = ["card", "card-online", "cash", "invoice"].map((method) => ({ method, amount: 25 }))
    const { data } = await world.merchant.sell([{ type: "custom-amount", amount: 100 }], { payments })
    await world.merchant.settled()
    const types = data.payments.map(({ type }: { type: string }) => type)
    expect(types).toEqual(["ACME_CARD", "ACME_CARD_ONLINE", "ACME_CASH", "ACME_INVOICE"])
    const [notification] = destination.events("PurchaseCreated")
    const { timestamp, payload } = JSON.parse(notification?.body ?? "")
    expect(notification?.headers["x-acme-signature"]).toBe(expectedSignature(signingKey, timestamp, payload))
    expect(notification?.headers).not.toHaveProperty("x-service-signature")
  })
})
