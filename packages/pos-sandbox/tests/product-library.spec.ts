import { v1 as uuidVersion1 } from "uuid"
import { aProduct, aVariant, manyVariants, withOptions } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const LIBRARY = "/organizations/self/products"

describe("Product library", () => {
  const world = useSandbox()
  const uuids = async () =>
    (await world.merchant.api.get(`${LIBRARY}/v2`)).data.map(({ uuid }: { uuid: string }) => uuid)

  it("POST creates: 201 with every field, nulls where unset, and an ETag", async () => {
    const { answer, product } = await world.merchant.createProduct()
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe(answer.data.etag)
    expect(answer.data).toMatchObject({ ...product, categories: [], description: null, imageLookupKeys: [] })
    expect(answer.data.variants[0]).toEqual({
      ...product.variants[0],
      description: null,
      barcode: null,
      costPrice: null,
      vatPercentage: "25.5",
      options: null,
      presentation: null,
    })
  })

  it("POST keeps every documented field of product and variant as it was sent", async () => {
    const full = {
      description: "Stickad i Borås",
      imageLookupKeys: ["a.jpeg", "b.png"],
      presentation: { imageUrl: "https://cdn.example.com/o/a.jpeg", backgroundColor: "#FFFFFF", textColor: "#000000" },
      category: { uuid: uuidVersion1(), name: "Kläder" },
      externalReference: "medusa-1",
      unitName: "st",
      taxRates: [uuidVersion1()],
      taxExempt: false,
      createWithDefaultTax: true,
      online: { status: "ACTIVE" },
      metadata: { inPos: true, source: { name: "Webbutiken", external: true } },
      ...withOptions(["M"]),
    }
    const variants = full.variants.map((variant) => ({
      ...aVariant({ costPrice: { amount: 20_000, currencyId: "SEK" }, barcode: "7310865004703", description: "Röd" }),
      ...variant,
      presentation: { imageUrl: "https://cdn.example.com/o/b.png" },
    }))
    const { answer } = await world.merchant.createProduct({ ...full, variants })
    expect(answer.data).toMatchObject({ ...full, variants })
  })

  it("POST keeps attributes that nobody knows", async () => {
    expect((await world.merchant.createProduct({ shelf: "B 12" })).answer.data.shelf).toBe("B 12")
  })

  it("POST reports created and updated by the clock, and by which user", async () => {
    const before = Date.now()
    const { data } = (await world.merchant.createProduct()).answer
    const after = Date.now()
    const { uuid } = (await world.merchant.api.get("/users/self")).data
    expect(data.created).toBe(data.updated)
    expect(new Date(data.created).getTime()).toBeGreaterThanOrEqual(before)
    expect(new Date(data.created).getTime()).toBeLessThanOrEqual(after)
    expect(data).toMatchObject({ createdByUserUuid: uuid, updatedByUserUuid: uuid })
  })

  it("POST sent twice with the same uuid makes one product", async () => {
    const product = aProduct()
    for (const _twice of [1, 2]) {
      expect((await world.merchant.api.post(LIBRARY, product)).status).toBe(201)
    }
    expect(await uuids()).toEqual([product.uuid])
  })

  it("vatPercentage is text in answers even when a number was sent", async () => {
    expect((await world.merchant.createProduct({ vatPercentage: 25.5 })).answer.data.vatPercentage).toBe("25.5")
  })

  it("prices have no digits after the point in JPY and three in KWD: amounts are minor units as they are", async () => {
    const variants = [
      aVariant({ price: { amount: 1_500, currencyId: "JPY" } }),
      aVariant({ price: { amount: 1_250, currencyId: "KWD" } }),
    ]
    const { answer } = await world.merchant.createProduct({ variants })
    expect(answer.data.variants).toMatchObject(variants)
  })

  it("a price of 0 and a variant without price or name are taken", async () => {
    const variants = [
      aVariant({ price: { amount: 0, currencyId: "SEK" } }),
      { uuid: uuidVersion1(), name: "" },
      { uuid: uuidVersion1() },
    ]
    expect((await world.merchant.createProduct({ variants })).answer.status).toBe(201)
  })

  it("GET one answers the product with its ETag", async () => {
    const { product, answer } = await world.merchant.createProduct()
    const first = await world.merchant.api.get(`${LIBRARY}/${product.uuid}`)
    expect([first.status, first.headers.etag]).toEqual([200, first.data.etag])
    expect(first.data).toEqual(answer.data)
  })

  it("GET of an unknown product answers 404, of no uuid 400", async () => {
    expect((await world.merchant.api.get(`${LIBRARY}/${uuidVersion1()}`)).status).toBe(404)
    expect((await world.merchant.api.get(`${LIBRARY}/tröja`)).status).toBe(400)
  })

  it("GET products/v2 lists all, and [] in an empty library", async () => {
    expect((await world.merchant.api.get(`${LIBRARY}/v2`)).data).toEqual([])
    const created = [await world.merchant.createProduct(), await world.merchant.createProduct()]
    const { data } = await world.merchant.api.get(`${LIBRARY}/v2`)
    expect(data).toEqual(created.map(({ answer }) => answer.data))
  })

  it("GET products/v2 lists more than one chunk of 500", async () => {
    const products = Array.from({ length: 1_001 }, (_, index) => aProduct({ name: `Vara ${index}` }))
    await world.merchant.api.post("/organizations/self/import/v2", { products })
    await world.merchant.settled()
    expect((await uuids()).sort()).toEqual(products.map(({ uuid }) => uuid).sort())
  })

  it("GET categories/v2 lists each category of the products once", async () => {
    const [clothes, kitchen] = ["Kläder", "Kök"].map((name) => ({ uuid: uuidVersion1(), name }))
    for (const category of [clothes, kitchen, clothes]) {
      await world.merchant.createProduct({ category })
    }
    const { data } = await world.merchant.api.get("/organizations/self/categories/v2")
    expect(data).toEqual({ categories: [clothes, kitchen] })
  })

  it("DELETE one answers 204, and 404 when it is gone", async () => {
    const { product } = await world.merchant.createProduct()
    const remove = () => world.merchant.api.delete(`${LIBRARY}/${product.uuid}`)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect(await uuids()).toEqual([])
  })

  it("DELETE ?uuid=a&uuid=b deletes many, passing over unknown ones", async () => {
    const [first, second, kept] = [
      (await world.merchant.createProduct()).product.uuid,
      (await world.merchant.createProduct()).product.uuid,
      (await world.merchant.createProduct()).product.uuid,
    ]
    const { status } = await world.merchant.api.delete(`${LIBRARY}?uuid=${first}&uuid=${second}&uuid=${uuidVersion1()}`)
    expect([status, await uuids()]).toEqual([204, [kept]])
  })

  it("DELETE of a uuid that is named twice deletes it once", async () => {
    const { product } = await world.merchant.createProduct()
    const { status } = await world.merchant.api.delete(`${LIBRARY}?uuid=${product.uuid}&uuid=${product.uuid}`)
    expect([status, await uuids()]).toEqual([204, []])
  })

  it("DELETE without a uuid answers 400 and deletes nothing", async () => {
    const { product } = await world.merchant.createProduct()
    expect((await world.merchant.api.delete(LIBRARY)).status).toBe(400)
    expect(await uuids()).toEqual([product.uuid])
  })
})

