import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import type { Issue } from "../../src/features/monitoring/issues"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

/** More than are written one by one. */
const CUPS = Array.from({ length: 12 }, (_, index) => `Kopp ${index}`)

storeSuite({
  moduleName: "push-writes",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => createSimpleProducts(getContainer(), here.shop, CUPS))

    afterEach(async () => here.fixture.noFaults())

    const updateSweater = async (update: object) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: here.shop.sweaterId }, update } })

    const findIssue = async (kind: string): Promise<Issue | undefined> => {
      const { data } = await api.get("/admin/pos/issues", here.admin)
      return data.issues.find(
        (issue: Issue) => issue.kind === kind && issue.connection_id === here.fixture.connectionId
      )
    }

    describe("an edit", () => {
      it("is one write, and its echo is none", async () => {
        await here.open()
        await here.fixture.quiet()
        const edit = async () => {
          await updateSweater({ title: "Tröja 東京" })
          await eventually(async () => expect(await here.fixture.names()).toContain("Tröja 東京"))
          await here.fixture.quiet()
        }
        expect(await here.fixture.calls("PUT", edit)).toBe(1)
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({ state: "synced", rejection: null })
        await updateSweater({ title: "Tröja" })
        await eventually(async () => expect(await here.fixture.names()).toContain("Tröja"))
      })

      it("is one write though nobody understands the answer, which is shown", async () => {
        await here.open()
        await here.fixture.quiet()
        expect(await findIssue("misunderstood")).toBeUndefined()
        const edit = async () => {
          await updateSweater({ description: "Stickad i Borås" })
          await eventually(async () =>
            expect((await here.fixture.product("Tröja")).description).toBe("Stickad i Borås")
          )
          await here.fixture.quiet()
        }
        expect(await here.fixture.calls("PUT", edit, "products", { kind: "garbage" })).toBe(1)
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({ state: "synced" })
        expect(await findIssue("misunderstood")).toMatchObject({
          count: 1,
          reason: expect.stringMatching(/PUT .*products\/v2\/.*product library.*Bad gatew/s),
        })
      })
    })

    describe("many products", () => {
      const prices = async () => {
        const products = (await here.fixture.products()).filter(({ name }) => name?.startsWith("Kopp"))
        return new Map(products.map(({ name, variants }) => [name, variants?.[0]?.price?.amount]))
      }

      /** Somebody at the POS changes a price, and the store receives nothing of it. */
      const secretly = async (name: string, amount: number) => {
        await here.fixture.fault({ kind: "delay", eventName: "ProductUpdated", seconds: 604_800 })
        const { uuid, variants } = await here.fixture.product(name)
        await here.fixture.edit(uuid, {
          variants: variants?.map((variant) => ({ uuid: variant.uuid, price: { amount, currencyId: "SEK" } })),
        })
      }

      const describeAll = async (description: string) =>
        dbConnection.raw("UPDATE product SET description = ? WHERE title LIKE 'Kopp%'", [description])

      it.each([
        ["", {}],
        [" that is sent as if nothing were known", { reset: true }],
      ])("keep what the POS owns and has not reported yet, in a sync%s", async (words, body) => {
        await here.open()
        await here.fixture.settings({ field_owners: { price: "pos" } })
        await here.fixture.quiet()
        await secretly("Kopp 3", 7_700)
        await describeAll(`Ny text${words}`)
        await here.fixture.sync(body)
        const descriptions = (await here.fixture.products()).flatMap(({ name, description }) =>
          name?.startsWith("Kopp") ? [description] : []
        )
        expect(new Set(descriptions)).toEqual(new Set([`Ny text${words}`]))
        expect((await prices()).get("Kopp 3")).toBe(7_700)
      })

      it("go by import where the store owns all", async () => {
        await here.open()
        await here.fixture.quiet()
        const sync = async () => void (await here.fixture.sync())
        await describeAll("Importerad")
        expect(await here.fixture.calls("POST", sync, "imports")).toBe(1)
        expect((await prices()).size).toBe(CUPS.length)
        // Their echoes come meanwhile, and are no reason to look.
        expect(await here.fixture.calls("GET", async () => here.fixture.quiet())).toBe(0)
      })
    })

    describe("a description that is longer than the register takes", () => {
      const long = `<p>${"Stickad i Borås av ull från Gotland. ".repeat(60).slice(0, 1_992)}</p><p>Tvättas &amp; torkas</p>`

      it("ends at a word, with a note, or is refused by choice", async () => {
        await here.open()
        await updateSweater({ description: long })
        const shown = await eventually(async () => {
          const { description } = await here.fixture.product("Tröja")
          expect(description).toMatch(/^Stickad i Borås av ull från Gotland\..*[a-zåäö.]…$/)
          return description
        })
        expect(shown?.length).toBeLessThanOrEqual(1_024)
        await here.fixture.settled()
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
          state: "synced",
          notes: [expect.stringContaining("2009 characters")],
        })
        await here.fixture.settings({ description_overflow: "reject" })
        expect(await here.fixture.link(here.shop.sweaterId)).toMatchObject({
          state: "rejected",
          rejection: expect.stringContaining("the description has 2009 characters, at most 1024"),
        })
        expect((await here.fixture.product("Tröja")).description).toBe(shown)
      })

      it("stays whole in the store where the POS owns it", async () => {
        await updateSweater({ description: long })
        await here.connect()
        await here.fixture.settings({ field_owners: { description: "pos" } })
        await here.fixture.quiet()
        const { uuid, description } = await here.fixture.product("Tröja")
        expect(description).toMatch(/…$/)
        await here.fixture.edit(uuid, { presentation: { backgroundColor: "#00ff00" } })
        await here.fixture.quiet()
        const { data } = await api.get(`/admin/products/${here.shop.sweaterId}`, here.admin)
        expect(data.product.description).toBe(long)
      })
    })
  },
})
