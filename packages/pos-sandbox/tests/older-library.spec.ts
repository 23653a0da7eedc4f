import { v1 as uuidVersion1 } from "uuid"
import { aProduct, withOptions } from "./support/products"
import { MONDAY, useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"

describe.each(["spec", "field"] as const)("What older clients of the library call, in the %s dialect", (dialect) => {
  const world = useSandbox({ startAt: MONDAY, dialect })
  const read = async (uuid: string) => (await world.merchant.api.get(`${SELF}/products/${uuid}`)).data
  const names = async (uuid: string) => (await read(uuid)).variants.map((variant: { name: string }) => variant.name)
  const anything = { headers: { "if-match": "*" } }

  it("a variant is added, renamed and deleted, and subscribers receive each change", async () => {
    const { api } = world.merchant
    const { product, variantUuid } = await world.merchant.createProduct()
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    const variants = `${SELF}/products/${product.uuid}/variants`
    const uuid = uuidVersion1()
    const added = await api.post(variants, { uuid, name: "L", price: { amount: 100, currencyId: "SEK" } }, anything)
    expect([added.status, added.data, added.headers.location]).toEqual([201, "", `${variants}/${uuid}`])
    expect(added.headers.etag).toBe((await api.get(`${SELF}/products/${product.uuid}`)).headers.etag)
    const renamed = await api.put(`${variants}/${uuid}`, { name: "XL" }, anything)
    expect(renamed.status).toBe(204)
    expect((await read(product.uuid)).variants).toMatchObject([
      { uuid: variantUuid, name: "M", sku: "T-M", price: { amount: 49_900 } },
      { uuid, name: "XL", price: { amount: 100 }, vatPercentage: "25.5" },
    ])
    expect((await api.delete(`${variants}/${uuid}`, anything)).status).toBe(204)
    expect(await names(product.uuid)).toEqual(["M"])
    await world.merchant.settled()
    expect(destination.payloads("ProductUpdated")).toHaveLength(3)
  })

  it("a variant that is there, unknown, of no product, or the last one is refused, and nothing changes", async () => {
    const { api } = world.merchant
    const { product, variantUuid } = await world.merchant.createProduct()
    const variants = `${SELF}/products/${product.uuid}/variants`
    const unknown = uuidVersion1()
    const answers = [
      await api.post(variants, { uuid: variantUuid }),
      await api.post(variants, { uuid: unknown, price: { amount: -1, currencyId: "SEK" } }),
      await api.post(`${SELF}/products/${unknown}/variants`, { uuid: unknown }),
      await api.put(`${variants}/${unknown}`, { name: "L" }),
      await api.put(`${variants}/${variantUuid}`, { name: "x".repeat(257) }),
      await api.delete(`${variants}/${unknown}`),
      await api.delete(`${variants}/${variantUuid}`),
      await api.delete(`${variants}/no-uuid`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 422, 404, 404, 422, 404, 422, 400])
    expect(await names(product.uuid)).toEqual(["M"])
    const condition = dialect === "field" ? { "if-match": '"OTHER"' } : { "if-none-match": "*" }
    expect((await api.put(`${variants}/${variantUuid}`, { name: "L" }, { headers: condition })).status).toBe(412)
  })

  it("the older categories are a bare list; a name that it is given is kept in upper case", async () => {
    const { api } = world.merchant
    const uuid = uuidVersion1()
    expect((await api.post(`${SELF}/categories`, { uuid, name: "Kök" })).status).toBe(201)
    const { data } = await api.get(`${SELF}/categories`)
    expect(data).toEqual([
      {
        uuid,
        name: "KÖK",
        etag: expect.any(String),
        updated: expect.stringMatching(/^2026-03-09T/),
        updatedBy: expect.any(String),
        created: expect.stringMatching(/^2026-03-09T/),
      },
    ])
    expect((await api.get(`${SELF}/categories/${uuid}`)).data).toEqual(data[0])
    expect((await api.get(`${SELF}/categories/v2`)).data).toEqual({ categories: [{ uuid, name: "KÖK" }] })
    expect((await api.post(`${SELF}/categories`, { uuid, name: "Bad" })).status).toBe(400)
    expect((await api.post(`${SELF}/categories`, { name: "Bad" })).status).toBe(422)
    expect((await api.get(`${SELF}/categories/${uuidVersion1()}`)).status).toBe(404)
    await world.merchant.advance(60)
    await api.patch(`${SELF}/categories/v2/${uuid}`, { name: "Bad" })
    const { data: later } = await api.get(`${SELF}/categories/${uuid}`)
    expect([later.name, later.created, later.etag === data[0].etag]).toEqual(["Bad", data[0].created, false])
    expect(Date.parse(later.updated)).toBeGreaterThanOrEqual(Date.parse(data[0].updated) + 60_000)
  })

  it("a category that a product names is in both lists", async () => {
    const category = { uuid: uuidVersion1(), name: "Muggar" }
    await world.merchant.createProduct({ category })
    const { data } = await world.merchant.api.get(`${SELF}/categories`)
    expect(data).toMatchObject([category])
  })

  it("options of all products are listed once each, with their values", async () => {
    const { merchant } = world
    expect((await merchant.api.get(`${SELF}/products/options`)).data).toEqual({ options: [] })
    await merchant.createProduct(withOptions(["S", "M"]))
    await merchant.createProduct(withOptions(["M", "L"]))
    await merchant.createProduct(withOptions(["Röd"], "Färg"))
    const { data } = await merchant.api.get(`${SELF}/products/options`)
    expect(data).toEqual({
      options: [
        { name: "Storlek", values: ["S", "M", "L"] },
        { name: "Färg", values: ["Röd"] },
      ],
    })
  })

  it("a slug is made of the name, and is one that no product has", async () => {
    const { merchant } = world
    const ask = async (productName: unknown) =>
      (await merchant.api.post(`${SELF}/products/online/slug`, { productName })).data.slug
    expect(await ask("Grön T-shirt, 100 %")).toBe("gron-t-shirt-100")
    await merchant.createProduct({ online: { status: "ACTIVE", seo: { slug: "gron-t-shirt-100" } } })
    expect(await ask("Grön T-shirt, 100 %")).toBe("gron-t-shirt-100-2")
    expect([await ask("東京"), await ask("!!!")]).toEqual(["東京", "product"])
    expect((await merchant.api.post(`${SELF}/products/online/slug`, { productName: "" })).status).toBe(422)
  })

  it("images that the library uses are listed once, those of the latest change first", async () => {
    const { merchant } = world
    const [first, second] = ["https://image.example.com/1.png", "https://image.example.com/2.png"]
    const product = aProduct({ presentation: { imageUrl: first } })
    await merchant.api.post(`${SELF}/products`, product)
    await merchant.advance(60)
    await merchant.createProduct({
      presentation: { imageUrl: second },
      variants: [{ uuid: uuidVersion1(), presentation: { imageUrl: first } }],
      // A key that no image has is no address.
      imageLookupKeys: ["unknown.png"],
    })
    const { data } = await merchant.api.get(`${SELF}/images`)
    expect(data).toEqual({ imageUrls: [second, first] })
  })
})
