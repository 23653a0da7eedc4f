import {
  createProductsWorkflow,
  createProductVariantsWorkflow,
  deleteProductsWorkflow,
  deleteProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../src/modules/pos"
import { eventually } from "./support/eventually"
import { shopSuite } from "./support/shop-suite"
import { usePushShop } from "./support/use-push-shop"

const VALUES = Array.from({ length: 150 }, (_, index) => `Nr ${index + 1}`)

shopSuite({
  moduleName: "push-parts",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushShop({ api, getContainer })
    let productId = ""
    let variantIds: string[] = []

    beforeAll(async () => {
      const { result } = await createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              ...{ title: "Många", status: "published" as const, shipping_profile_id: here.shop.shippingProfileId },
              options: [{ title: "Nummer", values: ["Nr 0", ...VALUES] }],
              variants: VALUES.map((value, variant_rank) => ({
                ...{ title: value, variant_rank, options: { Nummer: value } },
                prices: [{ amount: 10, currency_code: "sek" }],
              })),
            },
          ],
        },
      })
      productId = result[0]?.id ?? ""
      const ids = new Map(result[0]?.variants.map(({ id, title }) => [title ?? "", id]))
      variantIds = VALUES.map((value) => ids.get(value) ?? "")
    })

    afterEach(async () => here.till.noFaults())

    const link = async () => here.till.link(productId)
    const parts = async () => (await here.till.products()).filter(({ name }) => name?.startsWith("Många"))
    const variantsAt = async () => (await parts()).flatMap(({ variants }) => variants?.map(({ name }) => name) ?? [])

    const openSplit = async () => {
      await here.connect()
      await here.till.settings({ variant_overflow: "split" })
      await here.till.quiet()
    }

    const update = async (fields: object) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: productId }, update: fields } })

    const removeVariants = async (ids: string[]) =>
      deleteProductVariantsWorkflow(getContainer()).run({ input: { ids } })

    describe("fewer parts than before", () => {
      it("[D23] leave the POS only after the remaining part has its variants", async () => {
        await openSplit()
        const [first, further] = [await here.till.product("Många (1/2)"), await here.till.product("Många (2/2)")]
        const failing = async (status: number, method: string, address: string) => {
          const pos = getContainer().resolve(POS_MODULE)
          // No attempt falls between two faults.
          await pos.updatePosConnections({ id: here.till.connectionId, push_held: true })
          await here.till.noFaults()
          await here.till.fault({ kind: "status", status, interface: "products", method, address })
          await pos.updatePosConnections({ id: here.till.connectionId, push_held: false })
        }
        const uuids = async () => (await parts()).map(({ uuid }) => uuid).sort()
        const both = [first.uuid, further.uuid].sort()
        await failing(500, "PUT", first.uuid)
        await removeVariants(variantIds.slice(0, 60))
        await eventually(async () => expect(await link()).toMatchObject({ rejection: expect.stringContaining("500") }))
        expect(await uuids()).toEqual(both)
        await failing(422, "PUT", first.uuid)
        await eventually(async () => expect(await link()).toMatchObject({ state: "rejected" }))
        expect(await uuids()).toEqual(both)
        await failing(409, "DELETE", further.uuid)
        await api.post(`/admin/pos/connections/${here.till.connectionId}/push`, {}, here.admin)
        await eventually(async () =>
          expect(await link()).toMatchObject({
            rejection: expect.stringMatching(/^Could not delete the product at the POS: .* with 409/),
          })
        )
        expect(await uuids()).toEqual(both)
        await here.till.noFaults()
        await eventually(async () => expect(await uuids()).toEqual([first.uuid]))
        expect((await variantsAt()).sort()).toEqual(VALUES.slice(60).sort())
        await here.till.settled()
        expect(await link()).toMatchObject({ state: "synced", rejection: null })
      })
    })

    describe("variants that come and go", () => {
      it("[D69] leave the others in their parts, with their stock", async () => {
        await openSplit()
        const pos = getContainer().resolve(POS_MODULE)
        const stateOf = async () => {
          const links = await pos.listPosVariantLinks({ variant_id: variantIds.slice(1) }, { take: 150 })
          return new Map(links.map((one) => [one.variant_id, [one.product_uuid, one.tracked, one.pos_balance]]))
        }
        await dbConnection.raw("UPDATE pos_variant_link SET tracked = true, pos_balance = 7 WHERE connection_id = ?", [
          here.till.connectionId,
        ])
        const before = await stateOf()
        await createProductVariantsWorkflow(getContainer()).run({
          input: {
            product_variants: [
              {
                ...{ product_id: productId, title: "Nr 0", variant_rank: 0, options: { Nummer: "Nr 0" } },
                prices: [{ amount: 10, currency_code: "sek" }],
              },
            ],
          },
        })
        await eventually(async () => expect(await variantsAt()).toContain("Nr 0"))
        await here.till.settled()
        expect(await stateOf()).toEqual(before)
        await removeVariants(variantIds.slice(0, 1))
        await eventually(async () => expect(await variantsAt()).not.toContain("Nr 1"))
        await here.till.settled()
        expect(await stateOf()).toEqual(before)
        await dbConnection.raw("UPDATE product_variant SET variant_rank = 500 - variant_rank WHERE product_id = ?", [
          productId,
        ])
        await update({ description: "Ny text" })
        await eventually(async () =>
          expect((await parts()).map(({ description }) => description)).toEqual(["Ny text", "Ny text"])
        )
        await here.till.settled()
        expect(await stateOf()).toEqual(before)
      })
    })

    describe("a part that the POS refuses", () => {
      it.each([
        ["delete", async () => deleteProductsWorkflow(getContainer()).run({ input: { ids: [productId] } })],
        [
          "exclude",
          async () =>
            api.post(
              "/admin/pos/product-links/inclusion",
              { connection_id: here.till.connectionId, product_ids: [productId], inclusion: "exclude" },
              here.admin
            ),
        ],
      ])("[D18] leaves no other part there, whichever came first: %s", async (_word, take) => {
        await here.connect()
        await here.till.refuse(["Många (2/2)"])
        await here.till.settings({ variant_overflow: "split" })
        expect(await link()).toMatchObject({ state: "rejected" })
        expect((await parts()).map(({ name }) => name)).toEqual(["Många (1/2)"])
        await here.till.refuse(["Många (1/2)"])
        await update({ description: "Ny text" })
        await eventually(async () => expect(await parts()).toHaveLength(2))
        await here.till.settled()
        expect(await link()).toMatchObject({ state: "rejected" })
        await take()
        await eventually(async () => expect(await parts()).toEqual([]))
        const pos = getContainer().resolve(POS_MODULE)
        await eventually(async () => expect(await pos.listPosProductParts({})).toEqual([]))
      })
    })
  },
})