describe("Product limits", () => {
  const world = useSandbox()
  const definitions = (count: number) => ({
    variantOptionDefinitions: {
      definitions: "ABCD"
        .slice(0, count)
        .split("")
        .map((name) => ({ name, properties: [{ value: "1" }] })),
    },
    variants: [aVariant({ options: [..."ABCD"].map((name) => ({ name, value: "1" })) })],
  })

  it.each([
    ["a missing name", { name: undefined }, "name"],
    ["an empty name", { name: " " }, "name"],
    ["a name over 256 characters", { name: "å".repeat(257) }, "name"],
    ["a variant's name over 256 characters", { variants: [aVariant({ name: "å".repeat(257) })] }, "variants[0].name"],
    ["no variant", { variants: [] }, "variants"],
    ["100 variants", { variants: manyVariants(100) }, "variants"],
    [
      "a negative price",
      { variants: [aVariant({ price: { amount: -1, currencyId: "SEK" } })] },
      "variants[0].price.amount",
    ],
    [
      "two VAT percentages",
      { variants: [aVariant({ vatPercentage: "25" }), aVariant({ vatPercentage: "12" })] },
      "variants",
    ],
    ["four option definitions", definitions(4), "variantOptionDefinitions.definitions"],
    ["an empty option name", withOptions(["M"], ""), "variantOptionDefinitions.definitions"],
    ["an option name over 30 characters", withOptions(["M"], "x".repeat(31)), "variantOptionDefinitions.definitions"],
    ["an option value over 30 characters", withOptions(["x".repeat(31)]), "variantOptionDefinitions.definitions"],
    ["a combination that occurs twice", withOptions(["M", "M"]), "variants"],
    [
      "a variant without a value of a definition",
      { ...withOptions(["M"]), variants: [aVariant({ options: [] })] },
      "variants[0].options",
    ],
  ])("%s answers 422 and names the field", async (_name, change, property) => {
    const { answer, product } = await world.merchant.createProduct(change)
    expect(answer.status).toBe(422)
    expect(answer.data).toMatchObject({ errorType: expect.any(String), developerMessage: expect.any(String) })
    expect(answer.data.violations).toContainEqual({
      propertyName: property,
      developerMessage: expect.any(String),
      constraintType: expect.any(String),
    })
    expect((await world.merchant.api.get(`${LIBRARY}/${product.uuid}`)).status).toBe(404)
  })

  it.each([
    ["a name of 256 characters", { name: "å".repeat(256) }],
    ["99 variants", { variants: manyVariants(99) }],
    ["3 option definitions", definitions(3)],
    ["an option name of 30 characters", withOptions(["M", "L"], "x".repeat(30))],
  ])("%s are taken", async (_name, change) => {
    expect((await world.merchant.createProduct(change)).answer.status).toBe(201)
  })

  it.each([
    ["a price that is a fraction", { variants: [aVariant({ price: { amount: 0.5, currencyId: "SEK" } })] }],
    ["a currency of two letters", { variants: [aVariant({ price: { amount: 1, currencyId: "SE" } })] }],
    ["a uuid that is none", { uuid: "tröja" }],
    ["a variant without a uuid", { variants: [{ name: "M" }] }],
  ])("%s answers 422 in the documented form", async (_name, change) => {
    const { answer } = await world.merchant.createProduct(change)
    expect(answer.status).toBe(422)
    expect(answer.data.violations).not.toEqual([])
  })
})
