import { StepResponse } from "@medusajs/framework/workflows-sdk"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { CustomizeProductsInput } from "../../src/features/catalog/customize-products"
import { posCustomizeProductsWorkflow } from "../../src/workflows"
import { POS_MODULE } from "../../src/modules/pos"
import { auditProducts } from "../../src/features/catalog/audit"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

const STRANGE_UUID = "01234567-89ab-11ee-8000-0123456789ab"

storeSuite({
  moduleName: "push-hook",
  testSuite: ({ api, getContainer }) => {
    const here = usePushStore({ api, getContainer })

    const rename = async (title: string) =>
      updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title } },
      })

    describe("the workflow hook productsMapped", () => {
      type Products = CustomizeProductsInput["products"]
      let handle: (products: Products) => Products | undefined

      beforeAll(() => {
        posCustomizeProductsWorkflow.hooks.productsMapped(async ({ products }) => new StepResponse(handle(products)))
      })

      it("changes what the register gets; what it leaves out stays, and so do the UUIDs", async () => {
        handle = () => undefined
        await here.open()
        const before = await here.fixture.product("Tröja")
        handle = (products) =>
          products
            .filter(({ product_id }) => product_id === here.shop.sweaterId)
            .map(({ product_id, contents }) => ({
              product_id,
              contents: contents.map((content) => ({ ...content, uuid: STRANGE_UUID, name: `${content.name} *` })),
            }))
        await here.fixture.sync()
        expect(await here.fixture.names()).toEqual(["Tröja *", "Äpplen"])
        expect((await here.fixture.product("Tröja *")).uuid).toBe(before.uuid)
        await rename("Tröja, ull")
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja, ull *", "Äpplen"]))
      })

      it("[D16] that fails for one product holds no other back, says why, and is tried again", async () => {
        handle = (products) => {
          if (products.some(({ contents }) => contents[0]?.name === "Tröja")) {
            throw new RangeError("Tröjor är slut")
          }
          return undefined
        }
        await here.connect()
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Äpplen"]))
        await eventually(async () =>
          expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
            rejection: expect.stringMatching(/^The hook productsMapped failed for the product \(Tröjor är slut/),
          })
        )
        const { data } = await api.get(`/admin/pos/connections/${here.fixture.connectionId}/dry-run`, here.admin)
        const actions = Object.fromEntries(
          data.entries.map(({ title, action }: { title: string; action: string }) => [title, action])
        )
        expect(actions).toMatchObject({ Tröja: "reject", Äpplen: "none" })
        const connection = await getContainer().resolve(POS_MODULE).findConnection(here.fixture.connectionId)
        expect((await auditProducts(getContainer(), connection)).checked).toBeGreaterThan(0)
        handle = () => undefined
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"]))
        await here.fixture.settled()
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({ state: "synced", rejection: null })
      })

      it("that fails sends nothing, says why, and is tried again", async () => {
        handle = () => undefined
        await here.open()
        handle = () => {
          throw new Error("Kassan har stängt")
        }
        await rename("Tröja, grön")
        await eventually(async () =>
          expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
            rejection: expect.stringContaining("Kassan har stängt"),
          })
        )
        expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
        handle = () => undefined
        await eventually(async () => expect(await here.fixture.names()).toEqual(["Tröja, grön", "Äpplen"]))
      })
    })
  },
})
