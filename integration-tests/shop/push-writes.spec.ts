import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { Attention } from "../../src/workflows/overview"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/shop"
import { shopSuite } from "./support/shop-suite"
import { usePushShop } from "./support/use-push-shop"

/** More than are written one by one. */
const CUPS = Array.from({ length: 12 }, (_, index) => `Kopp ${index}`)

shopSuite({
  moduleName: "push-writes",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushShop({ api, getContainer })

    beforeAll(async () => createSimpleProducts(getContainer(), here.shop, CUPS))

    afterEach(async () => here.till.noFaults())

    const updateSweater = async (update: object) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: here.shop.sweaterId }, update } })

    const attention = async (kind: string): Promise<Attention | undefined> => {
      const { data } = await api.get("/admin/pos/attention", here.admin)
      return data.attention.find((one: Attention) => one.kind === kind && one.connection_id === here.till.connectionId)
    }

    describe("an edit", () => {
      it("is one write, and its echo is none", async () => {
        await here.open()
        await here.till.quiet()
        const edit = async () => {
          await updateSweater({ title: "Tröja 東京" })
          await eventually(async () => expect(await here.till.names()).toContain("Tröja 東京"))
          await here.till.quiet()
        }
        expect(await here.till.calls("PUT", edit)).toBe(1)
        expect(await here.till.link(here.shop.sweaterId)).toMatchObject({ state: "synced", rejection: null })
        await updateSweater({ title: "Tröja" })
        await eventually(async () => expect(await here.till.names()).toContain("Tröja"))
      })

      it("is one write though nobody understands the answer, which is shown", async () => {
        await here.open()
        await here.till.quiet()
        expect(await attention("misunderstood")).toBeUndefined()
        const edit = async () => {
          await updateSweater({ description: "Stickad i Borås" })
          await eventually(async () => expect((await here.till.product("Tröja")).description).toBe("Stickad i Borås"))
          await here.till.quiet()
        }
        expect(await here.till.calls("PUT", edit, "products", { kind: "garbage" })).toBe(1)
        expect(await here.till.link(here.shop.sweaterId)).toMatchObject({ state: "synced" })
        expect(await attention("misunderstood")).toMatchObject({
          count: 1,
          reason: expect.stringMatching(/PUT .*products\/v2\/.*product library.*Bad gatew/s),
        })
      })
    })

    describe("many products", () => {
      const prices = async () => {
        const products = (await here.till.products()).filter(({ name }) => name?.startsWith("Kopp"))
        return new Map(products.map(({ name, variants }) => [name, variants?.[0]?.price?.amount]))
      }

      /** Somebody at the counter changes a price, and the shop hears nothing of it. */
      const secretly = async (name: string, amount: number) => {
        await here.till.fault({ kind: "delay", eventName: "ProductUpdated", seconds: 604_800 })
        const { uuid, variants } = await here.till.product(name)
        await here.till.edit(uuid, {
          variants: variants?.map((variant) => ({ uuid: variant.uuid, price: { amount, currencyId: "SEK" } })),
        })
      }

      const describeAll = async (description: string) =>
        dbConnection.raw("UPDATE product SET description = ? WHERE title LIKE 'Kopp%'", [description])

      it.each([
        ["", {}],
        [" that is sent as if nothing were known", { reset: true }],
      ])("keep what the counter owns and has not told yet, in a sync%s", async (words, body) => {
        await here.open()
        await here.till.settings({ field_owners: { price: "counter" } })
        await here.till.quiet()
        await secretly("Kopp 3", 7_700)
        await describeAll(`Ny text${words}`)
        await here.till.sync(body)
        const descriptions = (await here.till.products()).flatMap(({ name, description }) =>
          name?.startsWith("Kopp") ? [description] : []
        )
        expect(new Set(descriptions)).toEqual(new Set([`Ny text${words}`]))
        expect((await prices()).get("Kopp 3")).toBe(7_700)
      })

      it("go by import where the shop owns all", async () => {
        await here.open()
        await here.till.quiet()
        const sync = async () => void (await here.till.sync())
        await describeAll("Importerad")
        expect(await here.till.calls("POST", sync, "imports")).toBe(1)
        expect((await prices()).size).toBe(CUPS.length)
        // Their echoes come meanwhile, and are no reason to look.
        expect(await here.till.calls("GET", async () => here.till.quiet())).toBe(0)
      })
    })

    describe("a description that is longer than the till takes", () => {
      const long = `<p>${"Stickad i Borås av ull från Gotland. ".repeat(60).slice(0, 1_992)}</p><p>Tvättas &amp; torkas</p>`

      it("ends at a word, with a note, or is refused by choice", async () => {
        await here.open()
        await updateSweater({ description: long })
        const shown = await eventually(async () => {
          const { description } = await here.till.product("Tröja")
          expect(description).toMatch(/^Stickad i Borås av ull från Gotland\..*[a-zåäö.]…$/)
          return description
        })
        expect(shown?.length).toBeLessThanOrEqual(1_024)
        await here.till.settled()
        expect(await here.till.link(here.shop.sweaterId)).toMatchObject({
          ...{ state: "synced", notes: [expect.stringContaining("2009 characters")] },
        })
        await here.till.settings({ long_texts: "reject" })
        expect(await here.till.link(here.shop.sweaterId)).toMatchObject({
          state: "rejected",
          rejection: expect.stringContaining("the description has 2009 characters, at most 1024"),
        })
        expect((await here.till.product("Tröja")).description).toBe(shown)
      })

      it("stays whole in the shop where the counter owns it", async () => {
        await updateSweater({ description: long })
        await here.connect()
        await here.till.settings({ field_owners: { description: "counter" } })
        await here.till.quiet()
        const { uuid, description } = await here.till.product("Tröja")
        expect(description).toMatch(/…$/)
        await here.till.edit(uuid, { presentation: { backgroundColor: "#00ff00" } })
        await here.till.quiet()
        const { data } = await api.get(`/admin/products/${here.shop.sweaterId}`, here.admin)
        expect(data.product.description).toBe(long)
      })
    })
  },
})
