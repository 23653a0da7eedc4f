import { v1 as uuidVersion1 } from "uuid"
import { speak } from "./support/dialects"
import { aProduct, aVariant } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const LIBRARY = "/organizations/self/products"

describe("Product writes by dialect", () => {
  const world = useSandbox()
  const field = (point: Parameters<typeof speak>[1]) => speak(world.merchant, point, "field")
  const put = (uuid: string, patch: object, headers: Record<string, string> = {}) =>
    world.merchant.api.put(`${LIBRARY}/v2/${uuid}`, patch, { headers })
  const stored = async (uuid: string) => (await world.merchant.api.get(`${LIBRARY}/${uuid}`)).data

  describe("[createAnswer] POST products", () => {
    it("spec: 201 with the product", async () => {
      const { answer, product } = await world.merchant.createProduct()
      expect([answer.status, answer.data.uuid]).toEqual([201, product.uuid])
    })

    it("field: 201 with ETag and Location and no body", async () => {
      await field("createAnswer")
      const { answer, product } = await world.merchant.createProduct()
      expect([answer.status, answer.data]).toEqual([201, ""])
      expect(answer.headers.etag).toBe((await world.merchant.api.get(answer.headers.location)).headers.etag)
      expect(answer.headers.location).toBe(`/organizations/${world.merchant.organizationUuid}/products/${product.uuid}`)
    })

    it("field: ?returnEntity=true answers the product too", async () => {
      await field("createAnswer")
      const product = aProduct()
      const { status, data, headers } = await world.merchant.api.post(`${LIBRARY}?returnEntity=true`, product)
      expect([status, headers.etag]).toEqual([201, data.etag])
      expect(data).toEqual(await stored(product.uuid))
    })
  })

  describe("[updateAnswer] PUT products/v2/{productUuid}", () => {
    it.each(["spec", "field"] as const)("%s: 200 with the product and its new ETag", async (dialect) => {
      await speak(world.merchant, "updateAnswer", dialect)
      const { product, answer } = await world.merchant.createProduct()
      const { status, data, headers } = await put(product.uuid, { name: "Ny" })
      expect([status, data.name, headers.etag]).toEqual([200, "Ny", data.etag])
      expect(headers.etag).not.toBe(answer.headers.etag)
    })

    it("odd: 204 with the new ETag and no body", async () => {
      await speak(world.merchant, "updateAnswer", "odd")
      const { product, answer } = await world.merchant.createProduct()
      const { status, data, headers } = await put(product.uuid, { name: "Ny" })
      expect([status, data]).toEqual([204, ""])
      expect(headers.etag).not.toBe(answer.headers.etag)
      expect(await stored(product.uuid)).toMatchObject({ name: "Ny", etag: headers.etag })
    })
  })

  describe("[lostUpdate] a conditional PUT", () => {
    it("spec: If-None-Match with the current ETag answers 412; If-Match protects nothing", async () => {
      const { product, answer } = await world.merchant.createProduct()
      expect((await put(product.uuid, { name: "Ny" }, { "if-none-match": answer.headers.etag })).status).toBe(412)
      expect((await put(product.uuid, { name: "Ny" }, { "if-match": '"stale"' })).status).toBe(200)
    })

    it("field: a stale If-Match answers 412 with an empty body and changes nothing", async () => {
      await field("lostUpdate")
      const { product, answer } = await world.merchant.createProduct()
      await put(product.uuid, { name: "Från kassan" })
      const refused = await put(product.uuid, { name: "Från butiken" }, { "if-match": answer.headers.etag })
      expect([refused.status, refused.data]).toEqual([412, ""])
      expect((await stored(product.uuid)).name).toBe("Från kassan")
    })

    it.each([
      ["the current ETag", (etag: string) => etag],
      ["a list with the current ETag", (etag: string) => `"other", ${etag}`],
      ["any", () => "*"],
    ])("field: If-Match with %s is applied", async (_name, header) => {
      await field("lostUpdate")
      const { product, answer } = await world.merchant.createProduct()
      const { status } = await put(product.uuid, { name: "Ny" }, { "if-match": header(answer.headers.etag) })
      expect([status, (await stored(product.uuid)).name]).toEqual([200, "Ny"])
    })

    it.each([
      ["unquoted", (etag: string) => etag.replaceAll('"', "")],
      ["weak", (etag: string) => `W/${etag}`],
    ])("field: the current ETag, %s, answers 412", async (_name, header) => {
      await field("lostUpdate")
      const { product, answer } = await world.merchant.createProduct()
      expect((await put(product.uuid, { name: "Ny" }, { "if-match": header(answer.headers.etag) })).status).toBe(412)
    })

    it("field: If-None-Match with the current ETag protects nothing", async () => {
      await field("lostUpdate")
      const { product, answer } = await world.merchant.createProduct()
      expect((await put(product.uuid, { name: "Ny" }, { "if-none-match": answer.headers.etag })).status).toBe(200)
    })

    it("field: If-Match: * on an unknown product answers 404, not 412", async () => {
      await field("lostUpdate")
      await field("errorWords")
      const { status, data } = await put(uuidVersion1(), { name: "Ny" }, { "if-match": "*" })
      expect([status, data.errorType]).toEqual([404, "ENTITY_NOT_FOUND"])
    })
  })

  describe("[etagForm]", () => {
    it("spec: body and header are the same, quoted", async () => {
      const { answer } = await world.merchant.createProduct()
      expect(answer.data.etag).toMatch(/^"[0-9a-f]{32}"$/)
      expect(answer.headers.etag).toBe(answer.data.etag)
    })

    it("field: bare in a body, 32 upper-case hex digits, and quoted in the header", async () => {
      await field("etagForm")
      await field("lostUpdate")
      const { product, answer } = await world.merchant.createProduct()
      expect(answer.data.etag).toMatch(/^[0-9A-F]{32}$/)
      expect(answer.headers.etag).toBe(`"${answer.data.etag}"`)
      expect((await put(product.uuid, { name: "Ny" }, { "if-match": `"${answer.data.etag}"` })).status).toBe(200)
    })
  })

  describe("[existingProduct] POST of a uuid that exists", () => {
    const twice = async () => {
      const product = aProduct()
      await world.merchant.api.post(LIBRARY, product)
      return { product, second: await world.merchant.api.post(LIBRARY, { ...product, name: "Ny" }) }
    }

    it("spec: 201, and it is replaced", async () => {
      const { product, second } = await twice()
      expect([second.status, (await stored(product.uuid)).name]).toEqual([201, "Ny"])
    })

    it("field: 400 ITEM_ALREADY_EXIST, and it stays", async () => {
      await field("existingProduct")
      const { product, second } = await twice()
      expect([second.status, second.data.errorType]).toEqual([400, "ITEM_ALREADY_EXIST"])
      expect((await stored(product.uuid)).name).toBe(product.name)
    })
  })

  describe("[errorWords]", () => {
    it("spec: NOT_FOUND, CONSTRAINT_VIOLATION, and violations of three properties", async () => {
      expect((await world.merchant.api.get(`${LIBRARY}/${uuidVersion1()}`)).data.errorType).toBe("NOT_FOUND")
      const { data } = (await world.merchant.createProduct({ name: "" })).answer
      expect(data.errorType).toBe("CONSTRAINT_VIOLATION")
      expect(Object.keys(data.violations[0]).sort()).toEqual(["constraintType", "developerMessage", "propertyName"])
    })

    it("field: an unknown product is ENTITY_NOT_FOUND", async () => {
      await field("errorWords")
      expect((await world.merchant.api.get(`${LIBRARY}/${uuidVersion1()}`)).data.errorType).toBe("ENTITY_NOT_FOUND")
    })

    it.each([
      ["an empty name", { name: "" }, "name", "MUST_NOT_BE_EMPTY", ""],
      ["a name over 256 characters", { name: "å".repeat(257) }, "name", "INVALID_SIZE", "å".repeat(256)],
      ["no variant", { variants: [] }, "variants", "INVALID_SIZE", null],
      [
        "a negative price",
        { variants: [aVariant({ price: { amount: -1, currencyId: "SEK" } })] },
        "variants[0].price.amount",
        "INVALID_RANGE",
        -1,
      ],
      [
        "a currency that is none",
        { variants: [aVariant({ price: { amount: 1, currencyId: "kr" } })] },
        "variants.0.price.currencyId",
        "MUST_MATCH_PATTERN",
        "kr",
      ],
      ["a missing uuid", { uuid: undefined }, "uuid", "MUST_NOT_BE_NULL", null],
      [
        "two VAT percentages",
        { variants: [aVariant({ vatPercentage: "25" }), aVariant({ vatPercentage: "12" })] },
        "variants",
        "UNKNOWN",
        null,
      ],
    ])(
      "odd: %s has no errorType, and a violation with value and expected",
      async (...[, change, name, word, value]) => {
        await field("errorWords")
        const worded = (await world.merchant.createProduct(change)).answer
        expect([worded.status, worded.data.errorType]).toEqual([422, "CONSTRAINT_VIOLATION"])
        await speak(world.merchant, "errorWords", "odd")
        const { status, data } = (await world.merchant.createProduct(change)).answer
        expect([status, data.errorType]).toEqual([422, null])
        expect(data.violations).toContainEqual({
          propertyName: name,
          constraintType: word,
          value,
          expected: expect.any(String),
          developerMessage: expect.any(String),
        })
      }
    )
  })
})

