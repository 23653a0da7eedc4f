import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createProductsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { eventually } from "./eventually"
import type { PushStore } from "./use-push-store"

const LONG = `東京タワー ${"mycket lång titel ".repeat(12)}å`
const SIZES = Array.from({ length: 99 }, (_none, index) => String(index + 1))

const spanSchema = z.object({ lowest: z.number(), highest: z.number() }).nullable()
const pageSchema = z.object({
  product_links: z.array(
    z.looseObject({
      title: z.string(),
      thumbnail: z.string().nullable(),
      state: z.string(),
      sides: z
        .object({
          stock: z.object({ store: z.string().nullable(), pos: z.string().nullable() }),
          price: z.object({ store: spanSchema, pos: spanSchema }),
        })
        .nullable(),
    })
  ),
  count: z.number(),
  count_is_lower_bound: z.boolean(),
})
const countsSchema = z.object({ counts: z.array(z.object({ state: z.string(), count: z.number().nullable() })) })

/** The catalog's list as a merchant with many products uses it. */
export function describeCatalogList(
  here: PushStore,
  { api, getContainer }: { api: AxiosInstance; getContainer: () => MedusaContainer }
): void {
  describe("The catalog's list", () => {
    const ask = async (path: string, query: Record<string, string | undefined>) =>
      (
        await api.get(`/admin/pos/product-links${path}`, {
          ...here.admin,
          params: { connection_id: here.fixture.connectionId, ...query },
        })
      ).data

    const page = async (query: Record<string, string | undefined> = {}) => pageSchema.parse(await ask("", query))
    const titles = async (q: string) => (await page({ q })).product_links.map(({ title }) => title)

    const counts = async (q?: string) =>
      Object.fromEntries(
        countsSchema
          .parse(await ask("/counts", { q }))
          .counts.flatMap(({ state, count }) => (count === 0 ? [] : [[state, count]]))
      )

    const changeAll = async (body: object) => {
      const { status, data } = await api.post(
        "/admin/pos/product-links/matching",
        { connection_id: here.fixture.connectionId, ...body },
        here.admin
      )
      expect(status).toBe(202)
      await here.fixture.finished(data.run_id)
      await here.fixture.settled()
      return data
    }

    const createLong = async () =>
      createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: LONG,
              handle: "tokyo",
              status: "published" as const,
              thumbnail: "https://images.example/tokyo.jpg",
              shipping_profile_id: here.shop.shippingProfileId,
              options: [{ title: "Nr", values: SIZES }],
              variants: SIZES.map((size) => ({
                title: size,
                options: { Nr: size },
                sku: `TKY/${size}`,
                ean: size === "7" ? "4901234567894" : undefined,
                prices: [{ amount: Number(size), currency_code: "sek" }],
              })),
            },
          ],
        },
      })

    it("finds by any part of a title, SKU, barcode or EAN, in any script, and by nothing that is not there", async () => {
      await createLong()
      await here.open()
      expect(await titles("東京")).toEqual([LONG])
      expect(await titles("タ")).toEqual([LONG])
      expect(await titles("MYCKET LåNG")).toEqual([LONG])
      expect(await titles("ky/98")).toEqual([LONG])
      expect(await titles("34567894")).toEqual([LONG])
      expect(await titles("röj")).toEqual(["Tröja"])
      expect(await titles("oja-m")).toEqual(["Tröja"])
      expect(await titles("7300000000077")).toEqual(["Tröja"])
      for (const nothing of ["%", "_", "Tr%ja", "\\", "ajört", "Tröja Tröja"]) {
        expect(await titles(nothing)).toEqual([])
      }
    })

    it("pages in the order that is asked for, and counts by the state that is shown", async () => {
      await here.open()
      const all = await page({ order: "title" })
      const ascending = all.product_links.map(({ title }) => title)
      expect(all.count).toBe(ascending.length)
      const descending = await page({ order: "-title", limit: "2", offset: "1" })
      expect(descending.product_links.map(({ title }) => title)).toEqual([...ascending].reverse().slice(1, 3))
      expect(descending.count).toBe(ascending.length)
      expect(await counts()).toEqual({ synced: ascending.length - 1, rejected: 1 })
      expect(await counts("tröja")).toEqual({ synced: 1 })
      expect((await page({ state: "rejected", q: "PRIS" })).product_links.map(({ title }) => title)).toEqual([
        "Utan pris",
      ])
      const newest = await page({ order: "-pushed_at", state: "synced" })
      const pushed = newest.product_links.map(({ pushed_at }) => Date.parse(z.string().parse(pushed_at)))
      expect(pushed).toEqual([...pushed].sort((left, right) => right - left))
      const refused = await api.get("/admin/pos/product-links?order=stock", {
        ...here.admin,
        validateStatus: () => true,
      })
      expect(refused.status).toBe(400)
    })

    it("shows stock and price of both sides, from the cheapest variant to the dearest", async () => {
      await createLong()
      await here.open()
      const sidesOf = async (q: string) => (await page({ q, sides: "true" })).product_links[0]
      const price = { lowest: 125, highest: 12_375 }
      expect(await sidesOf("東京")).toMatchObject({
        thumbnail: "https://images.example/tokyo.jpg",
        sides: { stock: { store: null }, price: { store: price, pos: price } },
      })
      await eventually(async () => expect((await sidesOf("tröja"))?.sides?.stock).toEqual({ store: "20", pos: "20" }))
      expect((await sidesOf("utan pris"))?.sides?.price).toEqual({ store: null, pos: null })
      expect((await page({ q: "tröja" })).product_links[0]?.sides).toBeNull()
    })

    it("does something with all that match, and with no others, and keeps who did it", async () => {
      await createLong()
      await here.open()
      expect(await ask("/matching", { q: "tröja" })).toEqual({ count: 1 })
      expect(await changeAll({ action: "exclude", q: "tröja" })).toMatchObject({ total: 1 })
      await eventually(async () => expect(await here.fixture.names()).not.toContain("Tröja"))
      expect((await page({ q: "tröja" })).product_links).toMatchObject([{ state: "excluded", inclusion: "exclude" }])
      await changeAll({ action: "include", state: "excluded" })
      await eventually(async () => expect(await here.fixture.names()).toContain("Tröja"))
      const { total } = await changeAll({ action: "barcodes", q: "tky/" })
      expect(total).toBe(1)
      await eventually(async () => {
        const product = await here.fixture.product(LONG)
        expect(product.variants?.filter(({ barcode }) => !barcode)).toEqual([])
      })
      const { data } = await api.get(`/admin/pos/activities?connection_id=${here.fixture.connectionId}`, here.admin)
      const bulk = data.activities.filter(({ kind }: { kind: string }) => kind === "bulk")
      expect(bulk.map(({ asked }: { asked: object }) => asked)).toEqual([
        { bulk: "barcodes", searched: "tky/" },
        { bulk: "include", link_state: "excluded" },
        { bulk: "exclude", searched: "tröja" },
      ])
    })
  })
}
