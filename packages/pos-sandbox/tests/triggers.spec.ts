import { TRIGGER_NAMES } from "../src"
import { signNotification } from "../../../src/pos-api/signature"
import { useSandbox } from "./support/use-sandbox"

describe("A trigger", () => {
  const open = useSandbox()

  it.each(TRIGGER_NAMES)("%s does what the event reports, and subscribers are reported", async (eventName) => {
    const shop = await open.sandbox.organization({ currency: "SEK" })
    const destination = await open.openDestination()
    await shop.subscribe(destination.url)
    const before = destination.events(eventName).length
    const { what, deliveries } = await shop.trigger(eventName)
    await open.sandbox.settled()
    expect(destination.events(eventName).length - before).toBe(1)
    expect({ what: what.length > 10, deliveries }).toEqual({ what: true, deliveries: 1 })
  })

  it("has real state behind it: the sale is a purchase, the product is in the library, the shop's own key stays", async () => {
    const shop = await open.sandbox.organization({ currency: "JPY" })
    await shop.trigger("PurchaseCreated")
    await shop.trigger("ProductCreated")
    await shop.trigger("ProductUpdated")
    await shop.trigger("InventoryBalanceChanged")
    await shop.trigger("PersonalAssertionDeleted")
    const [purchase] = await shop.purchases()
    const products = await shop.products()
    expect({ currency: purchase?.currency, products: products.length }).toEqual({ currency: "JPY", products: 2 })
    expect(products.filter(({ description }) => description?.startsWith("Ändrad"))).toHaveLength(1)
    expect(products.some(({ balances }) => JSON.stringify(balances).includes('"1"'))).toBe(true)
  })

  it("without an organization it is the only one; among several it asks which", async () => {
    await expect(open.sandbox.trigger("ProductCreated")).resolves.toMatchObject({ eventName: "ProductCreated" })
    const other = await open.sandbox.organization({ name: "東京" })
    await expect(open.sandbox.trigger("ProductCreated")).rejects.toThrow(/Name the organization.*東京/)
    await expect(open.sandbox.trigger("ProductCreated", other.uuid)).resolves.toMatchObject({ deliveries: 0 })
    await expect(open.sandbox.trigger("Purchase", other.uuid)).rejects.toThrow("PurchaseCreated")
  })
})

describe("A delivery that is sent once more", () => {
  const open = useSandbox()

  it("comes as it was, with the same id and signature, and is delivered where it had failed", async () => {
    const shop = await open.sandbox.organization()
    const destination = await open.openDestination()
    await shop.subscribe(destination.url)
    destination.status = 500
    await shop.trigger("PurchaseCreated")
    await open.sandbox.settled()
    const [waiting] = await shop.deliveries({ eventName: "PurchaseCreated", state: "pending" })
    destination.status = 200
    const again = await open.sandbox.resend(waiting?.messageId ?? "")
    expect(again).toMatchObject({ state: "delivered", attempts: [{ status: 500 }, { status: 200 }] })
    await open.sandbox.advance(3_600)
    const [first, second, ...others] = destination.events("PurchaseCreated")
    expect(others).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers["x-service-signature"]).toBe(first?.headers["x-service-signature"])
  })

  it("one that is unknown is 404, one whose subscription is gone 409", async () => {
    await expect(open.sandbox.resend("nej")).rejects.toMatchObject({ status: 404 })
    const destination = await open.openDestination()
    const { data } = await open.merchant.subscribe(destination.url)
    await open.merchant.createProduct()
    await open.merchant.settled()
    const [delivery] = await open.merchant.deliveries("ProductCreated")
    await open.merchant.api.delete(`/organizations/self/subscriptions/${data.uuid}`)
    await expect(open.sandbox.resend(delivery.messageId)).rejects.toMatchObject({ status: 409 })
  })
})

describe("A listener", () => {
  const open = useSandbox({ allowLoopback: false })

  it("is reported on this machine although destinations must be public, signed with the key it names", async () => {
    const shop = await open.sandbox.organization()
    const destination = await open.openDestination()
    await expect(shop.subscribe(destination.url)).rejects.toMatchObject({ status: 400 })
    const wanted = { organizationUuid: shop.uuid, destination: destination.url, signingKey: "nyckel-å" }
    const listener = await open.merchant.control.post("/listeners", wanted)
    await shop.trigger("ProductCreated")
    await open.sandbox.settled()
    const [message] = destination.events("ProductCreated")
    const { timestamp, payload } = JSON.parse(message?.body ?? "{}")
    expect(message?.headers["x-service-signature"]).toBe(signNotification("nyckel-å", timestamp, payload))
    await open.merchant.control.delete(`/listeners/${listener.data.uuid}`)
    await expect(shop.trigger("ProductCreated")).resolves.toMatchObject({ deliveries: 0 })
  })
})
