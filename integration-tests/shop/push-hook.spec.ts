import { StepResponse } from "@medusajs/framework/workflows-sdk"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { CustomizeProductsInput } from "../../src/workflows/push/customize-products"
import { posCustomizeProductsWorkflow } from "../../src/workflows"
import { adminHeaders } from "./support/admin"
import { eventually } from "./support/eventually"
import { PushTill } from "./support/push-till"
import { seedShop, type Shop } from "./support/shop"
import { shopSuite } from "./support/shop-suite"

const STRANGE_UUID = "01234567-89ab-11ee-8000-0123456789ab"

shopSuite({
  moduleName: "push-hook",
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

    const rename = async (title: string) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: shop.sweaterId }, update: { title } } })

    describe("the workflow hook productsMapped", () => {
      type Products = CustomizeProductsInput["products"]
      let handle: (products: Products) => Products | undefined

      beforeAll(() => {
        posCustomizeProductsWorkflow.hooks.productsMapped(async ({ products }) => new StepResponse(handle(products)))
      })

      it("changes what the till gets; what it leaves out stays, and so do the UUIDs", async () => {
        handle = () => undefined
        await open()
        const before = await till.product("Tröja")
        handle = (products) =>
          products
            .filter(({ product_id }) => product_id === shop.sweaterId)
            .map(({ product_id, contents }) => ({
              product_id,
              contents: contents.map((content) => ({ ...content, uuid: STRANGE_UUID, name: `${content.name} *` })),
            }))
        await till.sync()
        expect(await till.names()).toEqual(["Tröja *", "Äpplen"])
        expect((await till.product("Tröja *")).uuid).toBe(before.uuid)
        await rename("Tröja, ull")
        await eventually(async () => expect(await till.names()).toEqual(["Tröja, ull *", "Äpplen"]))
      })

      it("that fails sends nothing, says why, and is tried again", async () => {
        handle = () => undefined
        await open()
        handle = () => {
          throw new Error("Kassan har stängt")
        }
        await rename("Tröja, grön")
        await eventually(async () =>
          expect(await till.link(shop.sweaterId)).toMatchObject({
            rejection: expect.stringContaining("Kassan har stängt"),
          })
        )
        expect(await till.names()).toEqual(["Tröja", "Äpplen"])
        handle = () => undefined
        await eventually(async () => expect(await till.names()).toEqual(["Tröja, grön", "Äpplen"]))
      })
    })
  },
})
