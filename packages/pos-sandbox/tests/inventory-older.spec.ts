import { v1 as uuidVersion1 } from "uuid"
import { useSandbox } from "./support/use-sandbox"

const SELF = "/organizations/self"

describe("Inventory, the older version", () => {
  const world = useSandbox()
  const prepared = async () => {
    const created = await world.merchant.createProduct()
    const { store, supplier, bin } = await world.merchant.inventories()
    const change = (fromLocationUuid: string, toLocationUuid: string, amount: unknown, more: object = {}) =>
      world.merchant.api.put(`${SELF}/inventory`, {
        changes: [
          {
            productUuid: created.product.uuid,
            variantUuid: created.variantUuid,
            fromLocationUuid,
            toLocationUuid,
            change: amount,
          },
        ],
        ...more,
      })
    return { ...created, store, supplier, bin, change }
  }
  const start = (productUuid: string) => world.merchant.api.post(`${SELF}/inventory`, { productUuid })
  const read = (locationUuid: string) => world.merchant.api.get(`${SELF}/inventory/locations/${locationUuid}`)

  it("GET /organizations/self/locations answers uuid, type, name, default, the same as version 3", async () => {
    const { status, data } = await world.merchant.api.get(`${SELF}/locations`)
    const { store, supplier, sold, bin } = await world.merchant.inventories()
    const named = { name: expect.any(String), default: expect.any(Boolean) }
    expect({ status, data }).toEqual({
      status: 200,
      data: [
        { uuid: store, type: "STORE", ...named },
        { uuid: supplier, type: "SUPPLIER", ...named },
        { uuid: sold, type: "SOLD", ...named },
        { uuid: bin, type: "BIN", ...named },
      ],
    })
  })

  it("POST /organizations/self/inventory starts tracking", async () => {
    const { product, store, variantUuid } = await prepared()
    const { status, data } = await start(product.uuid)
    expect(status).toBe(201)
    expect(data).toMatchObject({
      locationUuid: store,
      trackedProducts: [product.uuid],
      variants: [{ variantUuid, balance: "0" }],
    })
    expect((await start(uuidVersion1())).status).toBe(404)
    expect((await start("tröja")).status).toBe(422)
  })

  it("GET /organizations/self/inventory/locations/{locationUuid} answers locationUuid, trackedProducts, variants", async () => {
    const { product, store, variantUuid } = await prepared()
    expect((await read(store)).data).toEqual({ locationUuid: store, trackedProducts: [], variants: [] })
    await start(product.uuid)
    expect((await read(store)).data).toMatchObject({
      locationUuid: store,
      trackedProducts: [product.uuid],
      variants: [{ locationUuid: store, productUuid: product.uuid, variantUuid, balance: "0" }],
    })
  })

  it("GET of a location that is not the organization's answers 404", async () => {
    const other = await (await world.openMerchant()).inventories()
    expect([(await read(uuidVersion1())).status, (await read(other.store)).status]).toEqual([404, 404])
  })

  it("PUT /organizations/self/inventory moves between locations, by number or text", async () => {
    const { product, store, supplier, bin, change } = await prepared()
    await start(product.uuid)
    const { status, data } = await change(supplier, store, 42)
    expect([status, data.variants[0].balance]).toEqual([200, "42"])
    expect((await change(store, bin, "0.5")).data.variants[0].balance).toBe("41.5")
  })

  it("PUT: externalUuid comes back in InventoryBalanceChanged, and a repeat is not applied again", async () => {
    const { product, store, supplier, change } = await prepared()
    await start(product.uuid)
    const destination = await world.openDestination()
    await world.merchant.subscribe(destination.url)
    const externalUuid = uuidVersion1()
    await change(supplier, store, 5, { externalUuid })
    expect((await change(supplier, store, 5, { externalUuid })).data.variants[0].balance).toBe("5")
    await change(supplier, store, 1)
    await world.merchant.settled()
    const uuids = destination.payloads("InventoryBalanceChanged").map((payload) => payload.externalUuid)
    expect(uuids).toEqual([externalUuid, null])
  })

  it.each([0, -1, "fem", null])("PUT: a change of %p answers 422", async (amount) => {
    const { product, store, supplier, change } = await prepared()
    await start(product.uuid)
    expect((await change(supplier, store, amount)).status).toBe(422)
  })

  it("PUT: a product that is not tracked, or an unknown location, answers 422", async () => {
    const { product, store, supplier, change } = await prepared()
    expect((await change(supplier, store, 1)).status).toBe(422)
    await start(product.uuid)
    expect((await change(uuidVersion1(), store, 1)).status).toBe(422)
  })

  it("POST /organizations/self/v2/inventory/bulk: tracking and moves of many products in one call", async () => {
    const [first, second, ended] = [await prepared(), await prepared(), await prepared()]
    await start(ended.product.uuid)
    const started = ({ product, variantUuid, store, supplier }: typeof first, change: number) => ({
      productUuid: product.uuid,
      trackingStatusChange: "START_TRACKING",
      variantChanges: [{ variantUuid, fromLocationUuid: supplier, toLocationUuid: store, change }],
    })
    const productChanges = [
      started(first, 3),
      started(second, 4.5),
      { productUuid: ended.product.uuid, trackingStatusChange: "STOP_TRACKING" },
    ]
    const { status, data } = await world.merchant.api.post(`${SELF}/v2/inventory/bulk`, { productChanges })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      trackedProducts: [first.product.uuid, second.product.uuid],
      variants: [{ balance: "3" }, { balance: "4.5" }],
    })
  })

  it("bulk: an unknown product answers 404 and nothing changes", async () => {
    const { product, store } = await prepared()
    const productChanges = [product.uuid, uuidVersion1()].map((productUuid) => ({
      productUuid,
      trackingStatusChange: "START_TRACKING",
    }))
    expect((await world.merchant.api.post(`${SELF}/v2/inventory/bulk`, { productChanges })).status).toBe(404)
    expect((await read(store)).data.trackedProducts).toEqual([])
  })

  it("balances are read by the type of a location, by product, and of a list of products", async () => {
    const [first, second] = [await prepared(), await prepared()]
    for (const { product, store, supplier, change } of [first, second]) {
      await start(product.uuid)
      await change(supplier, store, 7)
    }
    const { api } = world.merchant
    const whole = (await read(first.store)).data
    expect((await api.get(`${SELF}/inventory/locations?type=STORE`)).data).toEqual(whole)
    expect((await api.get(`${SELF}/inventory/locations/`)).data).toEqual(whole)
    expect((await api.get(`${SELF}/inventory/locations?type=BIN`)).data.locationUuid).toBe(first.bin)
    expect((await api.get(`${SELF}/inventory/locations?type=CELLAR`)).status).toBe(400)
    const row = { productUuid: second.product.uuid, variantUuid: second.variantUuid, balance: "7" }
    const ofProduct = await api.get(`${SELF}/inventory/locations/${first.store}/products/${second.product.uuid}`)
    expect(ofProduct.data).toEqual({ locationUuid: first.store, variants: [expect.objectContaining(row)] })
    const body = { locationType: "STORE", productUuids: [second.product.uuid, uuidVersion1()] }
    expect((await api.post(`${SELF}/inventory/products`, body)).data).toMatchObject({
      locationUuid: first.store,
      trackedProducts: [second.product.uuid],
      variants: [row],
    })
    const unknown = uuidVersion1()
    expect((await api.get(`${SELF}/inventory/locations/${first.store}/products/${unknown}`)).status).toBe(404)
    expect((await api.get(`${SELF}/inventory/locations/${unknown}/products/${first.product.uuid}`)).status).toBe(404)
  })

  it("DELETE …/inventory/products/{productUuid} stops tracking, and its balances are there when it starts again", async () => {
    const { product, store, supplier, change } = await prepared()
    await start(product.uuid)
    await change(supplier, store, 7)
    const path = `${SELF}/inventory/products/${product.uuid}`
    expect((await world.merchant.api.delete(path)).status).toBe(204)
    expect((await read(store)).data.variants).toEqual([])
    await start(product.uuid)
    expect((await read(store)).data.variants).toMatchObject([{ balance: "7" }])
    expect((await world.merchant.api.delete(`${SELF}/inventory/products/${uuidVersion1()}`)).status).toBe(404)
  })

  it("both versions show the same stock", async () => {
    const { product, store, supplier, change } = await prepared()
    await start(product.uuid)
    await change(supplier, store, 7)
    const { data } = await world.merchant.api.get(`/v3/stock/${store}`)
    expect((await read(store)).data.variants).toEqual(data)
  })
})
