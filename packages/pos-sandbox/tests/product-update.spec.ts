import { v1 as uuidVersion1 } from "uuid"
import { aVariant } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const LIBRARY = "/organizations/self/products"

describe("Product update: PUT /organizations/self/products/v2/{productUuid}", () => {
  const world = useSandbox()
  const put = (uuid: string, patch: object, headers: Record<string, string> = {}) =>
    world.merchant.api.put(`${LIBRARY}/v2/${uuid}`, patch, { headers })
  const stored = async (uuid: string) => (await world.merchant.api.get(`${LIBRARY}/${uuid}`)).data

  it("answers 200 with the updated product, all its fields, and a new ETag", async () => {
    const { product, answer } = await world.merchant.createProduct({ description: "Varm" })
    const { status, data, headers } = await put(product.uuid, { name: "Ny" })
    expect(status).toBe(200)
    expect(data).toEqual({ ...answer.data, name: "Ny", etag: data.etag, updated: data.updated })
    expect(headers.etag).toBe(data.etag)
    expect(data.etag).not.toBe(answer.data.etag)
    expect(await stored(product.uuid)).toEqual(data)
  })

  it("merge patch: only the fields that are included change", async () => {
    const { product } = await world.merchant.createProduct({ description: "Varm" })
    const { data } = await put(product.uuid, { name: "Ny" })
    expect(data).toMatchObject({ name: "Ny", description: "Varm", variants: [{ sku: "T-M" }] })
  })

  it("merge patch: null removes a field", async () => {
    const { product } = await world.merchant.createProduct({ description: "Varm", externalReference: "1" })
    const { data } = await put(product.uuid, { description: null, externalReference: null })
    expect(data.description).toBeNull()
    expect(data.externalReference ?? null).toBeNull()
  })

  it("merge patch: objects merge, and null inside one removes its field", async () => {
    const presentation = { imageUrl: "https://cdn.example.com/a", backgroundColor: "#FFFFFF", textColor: "#000000" }
    const { product } = await world.merchant.createProduct({ presentation })
    const { data } = await put(product.uuid, { presentation: { textColor: "#112233", backgroundColor: null } })
    expect(data.presentation).toEqual({ imageUrl: presentation.imageUrl, textColor: "#112233" })
  })

  it("merge patch: a part of an object is enough", async () => {
    const category = { uuid: uuidVersion1(), name: "Kläder" }
    const { product, variantUuid } = await world.merchant.createProduct({ category })
    const patch = { category: { name: "Mode" }, variants: [{ uuid: variantUuid, price: { amount: 39_900 } }] }
    const { status, data } = await put(product.uuid, patch)
    expect(status).toBe(200)
    expect(data.category).toEqual({ ...category, name: "Mode" })
    expect(data.variants[0].price).toEqual({ amount: 39_900, currencyId: "SEK" })
  })

  it("merge patch: an array is replaced whole", async () => {
    const { product } = await world.merchant.createProduct({ imageLookupKeys: ["a.jpeg", "b.png"] })
    expect((await put(product.uuid, { imageLookupKeys: ["c.gif"] })).data.imageLookupKeys).toEqual(["c.gif"])
    expect((await put(product.uuid, { imageLookupKeys: [] })).data.imageLookupKeys).toEqual([])
  })

  it("the spec's example body: uuid, name, description and variants with uuid, name, description", async () => {
    const { product, variantUuid } = await world.merchant.createProduct()
    const variants = [{ uuid: variantUuid, name: "Medium", description: "Passar de flesta" }]
    const { data } = await put(product.uuid, { uuid: product.uuid, name: "Ny", description: "Ull", variants })
    expect(data).toMatchObject({ name: "Ny", description: "Ull", variants: [{ ...variants[0], sku: "T-M" }] })
  })

  it("variants match by uuid: one with only its uuid stays as it is, a missing one is removed, a new one is added", async () => {
    const [kept, gone] = [aVariant({ name: "M" }), aVariant({ name: "L" })]
    const { product } = await world.merchant.createProduct({ variants: [kept, gone] })
    const added = { uuid: uuidVersion1(), name: "XL" }
    const { data } = await put(product.uuid, { variants: [{ uuid: kept.uuid }, added] })
    expect(data.variants).toMatchObject([kept, { ...added, sku: null }])
    expect(data.variants).toHaveLength(2)
  })

  it("a variant's null removes its field, and without variants in the patch all stay", async () => {
    const { product, variantUuid } = await world.merchant.createProduct()
    const { data } = await put(product.uuid, { variants: [{ uuid: variantUuid, sku: null }] })
    expect(data.variants).toMatchObject([{ sku: null, price: { amount: 49_900 } }])
    expect((await put(product.uuid, { name: "Ny" })).data.variants).toEqual(data.variants)
  })

  it("a product's new VAT percentage is that of its variants", async () => {
    const { product, variantUuid } = await world.merchant.createProduct({ vatPercentage: "25" })
    const { data } = await put(product.uuid, { vatPercentage: "12" })
    expect(data).toMatchObject({ vatPercentage: "12", variants: [{ vatPercentage: "12" }] })
    expect((await world.merchant.sell([{ variantUuid }])).data.products[0].vatPercentage).toBe(12)
  })

  it("If-None-Match equal to the ETag answers 412 with an empty body and changes nothing", async () => {
    const { product, answer } = await world.merchant.createProduct()
    const refused = await put(product.uuid, { name: "Ny" }, { "if-none-match": answer.headers.etag })
    expect([refused.status, refused.data]).toEqual([412, ""])
    expect(await stored(product.uuid)).toEqual(answer.data)
  })

  it.each([
    ["a weak tag", (etag: string) => `W/${etag}`],
    ["a list of tags", (etag: string) => `"other", ${etag}`],
    ["any tag", () => "*"],
  ])("If-None-Match with %s that matches answers 412", async (_name, header) => {
    const { product, answer } = await world.merchant.createProduct()
    expect((await put(product.uuid, { name: "Ny" }, { "if-none-match": header(answer.headers.etag) })).status).toBe(412)
  })

  it("If-None-Match of another ETag is applied", async () => {
    const { product } = await world.merchant.createProduct()
    expect((await put(product.uuid, { name: "Ny" }, { "if-none-match": '"other"' })).data.name).toBe("Ny")
  })

  it("an unknown product answers 404, no uuid 400", async () => {
    expect((await put(uuidVersion1(), { name: "Ny" })).status).toBe(404)
    expect((await put("tröja", { name: "Ny" })).status).toBe(400)
  })

  it.each([
    ["a name that is removed", { name: null }],
    ["a name over 256 characters", { name: "å".repeat(257) }],
    ["all variants removed", { variants: [] }],
    ["a name that is no text", { name: 47 }],
  ])("%s answers 422 and changes nothing", async (_name, patch) => {
    const { product, answer } = await world.merchant.createProduct()
    expect((await put(product.uuid, patch)).status).toBe(422)
    expect(await stored(product.uuid)).toEqual(answer.data)
  })

  it("a patch that is no object answers 400", async () => {
    const { product } = await world.merchant.createProduct()
    expect((await put(product.uuid, ["Ny"])).status).toBe(400)
  })

  it("the uuid and what only the service writes cannot be patched", async () => {
    const { product, answer } = await world.merchant.createProduct()
    const patch = { uuid: uuidVersion1(), etag: '"x"', created: "2001-01-01", createdByUserUuid: uuidVersion1() }
    const { uuid, created, createdByUserUuid } = answer.data
    const { data } = await put(product.uuid, patch)
    expect(data).toMatchObject({ uuid, created, createdByUserUuid })
    expect(data.etag).not.toBe('"x"')
  })
})
