import { v1 as uuidVersion1 } from "uuid"
import type { Sandbox } from "../../src/sandbox"
import { aProduct, Merchant, openSandbox } from "./support/merchant"

const LIBRARY = "/organizations/self/products"

describe("Product library", () => {
  let sandbox: Sandbox
  let merchant: Merchant

  beforeAll(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
  })
  afterAll(() => sandbox.close())

  const put = (uuid: string, patch: object, headers = {}) =>
    merchant.api.put(`${LIBRARY}/v2/${uuid}`, patch, { headers })

  it("POST creates: 201 with every field, nulls where unset, and an ETag", async () => {
    const { answer, product } = await merchant.createProduct()
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe(answer.data.etag)
    expect(answer.data).toMatchObject({ ...product, categories: [], description: null, imageLookupKeys: [] })
    expect(answer.data.variants[0]).toMatchObject({ barcode: null, costPrice: null, vatPercentage: "25.5" })
  })

  it("PUT changes only the fields that are included", async () => {
    const { product } = await merchant.createProduct({ description: "Varm" })
    const { status, data } = await put(product.uuid, { name: "Ny" })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: "Ny", description: "Varm", variants: [{ sku: "T-M" }] })
  })

  it("PUT with null removes a field", async () => {
    const { product } = await merchant.createProduct({ description: "Varm" })
    expect((await put(product.uuid, { description: null })).data.description).toBeNull()
  })

  it("PUT matches variants by uuid: only its uuid keeps one, a missing one is removed, a new one is added", async () => {
    const [kept, gone] = [uuidVersion1(), uuidVersion1()]
    const { product } = await merchant.createProduct({
      variants: [
        { uuid: kept, name: "M", sku: "M" },
        { uuid: gone, name: "L", sku: "L" },
      ],
    })
    const added = uuidVersion1()
    const { data } = await put(product.uuid, { variants: [{ uuid: kept }, { uuid: added, name: "XL" }] })
    expect(data.variants).toMatchObject([
      { uuid: kept, name: "M", sku: "M" },
      { uuid: added, name: "XL", sku: null },
    ])
  })

  it("PUT with If-None-Match equal to the ETag answers 412 with an empty body and changes nothing", async () => {
    const { product, answer } = await merchant.createProduct()
    const refused = await put(product.uuid, { name: "Ny" }, { "if-none-match": answer.headers.etag })
    expect([refused.status, refused.data]).toEqual([412, ""])
    expect((await merchant.api.get(`${LIBRARY}/${product.uuid}`)).data.name).toBe(product.name)
    expect((await put(product.uuid, { name: "Ny" }, { "if-none-match": '"other"' })).status).toBe(200)
  })

  it("PUT of an unknown product answers 404", async () => {
    expect((await put(uuidVersion1(), { name: "Ny" })).status).toBe(404)
  })

  it("GET one, GET all, GET categories", async () => {
    const category = { uuid: uuidVersion1(), name: "Kläder" }
    const { product } = await merchant.createProduct({ category })
    const one = await merchant.api.get(`${LIBRARY}/${product.uuid}`)
    expect(one.headers.etag).toBe(one.data.etag)
    expect((await merchant.api.get(`${LIBRARY}/v2`)).data).toContainEqual(one.data)
    expect((await merchant.api.get("/organizations/self/categories/v2")).data.categories).toContainEqual(category)
  })

  it("DELETE one and DELETE many answer 204", async () => {
    const uuids = [await merchant.createProduct(), await merchant.createProduct()].map(({ product }) => product.uuid)
    const { product } = await merchant.createProduct()
    expect((await merchant.api.delete(`${LIBRARY}/${product.uuid}`)).status).toBe(204)
    expect((await merchant.api.delete(`${LIBRARY}?uuid=${uuids[0]}&uuid=${uuids[1]}`)).status).toBe(204)
    const left = (await merchant.api.get(`${LIBRARY}/v2`)).data.map(({ uuid }: { uuid: string }) => uuid)
    expect(left).not.toEqual(expect.arrayContaining([product.uuid]))
    expect(left).not.toEqual(expect.arrayContaining([uuids[0]]))
  })

  const manyVariants = (count: number) => Array.from({ length: count }, () => ({ uuid: uuidVersion1(), name: "M" }))
  const withOptions = (values: string[]) => ({
    variantOptionDefinitions: { definitions: [{ name: "Storlek", properties: values.map((value) => ({ value })) }] },
    variants: values.map((value) => ({ uuid: uuidVersion1(), options: [{ name: "Storlek", value }] })),
  })

  it.each([
    ["an empty name", { name: " " }, "name"],
    ["a name over 256 characters", { name: "å".repeat(257) }, "name"],
    ["100 variants", { variants: manyVariants(100) }, "variants"],
    [
      "a negative price",
      { variants: [{ uuid: uuidVersion1(), price: { amount: -1, currencyId: "SEK" } }] },
      "variants[0].price.amount",
    ],
    [
      "two VAT percentages",
      { variants: manyVariants(2).map((variant, index) => ({ ...variant, vatPercentage: String(index) })) },
      "variants",
    ],
    [
      "four option definitions",
      {
        variantOptionDefinitions: {
          definitions: ["A", "B", "C", "D"].map((name) => ({ name, properties: [{ value: "1" }] })),
        },
      },
      "variantOptionDefinitions.definitions",
    ],
    ["an option name over 30 characters", withOptions(["x".repeat(31)]), "variantOptionDefinitions.definitions"],
    ["a combination that occurs twice", withOptions(["M", "M"]), "variants"],
  ])("%s answers 422 in the documented form", async (_name, change, property) => {
    const { answer } = await merchant.createProduct(change)
    expect(answer.status).toBe(422)
    expect(answer.data).toMatchObject({ errorType: expect.any(String), developerMessage: expect.any(String) })
    expect(answer.data.violations.map(({ propertyName }: { propertyName: string }) => propertyName)).toContain(property)
  })

  it("99 variants are taken", async () => {
    expect((await merchant.createProduct({ variants: manyVariants(99) })).answer.status).toBe(201)
  })

  it("a missing scope answers 403", async () => {
    const reader = await Merchant.open(sandbox, { scopes: ["READ:PRODUCT"] })
    expect((await reader.createProduct()).answer.status).toBe(403)
    expect((await reader.api.get(`${LIBRARY}/v2`)).status).toBe(200)
  })

  it("the organisation's own UUID works as self does, another's answers 403", async () => {
    const other = await Merchant.open(sandbox)
    const list = (uuid: string) => merchant.api.get(`/organizations/${uuid}/products/v2`)
    expect((await list(merchant.organizationUuid)).status).toBe(200)
    expect((await list(other.organizationUuid)).status).toBe(403)
    expect((await other.api.get(`${LIBRARY}/v2`)).data).toEqual([])
  })

  it("malformed JSON answers 400 and more than 1 MB 413, in the documented form", async () => {
    const headers = { "content-type": "application/json" }
    const malformed = await merchant.api.post(LIBRARY, '{"a', { headers })
    const large = await merchant.api.post(LIBRARY, { name: "x".repeat(1_100_000) })
    expect([malformed.status, large.status]).toEqual([400, 413])
    expect(malformed.data).toMatchObject({ errorType: "BAD_REQUEST", developerMessage: expect.any(String) })
  })
})

