import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import type { TransformProduct } from "../../src/modules/pos/options-schema"
import { auditProducts } from "../../src/features/catalog/audit"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

const GOOD = "Kopp"
const PRICELESS = "Kopp för dyr"
const COSTLY = "Kopp med inköpspris"
const rejectedSchema = z.looseObject({ product_id: z.string() })

/** Enough for a bulk import. */
const MANY = Array.from({ length: 10 }, (_, index) => `Fat ${index}`)

storeSuite({
  moduleName: "push-single-failures",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    const ids = new Map<string, string>()

    beforeAll(async () => {
      await createSimpleProducts(getContainer(), here.shop, [GOOD, PRICELESS, COSTLY, ...MANY])
      const { rows } = await dbConnection.raw("SELECT id, title FROM product")
      rows.forEach(({ id, title }: { id: string; title: string }) => ids.set(title, id))
    })

    afterEach(async () => here.fixture.noFaults())

    const productId = (title: string) => ids.get(title) ?? ""
    const linkOf = async (title: string) => here.fixture.link(productId(title))

    const updateVariantOf = async (title: string, update: object) =>
      updateProductVariantsWorkflow(getContainer()).run({
        input: { selector: { product_id: productId(title) }, update },
      })

    const describeProduct = async (title: string, description: string) =>
      updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: productId(title) }, update: { description } },
      })

    /** What an admin gets of dry run and list, and what the audit of all products finds. */
    const lookEverywhere = async () => {
      const { data: dry } = await api.get(`/admin/pos/connections/${here.fixture.connectionId}/dry-run`, here.admin)
      const { product_links: links } = (
        await api.get(`/admin/pos/product-links?connection_id=${here.fixture.connectionId}&sides=true`, here.admin)
      ).data
      const connection = await getContainer().resolve(POS_MODULE).findConnection(here.fixture.connectionId)
      const { checked } = await auditProducts(getContainer(), connection)
      return {
        actions: Object.fromEntries(
          dry.entries.map(({ title, action }: { title: string; action: string }) => [title, action])
        ),
        prices: Object.fromEntries(
          links.map(({ title, sides }: { title: string; sides: { price: { store: unknown } } }) => [
            title,
            sides.price.store,
          ])
        ),
        checked,
      }
    }

    const exclude = async (...titles: string[]) =>
      api.post(
        "/admin/pos/product-links/inclusion",
        { connection_id: here.fixture.connectionId, product_ids: titles.map(productId), inclusion: "exclude" },
        here.admin
      )

    /** Lets what happens meanwhile be pushed in one batch, afterwards. */
    const inOneBatch = async (change: () => Promise<unknown>) => {
      const pos = getContainer().resolve(POS_MODULE)
      await here.fixture.quiet()
      await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
      await change()
      await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: false })
    }

    describe("a deletion that the POS refuses", () => {
      it("[D68] is tried again by itself, and what else is due settles", async () => {
        await here.open()
        const { uuid } = await here.fixture.product(PRICELESS)
        await here.fixture.fault({
          kind: "status",
          status: 409,
          interface: "products",
          method: "DELETE",
          address: uuid,
        })
        await inOneBatch(async () => {
          await exclude(PRICELESS, COSTLY)
          await describeProduct(GOOD, "Ny text")
        })
        await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)
        await eventually(async () => {
          expect((await here.fixture.product(GOOD)).description).toBe("Ny text")
          expect(await here.fixture.names()).not.toContain(COSTLY)
          expect(await linkOf(PRICELESS)).toMatchObject({
            rejection: expect.stringMatching(/^Could not delete the product at the POS: .* with 409/),
          })
        })
        expect(await linkOf(GOOD)).toMatchObject({ state: "synced", rejection: null })
        expect(await linkOf(COSTLY)).toMatchObject({ state: "excluded", rejection: null })
        expect(await here.fixture.names()).toContain(PRICELESS)
        await here.fixture.noFaults()
        await here.fixture.sync()
        expect(await here.fixture.names()).not.toContain(PRICELESS)
        expect(await linkOf(PRICELESS)).toMatchObject({ state: "excluded", rejection: null })
      })
    })

    describe("a POS that is busy", () => {
      const captured: string[] = []

      beforeAll(() => {
        const bus = getContainer().resolve(Modules.EVENT_BUS)
        bus.subscribe(
          "pos.product.rejected",
          async ({ data }) => void captured.push(rejectedSchema.parse(data).product_id),
          {
            subscriberId: "busy",
          }
        )
      })

      it.each([423, 408, 425])("[D30] answers %i, and nothing is rejected for it", async (status) => {
        await here.open()
        await here.fixture.quiet()
        captured.length = 0
        const busy = { kind: "status", status, times: 2, retryAfter: 0 }
        await dbConnection.raw("UPDATE product SET description = ? WHERE title LIKE 'Fat%'", [`Busy ${status}`])
        await here.fixture.fault({ ...busy, interface: "imports", method: "POST" })
        await here.fixture.sync()
        expect(
          new Set(
            (await here.fixture.products()).flatMap(({ name, description }) =>
              name?.startsWith("Fat") ? [description] : []
            )
          )
        ).toEqual(new Set([`Busy ${status}`]))
        await here.fixture.noFaults()
        await here.fixture.fault({ ...busy, interface: "products", method: "PUT" })
        await describeProduct(GOOD, `Busy ${status}`)
        await eventually(async () => expect((await here.fixture.product(GOOD)).description).toBe(`Busy ${status}`))
        await here.fixture.settled()
        await here.fixture.noFaults()
        await here.fixture.fault({ ...busy, interface: "products", method: "DELETE" })
        await exclude(COSTLY)
        await eventually(async () => expect(await here.fixture.names()).not.toContain(COSTLY))
        await here.fixture.settled()
        const ours = new Set([GOOD, COSTLY, ...MANY].map(productId))
        expect(captured.filter((id) => ours.has(id))).toEqual([])
      })
    })

    describe("text of the POS that PostgreSQL does not hold", () => {
      it.each(["a\u0000b", "a\ud83d"])("[D15] costs no other product its result: %j", async (text) => {
        await here.open()
        await here.fixture.quiet()
        await here.fixture.fault({ kind: "lose", eventName: "ProductUpdated" })
        const { uuid } = await here.fixture.product(PRICELESS)
        await here.fixture.edit(uuid, { presentation: { backgroundColor: text } })
        const edit = async () => {
          await inOneBatch(async () => {
            await describeProduct(PRICELESS, "Ny text")
            await describeProduct(GOOD, "Ny text")
          })
          await here.fixture.sync()
        }
        // Where a stale ETag is refused, the product that was edited at the POS is written a second time.
        const refusesStale = (process.env.POS_DIALECT ?? "spec") !== "spec"
        expect(await here.fixture.calls("PUT", edit)).toBe(refusesStale ? 3 : 2)
        expect(await linkOf(PRICELESS)).toMatchObject({ state: "synced", rejection: null })
        expect(await linkOf(GOOD)).toMatchObject({ state: "synced", rejection: null })
        const pos = getContainer().resolve(POS_MODULE)
        const [link] = await pos.listPosProductLinks({ product_id: productId(PRICELESS) })
        expect(JSON.stringify(link?.pos_content)).toContain("\ufffd")
      })

      it("[D15] is refused in overrides", async () => {
        await here.open()
        for (const name of ["a\u0000b", "a\ud83d"]) {
          const { status } = await api.post(
            "/admin/pos/product-links/overrides",
            { connection_id: here.fixture.connectionId, product_id: productId(GOOD), overrides: { name } },
            { ...here.admin, validateStatus: () => true }
          )
          expect(status).toBe(400)
        }
      })
    })

    describe("a category that is shown instead", () => {
      const choose = async (category: string) =>
        api.post(
          "/admin/pos/product-links/overrides",
          { connection_id: here.fixture.connectionId, product_id: productId(GOOD), overrides: { category } },
          { ...here.admin, validateStatus: () => true }
        )

      it("[D27] is refused at its field where it is too long, and one that is stored is reported", async () => {
        await here.open()
        const { status, data } = await choose("k".repeat(101))
        expect([status, data.message]).toEqual([
          400,
          expect.stringContaining("has 101 characters, at most 100 are taken"),
        ])
        expect(data.message).toContain("category")
        expect((await choose("😀".repeat(51))).status).toBe(400)
        expect((await choose(`  ${"k".repeat(100)} `)).status).toBe(200)
        await eventually(async () => expect((await here.fixture.product(GOOD)).category?.name).toBe("k".repeat(100)))
        await dbConnection.raw("UPDATE pos_product_link SET overrides = ?::jsonb WHERE product_id = ?", [
          JSON.stringify({ category: "k".repeat(101) }),
          productId(GOOD),
        ])
        await describeProduct(GOOD, "Ny text")
        await eventually(async () =>
          expect(await linkOf(GOOD)).toMatchObject({
            state: "rejected",
            overrides: { category: "k".repeat(101) },
            rejection: expect.stringContaining("101 characters"),
          })
        )
      })
    })

    describe("a product that cannot be mapped", () => {
      it("[D16] is rejected with variant, field and value, and holds nothing else up", async () => {
        await updateVariantOf(PRICELESS, { prices: [{ amount: 99_999_999_999_999, currency_code: "sek" }] })
        await updateVariantOf(COSTLY, { metadata: { pos_cost_price: "1e99" } })
        await here.open()
        expect(await linkOf(PRICELESS)).toMatchObject({
          state: "rejected",
          rejection: expect.stringMatching(/^Variant ‘Kopp för dyr’: the price 99999999999999 /),
        })
        expect(await linkOf(GOOD)).toMatchObject({ state: "synced" })
        expect(await linkOf(COSTLY)).toMatchObject({
          state: "synced",
          notes: [expect.stringMatching(/^Variant ‘Kopp med inköpspris’: the cost price 1e99 /)],
        })
        const { actions, prices, checked } = await lookEverywhere()
        expect(actions).toMatchObject({ [GOOD]: "none", [PRICELESS]: "reject", [COSTLY]: "none" })
        expect(prices).toMatchObject({ [GOOD]: { lowest: 12_375, highest: 12_375 }, [PRICELESS]: null })
        expect(checked).toBeGreaterThanOrEqual(3)
      })

      it.each(["99999999999999999999", "1e400", "0x10", "-1", "1,5", ""])(
        "[D16] is not made by an override of the price %j",
        async (price) => {
          await here.open()
          const { status } = await api.post(
            "/admin/pos/product-links/overrides",
            {
              connection_id: here.fixture.connectionId,
              product_id: productId(GOOD),
              overrides: { price },
            },
            { ...here.admin, validateStatus: () => true }
          )
          expect(status).toBe(400)
        }
      )

      it("[D16] is rejected where a stored override is no amount, rather than sent without it", async () => {
        await here.open()
        await dbConnection.raw(`UPDATE pos_product_link SET overrides = '{"price":"1e400"}' WHERE product_id = ?`, [
          productId(GOOD),
        ])
        await describeProduct(GOOD, "Ny text")
        await eventually(async () =>
          expect(await linkOf(GOOD)).toMatchObject({
            state: "rejected",
            rejection: expect.stringContaining("the price 1e400"),
          })
        )
        expect((await lookEverywhere()).actions).toMatchObject({ [GOOD]: "reject", [COSTLY]: "none" })
      })

      it("[D16] is rejected alone where transformProduct throws, and sent once it does not", async () => {
        const setTransform = async (transform: TransformProduct | null) => {
          const options = await getContainer().resolve(POS_MODULE).getOptions()
          options.transformProduct = transform
        }
        await setTransform((content) => {
          if (content.name === PRICELESS) {
            throw new RangeError("no name for it")
          }
          return content
        })
        try {
          await here.open()
          expect(await linkOf(PRICELESS)).toMatchObject({
            state: "rejected",
            rejection: expect.stringContaining("no name for it"),
          })
          expect(await linkOf(GOOD)).toMatchObject({ state: "synced" })
          expect((await lookEverywhere()).actions).toMatchObject({ [GOOD]: "none", [PRICELESS]: "reject" })
        } finally {
          await setTransform(null)
        }
        expect((await lookEverywhere()).actions).toMatchObject({ [PRICELESS]: "create" })
        await here.fixture.sync()
        expect(await linkOf(PRICELESS)).toMatchObject({ state: "synced" })
      })

      it("[D16] is written again where what is stored of it is not understood", async () => {
        await here.open()
        await dbConnection.raw(
          `UPDATE pos_product_link SET accepted_content = '{"uuid":5}', pos_content = '7' WHERE product_id = ?`,
          [productId(PRICELESS)]
        )
        expect((await lookEverywhere()).actions).toMatchObject({ [GOOD]: "none", [PRICELESS]: "none" })
        await describeProduct(PRICELESS, "Ny text")
        await describeProduct(GOOD, "Ny text")
        await eventually(async () => {
          expect((await here.fixture.product(PRICELESS)).description).toBe("Ny text")
          expect((await here.fixture.product(GOOD)).description).toBe("Ny text")
        })
      })
    })
  },
})
