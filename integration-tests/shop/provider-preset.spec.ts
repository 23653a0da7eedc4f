import { PROVIDER_PRESETS } from "../../src/contract/providers"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

// Read by medusa-config.ts and by the sandbox, which has the brand of the preset. No address of the provider is called.
const before = process.env.POS_PROVIDER
process.env.POS_PROVIDER = "zettle"
afterAll(() => {
  if (before === undefined) {
    delete process.env.POS_PROVIDER
  } else {
    process.env.POS_PROVIDER = before
  }
})

storeSuite({
  moduleName: "provider-preset",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })

    it("connects with a POS of the provider's brand, and reads its webhooks and payment types", async () => {
      const sale = await here.fixture.posDriver.sell([
        { variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 },
      ])
      expect(sale.payments.map(({ type }) => type)).toEqual([expect.stringMatching(/^IZETTLE_/)])
      const order = await here.fixture.order(sale.purchaseUUID1)
      expect(order.status).toBe("completed")
      await eventually(async () =>
        expect(await here.fixture.entries()).toContainEqual(
          expect.objectContaining({ aggregate: `purchase:${sale.purchaseUUID1}`, source: "webhook", state: "done" })
        )
      )
    })

    it("links the merchant to the provider's page for keys", async () => {
      const { service } = await here.fixture.get<{ service: object }>("/admin/pos/service")
      expect(service).toMatchObject({ brand: "IZETTLE", key_page_url: PROVIDER_PRESETS.zettle.keyPageUrl })
    })
  },
})
