import { Modules } from "@medusajs/framework/utils"
import { deleteApiKeysWorkflow, deleteFulfillmentSetsWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { storeSuite } from "./support/store-suite"

const LOGIN = { DEMO_ADMIN_EMAIL: "demo@example.com", DEMO_ADMIN_PASSWORD: "a demo's password" }

type DemoScript = { default: (input: { container: MedusaContainer; args: string[] }) => Promise<void> }

const checkout: DemoScript = jest.requireActual("../../demo/src/scripts/checkout")
const seed: DemoScript = jest.requireActual("../../demo/src/scripts/seed")

storeSuite({
  moduleName: "demo-checkout",
  testSuite: ({ api, getContainer }) => {
    beforeAll(async () => {
      Object.assign(process.env, LOGIN)
      // As Medusa's migrations do before a store is filled.
      await getContainer()
        .resolve(Modules.FULFILLMENT)
        .createShippingProfiles({ name: "Default Shipping Profile", type: "default" })
      await seed.default({ container: getContainer(), args: [] })
    })
    afterAll(() => Object.keys(LOGIN).forEach((name) => delete process.env[name]))

    /** What a customer does, by the store API. */
    async function buy(countryCode: string) {
      const container = getContainer()
      const [key] = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable", title: "Webb" })
      const headers = { "x-publishable-api-key": key?.token ?? "" }
      const store = async (path: string, body: object) => (await api.post(`/store${path}`, body, { headers })).data
      const { regions } = (await api.get("/store/regions", { headers })).data
      const region = regions.find(({ countries }: { countries: { iso_2: string }[] }) =>
        countries.some(({ iso_2 }) => iso_2 === countryCode)
      )
      const [variant] = await container.resolve(Modules.PRODUCT).listProductVariants({ sku: "B001-1" })
      const { cart } = await store("/carts", {
        region_id: region.id,
        email: "maja@example.com",
        items: [{ variant_id: variant?.id, quantity: 1 }],
        shipping_address: { first_name: "Maja", address_1: "Gatan 1", city: "Å", country_code: countryCode },
      })
      const { shipping_options } = (await api.get(`/store/shipping-options?cart_id=${cart.id}`, { headers })).data
      await store(`/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id })
      const { payment_collection } = await store("/payment-collections", { cart_id: cart.id })
      await store(`/payment-collections/${payment_collection.id}/payment-sessions`, {
        provider_id: "pp_system_default",
      })
      return store(`/carts/${cart.id}/complete`, {})
    }

    it.each([
      ["se", "sek", 49],
      ["fi", "eur", 4.9],
    ])("[D53] a customer in %s completes a checkout", async (country, currency_code, shipping_total) => {
      const { type, order } = await buy(country)
      expect({ type, order }).toMatchObject({ type: "order", order: { currency_code, shipping_total } })
    })

    it("[D53] a demo that was filled before gets what it lacks, once", async () => {
      const container = getContainer()
      const fulfillment = container.resolve(Modules.FULFILLMENT)
      const sets = await fulfillment.listFulfillmentSets({})
      await fulfillment.deleteShippingOptions((await fulfillment.listShippingOptions({})).map(({ id }) => id))
      await deleteFulfillmentSetsWorkflow(container).run({ input: { ids: sets.map(({ id }) => id) } })
      const keys = container.resolve(Modules.API_KEY)
      await keys.revoke({ type: "publishable" }, { revoked_by: "test" })
      const revoked = (await keys.listApiKeys({ type: "publishable" })).map(({ id }) => id)
      await deleteApiKeysWorkflow(container).run({ input: { ids: revoked } })
      for (let round = 0; round < 2; round++) {
        await checkout.default({ container, args: [] })
      }
      expect(await fulfillment.listShippingOptions({})).toHaveLength(1)
      expect(await keys.listApiKeys({ type: "publishable" })).toHaveLength(1)
      expect((await buy("se")).type).toBe("order")
    })
  },
})
