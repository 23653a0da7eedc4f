import { createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { seedCatalog } from "../../test-support/seed-catalog"
import { type BenchmarkStore, seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { newRows, readAllRows, type TableRows, withoutIdsAndMoments } from "./support/table-rows"
import { storeSuite } from "./support/store-suite"

/** Two numbers that have the same price and category. */
const SEEDED = 9_001
const CREATED = 18_001
const PRICE = 10 + (CREATED % 900)

storeSuite({
  moduleName: "benchmark-seed",
  testSuite: ({ getContainer, dbConnection }) => {
    let shop: BenchmarkStore

    beforeAll(async () => {
      shop = await seedBenchmarkStore(getContainer())
      await seedCatalog(dbConnection, shop, { from: SEEDED - 1, to: SEEDED - 1 })
    })

    const createProduct = async () =>
      createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: `Produkt ${CREATED}`,
              handle: `produkt-${CREATED}`,
              description: `<p>Beskrivning av produkt ${CREATED}.</p>`,
              status: "published",
              shipping_profile_id: shop.shippingProfileId,
              sales_channels: [{ id: shop.salesChannelId }],
              category_ids: [shop.categoryIds[CREATED % shop.categoryIds.length] ?? ""],
              options: [{ title: "Storlek", values: ["M", "L"] }],
              variants: ["M", "L"].map((size, variant_rank) => ({
                title: size,
                variant_rank,
                sku: `P${CREATED}-${size}`,
                barcode: `2${String(CREATED).padStart(10, "0")}${variant_rank}`,
                options: { Storlek: size },
                prices: [{ amount: PRICE, currency_code: "sek" }],
              })),
            },
          ],
        },
      })

    /** Zeroes before the number give way, so that both barcodes are of one length. */
    const comparable = (text: string) => withoutIdsAndMoments(text).replace(/0*(18001|9001)/g, "№")

    const comparableRows = (rows: TableRows) =>
      Object.fromEntries([...rows].map(([table, texts]) => [table, texts.map(comparable).sort()]))

    const readProduct = async (number: number) => {
      const { data } = await getContainer()
        .resolve(ContainerRegistrationKeys.QUERY)
        .graph({
          entity: "product",
          fields: [
            "*",
            "categories.name",
            "sales_channels.name",
            "shipping_profile.name",
            "options.title",
            "options.values.value",
            "variants.*",
            "variants.options.value",
            "variants.options.option.title",
            "variants.price_set.prices.*",
            "variants.inventory_items.required_quantity",
            "variants.inventory_items.inventory.*",
          ],
          filters: { handle: `produkt-${number}` },
        })
      return data[0]
    }

    /** Members sorted by their text: relations come in no order of their own. */
    const sorted = (value: unknown): unknown =>
      JSON.parse(
        comparable(JSON.stringify(value)).replace(/,"(created_at|updated_at)":"moment"/g, ""),
        (_key, inner: unknown) =>
          Array.isArray(inner)
            ? inner.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
            : inner
      )

    it("writes row for row what createProductsWorkflow writes", async () => {
      const before = await readAllRows(dbConnection)
      await createProduct()
      const created = await readAllRows(dbConnection)
      await seedCatalog(dbConnection, shop, { from: SEEDED, to: SEEDED })
      const seeded = newRows(await readAllRows(dbConnection), created)
      expect(seeded.get("product_variant")).toHaveLength(2)
      expect(comparableRows(seeded)).toEqual(comparableRows(newRows(created, before)))
    })

    it("ties the rows together as Medusa does", async () => {
      await createProduct()
      await seedCatalog(dbConnection, shop, { from: SEEDED, to: SEEDED })
      const seeded = await readProduct(SEEDED)
      expect(seeded?.variants).toHaveLength(2)
      expect(sorted(seeded)).toEqual(sorted(await readProduct(CREATED)))
    })
  },
})
