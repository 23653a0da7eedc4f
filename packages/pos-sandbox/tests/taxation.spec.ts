import { aVariant } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

describe("Taxation", () => {
  const world = useSandbox()
  const priced = (amount: number) => [aVariant({ price: { amount, currencyId: "USD" } })]

  it("VAT, INCLUSIVE: it is in the price", async () => {
    const { variantUuid } = await world.merchant.createProduct()
    expect((await world.merchant.sell([{ variantUuid }])).data).toMatchObject({
      amount: 49_900,
      vatAmount: 10_139,
      taxationMode: "INCLUSIVE",
      taxationType: "VAT",
      products: [{ vatPercentage: 25.5, rowTaxableAmount: 39_761 }],
    })
  })

  it("VAT, EXCLUSIVE: it comes on top", async () => {
    const merchant = await world.openMerchant({ taxationMode: "EXCLUSIVE" })
    const { variantUuid } = await merchant.createProduct()
    expect((await merchant.sell([{ variantUuid }])).data).toMatchObject({
      amount: 62_625,
      vatAmount: 12_725,
      taxationMode: "EXCLUSIVE",
      products: [{ rowTaxableAmount: 49_900 }],
    })
  })

  it("groupedVatAmounts maps each VAT percentage as text to its amount", async () => {
    const item = (amount: number, vatPercentage: number) => ({ type: "custom-amount", amount, vatPercentage })
    const { data } = await world.merchant.sell([item(12_550, 25.5), item(11_200, 12), item(10_600, 6), item(100, 0)])
    expect(data.groupedVatAmounts).toEqual({ "25.5": 2_550, "12": 1_200, "6": 600, "0": 0 })
    expect(data.vatAmount).toBe(4_350)
  })

  it("a product that is taxExempt has no VAT", async () => {
    const { variantUuid } = await world.merchant.createProduct({ taxExempt: true })
    expect((await world.merchant.sell([{ variantUuid }])).data).toMatchObject({ vatAmount: 0, amount: 49_900 })
  })

  it("a product without a percentage has the organization's own", async () => {
    await world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, { vatPercentage: 25 })
    const { variantUuid } = await world.merchant.createProduct({ vatPercentage: null })
    expect((await world.merchant.sell([{ variantUuid }])).data.products).toMatchObject([{ vatPercentage: 25 }])
  })

  it("NONE: no tax, whatever the product says", async () => {
    const merchant = await world.openMerchant({ taxationType: "NONE" })
    const { variantUuid } = await merchant.createProduct()
    expect((await merchant.sell([{ variantUuid }])).data).toMatchObject({
      amount: 49_900,
      vatAmount: 0,
      taxationType: "NONE",
      products: [{ vatPercentage: 0, rowTaxableAmount: 49_900 }],
    })
  })

  describe("SALES_TAX", () => {
    const choices = { country: "US", currency: "USD", taxationType: "SALES_TAX", taxationMode: "EXCLUSIVE" }
    const open = () => world.openMerchant(choices)

    it("GET /v1/taxes answers taxRates with uuid, label, percentage, default", async () => {
      const { status, data } = await (await open()).api.get("/v1/taxes")
      expect(status).toBe(200)
      expect(data.taxRates).toHaveLength(2)
      for (const rate of data.taxRates) {
        expect(rate).toEqual({
          uuid: expect.any(String),
          label: expect.any(String),
          percentage: expect.any(Number),
          default: expect.any(Boolean),
        })
      }
    })

    it("GET /v1/taxes of a VAT country answers none", async () => {
      expect((await world.merchant.api.get("/v1/taxes")).data).toEqual({ taxRates: [] })
    })

    it("a product names its rates: rows carry taxRates in place of vatPercentage", async () => {
      const merchant = await open()
      const { taxRates } = (await merchant.api.get("/v1/taxes")).data
      const named = taxRates.map(({ uuid }: { uuid: string }) => uuid)
      const { variantUuid } = await merchant.createProduct({
        vatPercentage: null,
        taxRates: named,
        variants: priced(10_000),
      })
      const { data } = await merchant.sell([{ variantUuid }])
      expect(data).toMatchObject({ taxationType: "SALES_TAX", amount: 10_775, vatAmount: 775 })
      expect(data.products[0]).not.toHaveProperty("vatPercentage")
      expect(data.products[0].taxRates).toMatchObject([{ percentage: 6.25 }, { percentage: 1.5 }])
    })

    it("a product that names none has the default rates", async () => {
      const merchant = await open()
      const { variantUuid } = await merchant.createProduct({ vatPercentage: null, variants: priced(10_000) })
      expect((await merchant.sell([{ variantUuid }])).data).toMatchObject({ amount: 10_625, vatAmount: 625 })
    })

    it("a product with an empty list, or taxExempt, has no tax", async () => {
      const merchant = await open()
      for (const change of [{ taxRates: [] }, { taxExempt: true }]) {
        const product = { vatPercentage: null, variants: priced(10_000), ...change }
        const { variantUuid } = await merchant.createProduct(product)
        expect((await merchant.sell([{ variantUuid }])).data).toMatchObject({ amount: 10_000, vatAmount: 0 })
      }
    })

    it("a refund gives the tax back", async () => {
      const merchant = await open()
      const { variantUuid } = await merchant.createProduct({ vatPercentage: null, variants: priced(10_000) })
      const sale = (await merchant.sell([{ variantUuid }])).data
      expect((await merchant.refund(sale.purchaseUUID1)).data).toMatchObject({ amount: -10_625, vatAmount: -625 })
    })
  })
})

describe("Organization profile: GET /api/resources/organizations/self", () => {
  const world = useSandbox()

  it("has uuid, name, country, currency, language, timeZone, VAT, taxation and contactEmail", async () => {
    const { status, data } = await world.merchant.api.get("/api/resources/organizations/self")
    expect(status).toBe(200)
    expect(data).toMatchObject({
      uuid: world.merchant.organizationUuid,
      name: "Åsas Butik",
      country: "SE",
      currency: "SEK",
      language: expect.any(String),
      timeZone: "Europe/Stockholm",
      vatPercentage: null,
      usesVat: true,
      taxationType: "VAT",
      taxationMode: "INCLUSIVE",
      contactEmail: expect.stringContaining("@"),
    })
  })

  it.each([
    ["VAT", true],
    ["SALES_TAX", false],
    ["NONE", false],
  ])("taxationType %s: usesVat is %s", async (taxationType, usesVat) => {
    const { api } = await world.openMerchant({ taxationType })
    expect((await api.get("/api/resources/organizations/self")).data).toMatchObject({ taxationType, usesVat })
  })

  it("the organization's own UUID works as self does, another's answers 403", async () => {
    const { api, organizationUuid } = world.merchant
    const other = await world.openMerchant()
    expect((await api.get(`/api/resources/organizations/${organizationUuid}`)).status).toBe(200)
    expect((await api.get(`/api/resources/organizations/${other.organizationUuid}`)).status).toBe(403)
  })

  it("what a merchant changes is shown, and usesVat goes with taxationType", async () => {
    const change = { name: "Åsas & Zoës", timeZone: "Asia/Tokyo", currency: "JPY", taxationType: "NONE" }
    await world.merchant.control.patch(`/organizations/${world.merchant.organizationUuid}`, change)
    const { data } = await world.merchant.api.get("/api/resources/organizations/self")
    expect(data).toMatchObject({ ...change, usesVat: false })
  })
})
