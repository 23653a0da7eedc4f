import { v1 as uuidVersion1 } from "uuid"
import { speak } from "./support/dialects"
import { aProduct } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const LIBRARY = "/organizations/self/products"

describe("Product shapes and imports by dialect", () => {
  const world = useSandbox()
  const field = (point: Parameters<typeof speak>[1]) => speak(world.merchant, point, "field")
  const stored = async (uuid: string) => (await world.merchant.api.get(`${LIBRARY}/${uuid}`)).data

  describe("[productShapes] answers", () => {
    it("spec: both users are named, and what was never set is left out", async () => {
      const { product } = await world.merchant.createProduct()
      const data = await stored(product.uuid)
      expect(data).toMatchObject({ createdByUserUuid: expect.any(String), updatedByUserUuid: expect.any(String) })
      expect(data).not.toHaveProperty("updatedBy")
      expect(data).not.toHaveProperty("externalReference")
    })

    it("field: nulls and empty lists are there, updatedBy names the user, no organization", async () => {
      await field("productShapes")
      const { product } = await world.merchant.createProduct()
      const { uuid: user } = (await world.merchant.api.get("/users/self")).data
      const data = await stored(product.uuid)
      expect(data).toEqual({
        uuid: product.uuid,
        name: product.name,
        description: null,
        categories: [],
        category: null,
        imageLookupKeys: [],
        presentation: null,
        externalReference: null,
        unitName: null,
        vatPercentage: "25.5",
        taxCode: null,
        taxRates: null,
        taxExempt: false,
        createWithDefaultTax: null,
        online: null,
        variantOptionDefinitions: null,
        metadata: { inPos: true },
        etag: expect.any(String),
        created: expect.any(String),
        updated: expect.any(String),
        updatedBy: user,
        variants: [
          {
            ...product.variants[0],
            description: null,
            barcode: null,
            costPrice: null,
            vatPercentage: "25.5",
            options: [],
            presentation: null,
          },
        ],
      })
    })

    it("field: lists answer the same shape as one product", async () => {
      await field("productShapes")
      const { product } = await world.merchant.createProduct({ description: null, imageLookupKeys: null })
      expect((await world.merchant.api.get(`${LIBRARY}/v2`)).data).toEqual([await stored(product.uuid)])
    })
  })

  describe("[productShapes] events", () => {
    const capture = async () => {
      const destination = await world.openDestination()
      await world.merchant.subscribe(destination.url)
      const { product } = await world.merchant.createProduct({ description: null })
      await world.merchant.api.put(`${LIBRARY}/v2/${product.uuid}`, { name: "Ny" })
      await world.merchant.api.delete(`${LIBRARY}/${product.uuid}`)
      await world.merchant.settled()
      const [created, updated, deleted] = ["Created", "Updated", "Deleted"].map(
        (word) => destination.payloads(`Product${word}`)[0]
      )
      return { product, created, updated, deleted }
    }

    it("spec: the product as it is answered", async () => {
      const { product, created, updated, deleted } = await capture()
      for (const reported of [created, updated.newEntity, updated.oldEntity, deleted]) {
        expect(reported).toMatchObject({ uuid: product.uuid, description: null, imageLookupKeys: [] })
        expect(reported).not.toHaveProperty("organizationUuid")
      }
    })

    it("field: nulls and empty lists are left out; organization and both users are named", async () => {
      await field("productShapes")
      const { product, created, updated, deleted } = await capture()
      const { organizationUuid } = world.merchant
      const { uuid: user } = (await world.merchant.api.get("/users/self")).data
      const [variant] = product.variants
      const reported = (name: string) => ({
        organizationUuid,
        uuid: product.uuid,
        name,
        vatPercentage: "25.5",
        variants: [{ ...variant, vatPercentage: "25.5" }],
        etag: expect.any(String),
        created: expect.any(String),
        updated: expect.any(String),
        createdByUserUuid: user,
        updatedByUserUuid: user,
      })
      expect(created).toEqual(reported("Tröja 東京"))
      expect(updated).toEqual({ organizationUuid, newEntity: reported("Ny"), oldEntity: reported("Tröja 東京") })
      expect(deleted).toEqual(reported("Ny"))
    })
  })

  describe("[productLimits]", () => {
    const long = (length: number) => "å".repeat(length)
    const variant = (change: object) => ({ variants: [{ uuid: uuidVersion1(), ...change }] })
    const options = (count: number, property: object = {}) => ({
      variantOptionDefinitions: {
        definitions: [
          {
            name: "Storlek",
            properties: Array.from({ length: count }, (_, index) => ({ value: `Nr ${index}`, ...property })),
          },
        ],
      },
      ...variant({ options: [{ name: "Storlek", value: "Nr 0" }] }),
    })
    const atTheLimit: [string, object, object][] = [
      ["description", { description: long(1_024) }, { description: long(1_025) }],
      ["variants[0].description", variant({ description: long(1_024) }), variant({ description: long(1_025) })],
      ["variants[0].sku", variant({ sku: long(64) }), variant({ sku: long(65) })],
      ["variants[0].barcode", variant({ barcode: long(128) }), variant({ barcode: long(129) })],
      ["externalReference", { externalReference: long(128) }, { externalReference: long(129) }],
      ["unitName", { unitName: long(32) }, { unitName: long(33) }],
      [
        "category.name",
        { category: { uuid: uuidVersion1(), name: long(100) } },
        { category: { uuid: uuidVersion1(), name: long(101) } },
      ],
      ["categories", { categories: [uuidVersion1()] }, { categories: [uuidVersion1(), uuidVersion1()] }],
      ["vatPercentage", { vatPercentage: 100 }, { vatPercentage: "100.1" }],
      ["variantOptionDefinitions.definitions", options(99), options(100)],
      ["variantOptionDefinitions.definitions", options(1, { value: long(256) }), options(1, { value: long(257) })],
      [
        "variantOptionDefinitions.definitions",
        options(1, { imageUrl: long(256) }),
        options(1, { imageUrl: long(257) }),
      ],
    ]
    const withValues = (change: object) => {
      const text = JSON.stringify(change)
      const value = /"value":"(å+)"/.exec(text)?.[1]
      return value ? { ...change, ...variant({ options: [{ name: "Storlek", value }] }) } : change
    }

    it.each(atTheLimit)(
      "field: %s is taken at its limit, beyond it answers 422 and is named",
      async (name, good, bad) => {
        await field("productLimits")
        expect((await world.merchant.createProduct(withValues(good))).answer.status).toBe(201)
        const { answer } = await world.merchant.createProduct(withValues(bad))
        expect([answer.status, answer.data.violations[0].propertyName]).toEqual([422, name])
      }
    )

    it.each(atTheLimit.slice(0, 9))("spec: %s has no such limit", async (_name, _good, beyond) => {
      expect((await world.merchant.createProduct(beyond)).answer.status).toBe(201)
    })
  })

  describe("[importEnd]", () => {
    const failed = async () => {
      await world.merchant.api.post("/organizations/self/import/v2", { products: [aProduct({ name: "" })] })
      for (;;) {
        const { data } = await world.merchant.api.get("/organizations/self/import/status")
        if (data.finished) {
          return data
        }
      }
    }

    it("spec: a failed import is FINISHED_ERROR", async () => {
      expect((await failed()).state).toBe("FINISHED_ERROR")
    })

    it("field: a failed import is FINISHED_FAILED, and items is a count", async () => {
      await field("importEnd")
      expect(await failed()).toMatchObject({ state: "FINISHED_FAILED", items: 1, errorMessage: expect.any(String) })
    })
  })

  describe("what connectors send", () => {
    it.each(["spec", "field"] as const)("%s: their own fields inside a product are taken", async (dialect) => {
      await world.merchant.control.patch("/settings", { dialect })
      const theirs = { etag: "ABCD", updatedAt: "2026-03-09", createdAt: null, defaultQuantity: "1" }
      const product = { ...aProduct(), ...theirs }
      expect((await world.merchant.api.post(LIBRARY, product)).status).toBe(201)
      expect((await stored(product.uuid)).etag).not.toBe("ABCD")
    })

    it.each(["spec", "field"] as const)(
      "%s: {} as the body of GET and DELETE, and a trailing slash",
      async (dialect) => {
        await world.merchant.control.patch("/settings", { dialect })
        const { product } = await world.merchant.createProduct()
        const headers = { "content-type": "application/json" }
        const path = `${LIBRARY}/${product.uuid}/`
        const call = (method: string) => world.merchant.api.request({ method, url: path, data: "{}", headers })
        expect([(await call("GET")).status, (await call("DELETE")).status]).toEqual([200, 204])
        expect((await world.merchant.api.get(`${LIBRARY}/v2/`)).data).toEqual([])
        expect((await world.merchant.api.get("/users/self/")).status).toBe(200)
      }
    )
  })
})
