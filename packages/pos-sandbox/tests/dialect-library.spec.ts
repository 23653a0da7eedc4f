import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import axios from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { speak } from "./support/dialects"
import { Merchant } from "./support/merchant"
import { aProduct } from "./support/products"
import { openSandbox, useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"
const uuidsOf = (items: { uuid: string }[]) => items.map(({ uuid }) => uuid)

describe.each(["spec", "field"] as const)("Product library routes in the dialect %s", (dialect) => {
  const world = useSandbox({ dialect })
  const library = (query = "") => world.merchant.api.get(`${SELF}/library${query}`)
  const importProducts = async (count: number) => {
    const products = Array.from({ length: count }, (_, index) => aProduct({ name: `Vara ${index}` }))
    await world.merchant.api.post(`${SELF}/import/v2`, { products })
    await world.merchant.settled()
    return products
  }

  it("GET products and products/v2 answer the same bare array; sort=true has the oldest first", async () => {
    const products = await importProducts(3)
    for (const route of ["products", "products/v2", "products/v2?sort=true", "products/v2?sort=false"]) {
      const { data } = await world.merchant.api.get(`${SELF}/${route}`)
      expect(uuidsOf(data)).toEqual(uuidsOf(products))
    }
  })

  it("GET products/v2/count answers productCount", async () => {
    await importProducts(3)
    expect((await world.merchant.api.get(`${SELF}/products/v2/count`)).data).toEqual({ productCount: 3 })
  })

  it("DELETE products?uuid=… takes 100 at once", async () => {
    const products = await importProducts(101)
    const query = products.slice(0, 100).map(({ uuid }) => `uuid=${uuid}`)
    expect((await world.merchant.api.delete(`${SELF}/products?${query.join("&")}`)).status).toBe(204)
    expect((await world.merchant.api.get(`${SELF}/products/v2/count`)).data.productCount).toBe(1)
  })

  describe("GET library", () => {
    it("answers products, discounts, and where it stands", async () => {
      const { product } = await world.merchant.createProduct()
      const discount = { uuid: uuidVersion1(), name: "Stamkund", percentage: 10 }
      await world.merchant.api.post(`${SELF}/discounts`, discount)
      const { status, data, headers } = await library()
      expect(status).toBe(200)
      expect(headers.link).toBeUndefined()
      expect(data).toEqual({
        fromEventLogUuid: null,
        untilEventLogUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        products: [(await world.merchant.api.get(`${SELF}/products/${product.uuid}`)).data],
        discounts: [expect.objectContaining({ ...discount, percentage: "10" })],
        deletedProducts: [],
        deletedDiscounts: [],
      })
    })

    it("comes in pages: Link leads to the next, and all of them stand at the same change", async () => {
      const products = await importProducts(5)
      const pages: { products: { uuid: string }[]; untilEventLogUuid: string }[] = []
      let next: string | undefined = `${SELF}/library?limit=2`
      while (next) {
        const { data, headers }: { data: (typeof pages)[number]; headers: Record<string, unknown> } =
          await world.merchant.api.get(next)
        pages.push(data)
        await world.merchant.api.put(`${SELF}/products/v2/${products[0]?.uuid}`, { name: `Sida ${pages.length}` })
        next = /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
      }
      expect(pages.map((page) => page.products.length)).toEqual([2, 2, 1])
      expect(uuidsOf(pages.flatMap((page) => page.products))).toEqual(uuidsOf(products))
      expect(new Set(pages.map(({ untilEventLogUuid }) => untilEventLogUuid)).size).toBe(1)
      const since = (await library(`?eventLogUuid=${pages[0]?.untilEventLogUuid}`)).data
      expect(since.products).toMatchObject([{ uuid: products[0]?.uuid, name: "Sida 3" }])
    })

    it("has 500 items a page by default, and with all=true everything at once", async () => {
      await importProducts(501)
      const { data, headers } = await library()
      expect([data.products.length, String(headers.link)]).toEqual([500, expect.stringContaining('rel="next"')])
      const all = await library("?all=true")
      expect([all.data.products.length, all.headers.link]).toEqual([501, undefined])
    })

    it("eventLogUuid: what changed since, each once, and what is gone", async () => {
      const [kept, gone] = [
        (await world.merchant.createProduct()).product,
        (await world.merchant.createProduct()).product,
      ]
      const discount = { uuid: uuidVersion1(), name: "Julrea", amount: { amount: 5_000, currencyId: "SEK" } }
      await world.merchant.api.post(`${SELF}/discounts`, discount)
      const from = (await library()).data.untilEventLogUuid
      expect((await library(`?eventLogUuid=${from}`)).data).toMatchObject({ products: [], untilEventLogUuid: from })

      await world.merchant.api.put(`${SELF}/products/v2/${kept.uuid}`, { name: "Ett" })
      await world.merchant.api.put(`${SELF}/products/v2/${kept.uuid}`, { name: "Två" })
      await world.merchant.api.delete(`${SELF}/products/${gone.uuid}`)
      await world.merchant.api.delete(`${SELF}/discounts/${discount.uuid}`)
      const { data } = await library(`?eventLogUuid=${from}`)
      expect(data).toMatchObject({
        fromEventLogUuid: from,
        products: [{ uuid: kept.uuid, name: "Två" }],
        deletedProducts: [gone.uuid],
        discounts: [],
        deletedDiscounts: [discount.uuid],
      })
      expect((await library(`?eventLogUuid=${data.untilEventLogUuid}`)).data.products).toEqual([])
    })

    it("a change at the register is one too", async () => {
      const { product } = await world.merchant.createProduct()
      const from = (await library()).data.untilEventLogUuid
      const { organizationUuid, control } = world.merchant
      await control.post("/products", { organizationUuid, productUuid: product.uuid, patch: { name: "Från kassan" } })
      expect((await library(`?eventLogUuid=${from}`)).data.products).toMatchObject([{ name: "Från kassan" }])
    })

    it("what changed comes in pages as well, the last change in its place", async () => {
      const from = (await library()).data.untilEventLogUuid
      const products = await importProducts(3)
      const first = await library(`?eventLogUuid=${from}&limit=2`)
      await world.merchant.createProduct()
      const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ""
      const second = await world.merchant.api.get(next)
      expect(uuidsOf([...first.data.products, ...second.data.products])).toEqual(uuidsOf(products))
      expect(second.headers.link).toBeUndefined()
    })

    it("500 changes behind are reported, 501 and an unknown one answer 412", async () => {
      const from = (await library()).data.untilEventLogUuid
      await importProducts(500)
      expect((await library(`?eventLogUuid=${from}`)).data.products).toHaveLength(500)
      await world.merchant.createProduct()
      expect((await library(`?eventLogUuid=${from}`)).status).toBe(412)
      expect((await library(`?eventLogUuid=${uuidVersion1()}`)).status).toBe(412)
    })

    it("after 2,000 imported products the log is still short and right", async () => {
      await importProducts(2_000)
      const from = (await library("?limit=1")).data.untilEventLogUuid
      const { product } = await world.merchant.createProduct()
      expect(uuidsOf((await library(`?eventLogUuid=${from}`)).data.products)).toEqual([product.uuid])
    })

    it.each(["limit=0", "limit=501", "limit=x", "offset=-1", "eventLogUuid=x", "all=perhaps"])(
      "?%s answers 400",
      async (query) => {
        expect((await library(`?${query}`)).status).toBe(400)
      }
    )
  })

  describe("categories/v2", () => {
    const list = async () => (await world.merchant.api.get(`${SELF}/categories/v2`)).data.categories

    it("POST creates, PATCH renames, DELETE removes", async () => {
      const category = { uuid: uuidVersion1(), name: "Kläder" }
      const url = `${SELF}/categories/v2/${category.uuid}`
      expect((await world.merchant.api.post(`${SELF}/categories/v2`, { categories: [category] })).status).toBe(201)
      expect(await list()).toEqual([category])
      expect((await world.merchant.api.patch(url, { name: "Mode" })).status).toBe(204)
      expect(await list()).toEqual([{ ...category, name: "Mode" }])
      expect((await world.merchant.api.delete(url, { data: {} })).status).toBe(204)
      expect(await list()).toEqual([])
    })

    it("an unknown category inside a product makes it; its new name and its end reach the product", async () => {
      const category = { uuid: uuidVersion1(), name: "Kök" }
      const { product } = await world.merchant.createProduct({ category })
      const stored = async () => (await world.merchant.api.get(`${SELF}/products/${product.uuid}`)).data.category
      expect(await list()).toEqual([category])
      await world.merchant.api.patch(`${SELF}/categories/v2/${category.uuid}`, { name: "Köket" })
      expect(await stored()).toEqual({ ...category, name: "Köket" })
      await world.merchant.api.delete(`${SELF}/categories/v2/${category.uuid}`)
      expect(await stored()).toBeNull()
    })

    it("an unknown one answers 404, a name over 100 characters 422, no uuid 400", async () => {
      const { api } = world.merchant
      const unknown = `${SELF}/categories/v2/${uuidVersion1()}`
      expect((await api.patch(unknown, { name: "Mode" })).status).toBe(404)
      expect((await api.delete(unknown)).status).toBe(404)
      expect((await api.delete(`${SELF}/categories/v2/kök`)).status).toBe(400)
      const categories = [{ uuid: uuidVersion1(), name: "å".repeat(101) }]
      expect((await api.post(`${SELF}/categories/v2`, { categories })).status).toBe(422)
    })
  })

  describe("discounts", () => {
    const url = (uuid: string) => `${SELF}/discounts/${uuid}`

    it("are created, listed, read, changed and deleted", async () => {
      const { api } = world.merchant
      const discount = { uuid: uuidVersion1(), name: "Stamkund", percentage: "12.5" }
      const created = await api.post(`${SELF}/discounts`, discount)
      expect([created.status, typeof created.headers.etag]).toEqual([201, "string"])
      const first = await api.get(url(discount.uuid))
      expect(first.data).toMatchObject({ ...discount, amount: null, imageLookupKeys: [] })
      expect([first.headers.etag, (await api.get(`${SELF}/discounts`)).data]).toEqual([
        created.headers.etag,
        [first.data],
      ])
      const changed = await api.put(url(discount.uuid), { name: "Trogen kund" })
      expect(changed.status).toBe(200)
      expect((await api.get(url(discount.uuid))).data).toMatchObject({ name: "Trogen kund", percentage: "12.5" })
      expect((await api.delete(url(discount.uuid))).status).toBe(204)
      expect((await api.get(url(discount.uuid))).status).toBe(404)
    })

    it.each([
      ["over 100 %", { percentage: 101 }],
      ["without a uuid", { uuid: undefined }],
      ["of half an öre", { amount: { amount: 0.5, currencyId: "SEK" } }],
    ])("one %s answers 422", async (_name, change) => {
      const discount = { uuid: uuidVersion1(), name: "Rea", ...change }
      expect((await world.merchant.api.post(`${SELF}/discounts`, discount)).status).toBe(422)
    })
  })
})

describe("[taxRates] GET /v1/taxes of an organization without sales tax", () => {
  const world = useSandbox()

  it("spec: none", async () => {
    expect((await world.merchant.api.get("/v1/taxes")).data).toEqual({ taxRates: [] })
  })

  it("field: 403, and those of a sales-tax organization as ever", async () => {
    await speak(world.merchant, "taxRates", "field")
    expect((await world.merchant.api.get("/v1/taxes")).status).toBe(403)
    const american = await world.openMerchant({ country: "US", currency: "USD", taxationType: "SALES_TAX" })
    expect((await american.api.get("/v1/taxes")).data.taxRates).toHaveLength(2)
  })
})

describe("A restart", () => {
  it("keeps the change log, categories, discounts and the dialect", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "pos-sandbox-"))
    const dataFile = path.join(directory, "sandbox.data")
    const first = await openSandbox({ dataFile, dialect: "field" })
    const merchant = await Merchant.open(first)
    const category = { uuid: uuidVersion1(), name: "Kläder" }
    const { product } = await merchant.createProduct({ category })
    const discount = { uuid: uuidVersion1(), name: "Rea", percentage: "20" }
    const from = (await merchant.api.get(`${SELF}/library`)).data.untilEventLogUuid
    await merchant.api.post(`${SELF}/discounts`, discount)
    await merchant.api.delete(`${SELF}/products/${product.uuid}`)
    await first.close()

    const second = await openSandbox({ dataFile })
    const { authorization } = merchant.api.defaults.headers.common
    const get = async (url: string) =>
      (await axios.get(`${second.url}${SELF}${url}`, { headers: { authorization } })).data
    const since = await get(`/library?eventLogUuid=${from}`)
    const { categories } = await get("/categories/v2")
    const settings = { headers: { authorization: `Bearer ${second.controlToken}` } }
    const { dialect } = (await axios.get(`${second.url}/_sandbox/settings`, settings)).data
    await second.close()
    rmSync(directory, { recursive: true })
    expect(since).toMatchObject({ deletedProducts: [product.uuid], discounts: [discount] })
    expect([categories, dialect.productShapes]).toEqual([[category], "field"])
  })
})