describe.each([
  ["field", 200],
  ["odd", 204],
] as const)("Product writes in the whole dialect %s", (dialect, answered) => {
  const world = useSandbox({ dialect })

  it("a product is created, read, changed by its ETag and deleted", async () => {
    const { product, answer } = await world.merchant.createProduct({ description: "Stickad i Borås" })
    expect([answer.status, answer.data]).toEqual([201, ""])
    const read = await world.merchant.api.get(answer.headers.location)
    const headers = { "if-match": read.headers.etag }
    const changed = await world.merchant.api.put(`${LIBRARY}/v2/${product.uuid}`, { name: "Ny" }, { headers })
    expect(changed.status).toBe(answered)
    expect((await world.merchant.api.get(answer.headers.location)).data).toMatchObject({
      name: "Ny",
      description: "Stickad i Borås",
      variants: [{ uuid: product.variants[0]?.uuid }],
    })
    expect((await world.merchant.api.delete(answer.headers.location)).status).toBe(204)
  })

  it("settings show the dialect of each point, and a part of it can be set back", async () => {
    await speak(world.merchant, "createAnswer", "spec")
    const { data } = await world.merchant.control.get("/settings")
    expect(data.dialect).toMatchObject({ createAnswer: "spec", updateAnswer: dialect })
  })
})