describe("Product import", () => {
  let sandbox: Sandbox
  let merchant: Merchant

  beforeAll(async () => {
    sandbox = await openSandbox()
    merchant = await Merchant.open(sandbox)
  })
  afterAll(() => sandbox.close())

  const importAndWait = async (products: object[]) => {
    const { data } = await merchant.api.post("/organizations/self/import/v2", { products })
    for (;;) {
      const status = (await merchant.api.get(`/organizations/self/import/status/${data.uuid}`)).data
      if (status.finished) {
        return status
      }
    }
  }

  it("creates unknown products and replaces known ones", async () => {
    const [one, other] = [aProduct(), aProduct()]
    expect(await importAndWait([one])).toMatchObject({ state: "FINISHED_SUCCESS", items: 1, errorMessage: null })
    await importAndWait([{ ...one, name: "Ny" }, other])
    const { data } = await merchant.api.get("/organizations/self/products/v2")
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual(["Ny", "Tröja 東京"])
  })

  it("one bad product fails the whole import, and nothing is applied", async () => {
    const good = aProduct()
    expect(await importAndWait([good, aProduct({ name: "" })])).toMatchObject({
      state: "FINISHED_ERROR",
      errorMessage: expect.stringContaining("name"),
    })
    expect((await merchant.api.get(`/organizations/self/products/${good.uuid}`)).status).toBe(404)
  })

  it("0 and 2,001 products answer 422", async () => {
    const product = aProduct()
    for (const products of [[], Array.from({ length: 2_001 }, () => product)]) {
      expect((await merchant.api.post("/organizations/self/import/v2", { products })).status).toBe(422)
    }
  })

  it("status without an id is the latest; an unknown id answers 404", async () => {
    const status = await importAndWait([aProduct()])
    expect((await merchant.api.get("/organizations/self/import/status")).data.uuid).toBe(status.uuid)
    expect((await merchant.api.get(`/organizations/self/import/status/${uuidVersion1()}`)).status).toBe(404)
  })
})
