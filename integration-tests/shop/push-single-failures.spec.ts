import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../src/modules/pos"
import type { TransformProduct } from "../../src/modules/pos/options-schema"
import { auditProducts } from "../../src/workflows/push/audit-products"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/shop"
import { shopSuite } from "./support/shop-suite"
import { usePushShop } from "./support/use-push-shop"

const GOOD = "Kopp"
const PRICELESS = "Kopp för dyr"
const COSTLY = "Kopp med inköpspris"

shopSuite({
  moduleName: "push-single-failures",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushShop({ api, getContainer })
    const ids = new Map<string, string>()

    beforeAll(async () => {
      await createSimpleProducts(getContainer(), here.shop, [GOOD, PRICELESS, COSTLY])
      const { rows } = await dbConnection.raw("SELECT id, title FROM product")
      rows.forEach(({ id, title }: { id: string; title: string }) => ids.set(title, id))
    })

    const productId = (title: string) => ids.get(title) ?? ""
    const linkOf = async (title: string) => here.till.link(productId(title))

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
      const { data: dry } = await api.get(`/admin/pos/connections/${here.till.connectionId}/dry-run`, here.admin)
      const { product_links: links } = (
        await api.get(`/admin/pos/product-links?connection_id=${here.till.connectionId}&sides=true`, here.admin)
      ).data
      const connection = await getContainer().resolve(POS_MODULE).findConnection(here.till.connectionId)
      const { checked } = await auditProducts(getContainer(), connection)
      return {
        actions: Object.fromEntries(
          dry.entries.map(({ title, action }: { title: string; action: string }) => [title, action])
        ),
        prices: Object.fromEntries(
          links.map(({ title, sides }: { title: string; sides: { price: { shop: unknown } } }) => [
            title,
            sides.price.shop,
          ])
        ),
        checked,
      }
    }

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
              connection_id: here.till.connectionId,
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
        await here.till.sync()
        expect(await linkOf(PRICELESS)).toMatchObject({ state: "synced" })
      })

      it("[D16] is written again where what is stored of it is not understood", async () => {
        await here.open()
        await dbConnection.raw(
          `UPDATE pos_product_link SET accepted_content = '{"uuid":5}', counter_content = '7' WHERE product_id = ?`,
          [productId(PRICELESS)]
        )
        expect((await lookEverywhere()).actions).toMatchObject({ [GOOD]: "none", [PRICELESS]: "none" })
        await describeProduct(PRICELESS, "Ny text")
        await describeProduct(GOOD, "Ny text")
        await eventually(async () => {
          expect((await here.till.product(PRICELESS)).description).toBe("Ny text")
          expect((await here.till.product(GOOD)).description).toBe("Ny text")
        })
      })
    })
  },
})
