import { POS_MODULE } from "../../src/modules/pos"
import type { TransformProduct } from "../../src/modules/pos/options-schema"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

storeSuite({
  moduleName: "push-transform",
  testSuite: ({ api, getContainer }) => {
    const here = usePushStore({ api, getContainer })

    describe("the option transformProduct", () => {
      const setTransform = async (transform: TransformProduct | null) => {
        const options = await getContainer().resolve(POS_MODULE).getOptions()
        options.transformProduct = transform
      }

      afterEach(async () => setTransform(null))

      it("has the last word on what the register gets of each product", async () => {
        const seen: { name: unknown; handle: string | null; connectionId: string }[] = []
        await setTransform((content, { product, connection_id }) => {
          seen.push({ name: content.name, handle: product.handle, connectionId: connection_id })
          return product.id === here.shop.sweaterId ? { ...content, name: `${content.name} (butik)` } : content
        })
        await here.open()
        expect(await here.fixture.names()).toEqual(["Tröja (butik)", "Äpplen"])
        expect(seen).toContainEqual({
          name: "Tröja",
          handle: expect.any(String),
          connectionId: here.fixture.connectionId,
        })
      })

      it("is asked anew by a full sync, though nothing changed in the store", async () => {
        await here.open()
        const before = await here.fixture.product("Tröja")
        await setTransform((content) => ({ ...content, name: content.name?.toUpperCase() ?? "" }))
        await here.fixture.sync()
        expect(await here.fixture.names()).toEqual(["TRÖJA", "ÄPPLEN"])
        expect((await here.fixture.product("TRÖJA")).uuid).toBe(before.uuid)
        await setTransform(null)
        await here.fixture.sync()
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
      })

      it("is held against the POS's limits, and the reason is reported", async () => {
        await here.open()
        await setTransform((content) => ({ ...content, name: "å".repeat(300) }))
        await here.fixture.sync()
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
          state: "rejected",
          rejection: expect.stringContaining("256"),
        })
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
      })
    })
  },
})
