import { POS_MODULE } from "../../src/modules/pos"
import type { TransformProduct } from "../../src/modules/pos/options"
import { adminHeaders } from "./support/admin"
import { PushTill } from "./support/push-till"
import { seedShop, type Shop } from "./support/shop"
import { shopSuite } from "./support/shop-suite"

shopSuite({
  moduleName: "push-transform",
  testSuite: ({ api, getContainer }) => {
    let shop: Shop
    let admin: Awaited<ReturnType<typeof adminHeaders>>
    let till: PushTill

    beforeAll(async () => {
      shop = await seedShop(getContainer())
      admin = await adminHeaders(getContainer())
    })

    const open = async () => {
      till = await PushTill.open({ api, admin, shop })
      await till.settled()
    }

    describe("the option transformProduct", () => {
      const setTransform = async (transform: TransformProduct | null) => {
        const options = await getContainer().resolve(POS_MODULE).getOptions()
        options.transformProduct = transform
      }

      afterEach(async () => setTransform(null))

      it("has the last word on what the till gets of each product", async () => {
        const seen: { name: unknown; handle: string | null; connectionId: string }[] = []
        await setTransform((content, { product, connection_id }) => {
          seen.push({ name: content.name, handle: product.handle, connectionId: connection_id })
          return product.id === shop.sweaterId ? { ...content, name: `${content.name} (butik)` } : content
        })
        await open()
        expect(await till.names()).toEqual(["Tröja (butik)", "Äpplen"])
        expect(seen).toContainEqual({ name: "Tröja", handle: expect.any(String), connectionId: till.connectionId })
      })

      it("is asked anew by a full sync, though nothing changed in the shop", async () => {
        await open()
        const before = await till.product("Tröja")
        await setTransform((content) => ({ ...content, name: content.name?.toUpperCase() ?? "" }))
        await till.sync()
        expect(await till.names()).toEqual(["TRÖJA", "ÄPPLEN"])
        expect((await till.product("TRÖJA")).uuid).toBe(before.uuid)
        await setTransform(null)
        await till.sync()
        expect(await till.names()).toEqual(["Tröja", "Äpplen"])
      })

      it("is held against the service's limits, and the reason is told", async () => {
        await open()
        await setTransform((content) => ({ ...content, name: "å".repeat(300) }))
        await till.sync()
        expect(await till.link(shop.sweaterId)).toMatchObject({
          state: "rejected",
          rejection: expect.stringContaining("256"),
        })
        expect(await till.names()).toEqual(["Tröja", "Äpplen"])
      })
    })
  },
})
