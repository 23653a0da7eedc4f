import {
  createCollectionsWorkflow,
  createProductsWorkflow,
  createProductTagsWorkflow,
  deletePriceListsWorkflow,
  deleteProductCategoriesWorkflow,
  deleteProductsWorkflow,
  deleteProductVariantsWorkflow,
  createProductCategoriesWorkflow,
  createPriceListsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { Selection } from "../../src/contract/settings"
import { countUnsold } from "../../src/features/catalog/change-marks"
import type { ProductsQuery } from "../../src/medusa/catalog"
import { findBasePrices, findPriceSources, listTaxRates, pricesIncludeTax } from "../../src/medusa/prices"
import {
  findAlikeProducts,
  findCreatedProducts,
  findLivingProducts,
  findPosCategories,
  findProductsWithDueImages,
  findTakenCodes,
  findVariantsWithoutCode,
  readTitles,
} from "../../src/medusa/product-lookups"
import type { CatalogRows } from "../../src/medusa/services/catalog-records"
import {
  fetchBasePrices,
  fetchPreferences,
  fetchPriceSources,
  fetchTaxRates,
} from "../../src/medusa/services/fetch-prices"
import {
  fetchAlike,
  fetchCreated,
  fetchDueImages,
  fetchPosCategories,
  fetchProductsById,
  fetchTakenCodes,
  fetchVariants,
} from "../../src/medusa/services/find-products"
import { POS_MODULE } from "../../src/modules/pos"
import type { Sql } from "../../src/modules/pos/database/sql"
import {
  openCatalog,
  readAffected,
  readChangedSince,
  readIdentitiesOf,
  readProductsOf,
  readTaxRegion,
  readUnchanged,
} from "../../src/runtime/catalog-access"
import { countSold, readPlanned, readSellers, readSold, sumOverLinks } from "../../src/runtime/sold-products"
import { firstResult } from "../../test-support/run-workflow"
import { seedPricedProducts } from "./support/seed-priced-products"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { readCatalogBy } from "./support/table-access"

const DEFAULT_OPTIONS = [{ title: "Default option", values: ["Default option value"] }]
const DEFAULT_CHOICE = { "Default option": "Default option value" }
const PIECES = 99

const rowsSchema = z.looseObject({ rows: z.array(z.object({ id: z.string() })) })
const momentSchema = z.looseObject({ rows: z.tuple([z.object({ at: z.date() })]) })

/** Both ways to read the store's catalog: by SQL, and by Medusa's services. */
storeSuite({
  moduleName: "catalog-by-services",
  testSuite: ({ getContainer, dbConnection }) => {
    let shop: SeededStoreIds
    let productIds: string[] = []
    let connectionId = ""
    let draftListId = ""
    const ids = { tag: "", collection: "", category: "", deletedList: "" }

    const pos = () => getContainer().resolve(POS_MODULE)

    /** A store as real ones are: many variants, digits of all currencies, scripts, and what was deleted. */
    beforeAll(async () => {
      const container = getContainer()
      shop = await seedStore(container)
      const priced = await seedPricedProducts(container, shop)
      draftListId = priced.draftListId
      const tag = await firstResult(
        createProductTagsWorkflow(container).run({ input: { product_tags: [{ value: "kassa" }] } })
      )
      const collection = await firstResult(
        createCollectionsWorkflow(container).run({ input: { collections: [{ title: "Höst" }] } })
      )
      const [above, gone] = (
        await createProductCategoriesWorkflow(container).run({
          input: { product_categories: ["Café", "Borta"].map((name) => ({ name, is_active: true })) },
        })
      ).result
      const below = await firstResult(
        createProductCategoriesWorkflow(container).run({
          input: { product_categories: [{ name: "Te 茶", is_active: true, parent_category_id: above?.id }] },
        })
      )
      const { result: products } = await createProductsWorkflow(container).run({
        input: {
          products: [
            {
              title: "Pärlor 100%_äkta",
              handle: "parlor",
              status: "published",
              tag_ids: [tag.id],
              collection_id: collection.id,
              category_ids: [below.id, gone?.id ?? ""],
              sales_channels: [{ id: shop.salesChannelId }],
              shipping_profile_id: shop.shippingProfileId,
              options: [{ title: "Nr", values: Array.from({ length: PIECES }, (_none, index) => `N${index}`) }],
              variants: Array.from({ length: PIECES }, (_none, index) => ({
                title: `N${index}`,
                sku: `PEARL-${index}`,
                variant_rank: index % 7,
                options: { Nr: `N${index}` },
                prices: [
                  { amount: 10 + index / 4, currency_code: "sek" },
                  { amount: 1_500 + index, currency_code: "jpy" },
                  { amount: 1.234, currency_code: "kwd" },
                ],
              })),
            },
            {
              title: "Utkast",
              status: "draft",
              shipping_profile_id: shop.shippingProfileId,
              options: DEFAULT_OPTIONS,
              variants: [{ title: "Utkast", barcode: "7310000000999", options: DEFAULT_CHOICE }],
            },
            {
              title: "Raderad",
              status: "published",
              shipping_profile_id: shop.shippingProfileId,
              options: DEFAULT_OPTIONS,
              variants: [{ title: "Raderad", options: DEFAULT_CHOICE, prices: [{ amount: 1, currency_code: "sek" }] }],
            },
          ],
        },
      })
      const [pearls, , deleted] = products
      const list = await firstResult(
        createPriceListsWorkflow(container).run({
          input: {
            price_lists_data: [
              {
                title: "Förra året",
                description: "",
                status: "active",
                prices: [{ variant_id: pearls?.variants[3]?.id ?? "", amount: 0.5, currency_code: "sek" }],
              },
            ],
          },
        })
      )
      await deletePriceListsWorkflow(container).run({ input: { ids: [list.id] } })
      await deleteProductVariantsWorkflow(container).run({ input: { ids: [pearls?.variants[0]?.id ?? ""] } })
      await deleteProductsWorkflow(container).run({ input: { ids: [deleted?.id ?? ""] } })
      await deleteProductCategoriesWorkflow(container).run({ input: [gone?.id ?? ""] })
      Object.assign(ids, { tag: tag.id, collection: collection.id, category: above?.id ?? "", deletedList: list.id })
      productIds = [...priced.productIds, shop.sweaterId, ...products.map(({ id }) => id), "prod_none"]
      const connection = await pos().createPosConnections({
        organization_uuid: crypto.randomUUID(),
        currency_code: "sek",
        sales_channel_id: shop.salesChannelId,
        stock_location_id: shop.stockLocationId,
        region_id: shop.regionId,
        contact_email: "a@example.com",
        client_id: "c",
        country_code: "se",
        // No job works on it: the tests write its links themselves.
        state: "disconnected",
      })
      connectionId = connection.id
    })

    afterEach(() => jest.restoreAllMocks())

    /** What both adapters read, which must be the same. */
    const same = async <Result>(read: () => Promise<Result>): Promise<Result> => {
      await readCatalogBy(pos(), "sql")
      const bySql = await read()
      await readCatalogBy(pos(), "services")
      expect(await read()).toEqual(bySql)
      return bySql
    }

    const sameQuery = async <Result>(
      fetch: () => Promise<CatalogRows>,
      read: (sql: Sql) => Promise<Result>
    ): Promise<Result> =>
      same(async () => {
        const over = await openCatalog(getContainer(), fetch)
        return pos().query((sql) => read(over(sql)))
      })

    const selections = (): Selection[] => [
      { by: "all", ids: [] },
      { by: "sales_channel", ids: [shop.salesChannelId] },
      { by: "tag", ids: [ids.tag] },
      { by: "collection", ids: [ids.collection] },
      { by: "category", ids: [ids.category] },
    ]

    const taxRegionId = async () =>
      (await readTaxRegion(getContainer(), { country_code: "se", region_id: shop.regionId }))?.id ?? null

    const query = async (change: Partial<ProductsQuery>): Promise<ProductsQuery> => ({
      productIds,
      selection: { by: "all", ids: [] },
      currencyCode: "sek",
      regionId: shop.regionId,
      price: { region_id: null, price_list_id: null, sale_prices: true },
      taxRegionId: await taxRegionId(),
      basis: "basis",
      ...change,
    })

    const readBoth = async (change: Partial<ProductsQuery>) => {
      const wanted = await query(change)
      return same(async () =>
        (await readProductsOf(getContainer(), wanted)).sort((left, right) => (left.id < right.id ? -1 : 1))
      )
    }

    it("reads the same products, their fingerprints included, for each selection", async () => {
      for (const selection of selections()) {
        const rows = await readBoth({ selection })
        expect(rows).toHaveLength(6)
        expect(rows.some(({ selected }) => selected)).toBe(true)
        expect(rows.flatMap(({ variants }) => variants ?? [])).toHaveLength(6 + 1 + 1 + 2 + (PIECES - 1) + 1)
      }
    })

    it.each(["sek", "jpy", "kwd", "eur", "usd"])(
      "reads the same prices in %s, by each choice of prices",
      async (code) => {
        for (const regionId of [shop.regionId, shop.euroRegionId]) {
          for (const sale_prices of [true, false]) {
            for (const price_list_id of [null, draftListId, ids.deletedList]) {
              await readBoth({ currencyCode: code, regionId, price: { region_id: null, price_list_id, sale_prices } })
            }
          }
        }
      }
    )

    it("reads the same taxes", async () => {
      await readBoth({ taxRegionId: null })
      for (const country_code of ["se", "fi", null]) {
        for (const region_id of [shop.regionId, shop.euroRegionId, "reg_none"]) {
          await same(async () => readTaxRegion(getContainer(), { country_code, region_id }))
        }
      }
      const regionId = await taxRegionId()
      const rates = await sameQuery(
        async () => fetchTaxRates(getContainer(), regionId, []),
        async (sql) => listTaxRates(sql, regionId)
      )
      expect(rates.map(({ rate }) => rate).sort()).toEqual(["12.5", "25", "6"])
      await sameQuery(
        async () => fetchPreferences(getContainer()),
        async (sql) => Promise.all(["sek", "eur", "jpy"].map(async (code) => pricesIncludeTax(sql, code)))
      )
    })

    it("finds the same products unchanged", async () => {
      const wanted = await query({})
      const rows = await readProductsOf(getContainer(), wanted)
      await pos().createPosProductLinks(
        rows.map(({ id, source }, index) => ({
          connection_id: connectionId,
          product_id: id,
          product_uuid: crypto.randomUUID(),
          state: "synced" as const,
          revision: 1,
          pushed_revision: 1,
          source_fingerprint: index === 0 ? "changed" : source,
        }))
      )
      const unchanged = await same(async () => (await readUnchanged(getContainer(), connectionId, wanted)).sort())
      expect(unchanged).toHaveLength(rows.length - 1)
    })

    /** Tables of which an event may name a row, or in which the sweep finds a change. */
    const TABLES = [
      "product",
      "product_variant",
      "image",
      "product_sales_channel",
      "product_collection",
      "product_type",
      "product_tag",
      "product_category",
      "product_product_option",
      "product_option",
      "product_option_value",
      "tax_rate_rule",
      "tax_rate",
      "tax_region",
      "price_set",
      "price",
      "price_list",
      "price_rule",
      "price_list_rule",
      "price_preference",
    ]

    const idsIn = async (table: string) =>
      rowsSchema
        .parse(await dbConnection.raw(`SELECT id FROM "${table}" ORDER BY deleted_at NULLS LAST, id LIMIT 5`))
        .rows.map(({ id }) => id)
        .concat(
          rowsSchema
            .parse(await dbConnection.raw(`SELECT id FROM "${table}" ORDER BY id DESC LIMIT 2`))
            .rows.map(({ id }) => id)
        )

    it.each(TABLES)("finds the same products behind changed rows of %s", async (table) => {
      const changed = await idsIn(table)
      const affected = async (some: string[]) =>
        same(async () => {
          const { productIds: found, all } = await readAffected(getContainer(), some)
          return { found: found.sort(), all }
        })
      for (const id of changed) {
        await affected([id])
      }
      const { found, all } = await affected(changed)
      expect(all || found.length > 0).toBe(true)
    })

    it.each(
      TABLES.filter((table) => !["product_collection", "product_type", "product_tag", "price_set"].includes(table))
    )("finds the same products after a change in %s that no event reported", async (table) => {
      const { rows } = momentSchema.parse(await dbConnection.raw("SELECT now() AS at"))
      const since = rows[0].at
      const changedSince = async () =>
        same(async () => {
          const { productIds: found, all } = await readChangedSince(getContainer(), since)
          return { found: found.sort(), all }
        })
      const [first = "", second = ""] = await idsIn(table)
      for (const set of ["updated_at", "deleted_at"]) {
        await dbConnection.raw(`UPDATE "${table}" SET ${set} = now() + interval '1 second' WHERE id = ANY(?)`, [
          [first, second],
        ])
        const { found, all } = await changedSince()
        expect(all || found.length > 0).toBe(true)
      }
    })

    it("finds products whose price list has begun or ended", async () => {
      const { rows } = momentSchema.parse(await dbConnection.raw("SELECT now() - interval '1 hour' AS at"))
      await dbConnection.raw(
        `UPDATE price_list SET starts_at = now() - interval '1 minute', updated_at = now() - interval '1 year';
         UPDATE price SET updated_at = now() - interval '1 year'; UPDATE product SET updated_at = now() - interval '1 year'`
      )
      await same(async () => {
        const { productIds: found, all } = await readChangedSince(getContainer(), rows[0].at)
        return { found: found.sort(), all }
      })
    })

    it("finds the same products that a connection sells, counts and plans them", async () => {
      const [first = "", second = "", third = "", , pearls = "", draft = ""] = productIds
      await pos().createPosProductLinks(
        [
          { product_id: first, inclusion: "exclude" as const },
          { product_id: second, inclusion: "include" as const },
          { product_id: pearls, inclusion: "auto" as const },
          { product_id: draft, inclusion: "include" as const },
          { product_id: third, inclusion: "auto" as const },
        ].map((link) => ({
          connection_id: connectionId,
          product_id: link.product_id,
          inclusion: link.inclusion,
          product_uuid: crypto.randomUUID(),
        }))
      )
      const container = getContainer()
      for (const selection of selections()) {
        const wanted = { connectionId, selection, after: "", limit: 2, among: null }
        for (const unlinked of [false, true]) {
          const page = await same(async () => readSold(container, { ...wanted, unlinked }))
          const after = page.at(-1) ?? ""
          await same(async () => readSold(container, { ...wanted, unlinked, after, limit: 100 }))
          await same(async () => readSold(container, { ...wanted, unlinked, among: productIds.slice(1) }))
        }
        await same(async () => countSold(container, connectionId, selection))
        for (const limit of [1, 3, 100]) {
          const plan = { connectionId, selection, limit }
          const page = await same(async () => readPlanned(container, { ...plan, after: "" }))
          await same(async () => readPlanned(container, { ...plan, after: page.at(-1) ?? "" }))
        }
        await same(async () =>
          sumOverLinks(container, { connectionId, selection, count: 0 }, async (sql, { sold, among }) =>
            countUnsold(sql, { connectionId, sold, among, keeps: false })
          )
        )
      }
      const sellers = selections().map((selection, index) => ({
        // The first sells what has no link; the others have none.
        connectionId: index === 0 ? connectionId : `pos_${index}`,
        selection,
      }))
      const found = await same(async () =>
        (await readSellers(container, sellers, productIds))
          .map((seller) => ({ id: seller.connection_id, products: seller.product_ids.sort() }))
          .sort((left, right) => (left.id < right.id ? -1 : 1))
      )
      expect(found.map(({ id }) => id).sort()).toEqual(sellers.map((seller) => seller.connectionId).sort())
    })

    it("reads the same identities, titles and codes", async () => {
      const container = getContainer()
      const identities = await same(async () => readIdentitiesOf(container, productIds))
      expect(identities).toHaveLength(7)
      const titles = await sameQuery(
        async () => fetchProductsById(container, productIds, true),
        async (sql) => readTitles(sql, productIds)
      )
      expect([...titles.values()].map(({ title }) => title)).toContain("Raderad")
      const sorted = (found: Iterable<string>) => [...found].sort()
      await sameQuery(
        async () => fetchProductsById(container, productIds),
        async (sql) => sorted(await findLivingProducts(sql, productIds))
      )
      const created = await sameQuery(
        async () => fetchCreated(container, productIds),
        async (sql) => (await findCreatedProducts(sql, productIds)).sort((left, right) => (left.id < right.id ? -1 : 1))
      )
      expect(created).toHaveLength(6)
      const uncoded = await sameQuery(
        async () => fetchVariants(container, productIds),
        async (sql) => findVariantsWithoutCode(sql, productIds)
      )
      expect(uncoded.length).toBeGreaterThan(PIECES - 2)
      const codes = ["7310000000999", "7300000000077", "nowhere"]
      const taken = await sameQuery(
        async () => fetchTakenCodes(container, codes),
        async (sql) => sorted(await findTakenCodes(sql, codes))
      )
      expect(taken).toContain("7310000000999")
    })

    it("finds the same products that are alike, in any case and with wildcards", async () => {
      const words = {
        handles: ["parlor"],
        titles: ["pärlor 100%_äkta", "förkläde 東京", "o_t", "%"],
        skus: ["PEARL-7", "TROJA-M"],
        barcodes: ["7310000000999", "7300000000077"],
      }
      const alike = await sameQuery(
        async () => fetchAlike(getContainer(), words),
        async (sql) => (await findAlikeProducts(sql, [connectionId], words)).sort()
      )
      expect(alike.length).toBeGreaterThanOrEqual(4)
    })

    it("finds the same sources of prices, base prices, categories and images", async () => {
      const container = getContainer()
      const sources = {
        priceListIds: [draftListId, ids.deletedList, "plist_none"],
        regionIds: [shop.regionId, "reg_none"],
      }
      const named = await sameQuery(
        async () => fetchPriceSources(container, sources),
        async (sql) => findPriceSources(sql, sources)
      )
      expect([...named.values()].map(({ is_deleted }) => is_deleted).sort()).toEqual([false, false, true])
      const variants = await readIdentitiesOf(container, productIds)
      const variantIds = variants.flatMap((product) => product.variants.map(({ id }) => id))
      for (const regionId of [shop.regionId, shop.euroRegionId]) {
        await sameQuery(
          async () => fetchBasePrices(container, variantIds, "sek"),
          async (sql) => findBasePrices(sql, { variantIds, currencyCode: "sek", regionId })
        )
      }
      await pos().createPosCategoryLinks({ connection_id: connectionId, category_id: ids.category, category_uuid: "u" })
      const wanted = [
        { uuid: "u", name: "Nothing" },
        { uuid: "v", name: "KÖK" },
        { uuid: "w", name: "te 茶" },
      ]
      const categories = await sameQuery(
        async () => fetchPosCategories(container, connectionId, wanted),
        async (sql) => findPosCategories(sql, connectionId, wanted)
      )
      expect(categories.map(({ name }) => name).sort()).toEqual(["Café", "Kök", "Te 茶"])
      const now = new Date()
      await pos().createPosImages(
        ["a", "b", "none"].map((name) => ({
          connection_id: connectionId,
          url: `https://bilder.example/${name}.jpg`,
          url_hash: name,
          state: "invalid" as const,
          next_attempt_at: now,
        }))
      )
      const due = await sameQuery(
        async () => fetchDueImages(container, connectionId, now),
        async (sql) => findProductsWithDueImages(sql, connectionId, now)
      )
      expect(due).toHaveLength(1)
    })
  },
})
