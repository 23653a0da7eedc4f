import { createPosClient, PosRefusedError, singleOrigin } from "../index"
import { useLocalService } from "./local-service"

const [STORE, SUPPLIER, PRODUCT, VARIANT, MOVE, RATE] = [1, 2, 3, 4, 5, 6].map(
  (digit) => `0000000${digit}-89ab-11ee-8000-0123456789ab`
)
const BALANCE = { locationUuid: STORE, productUuid: PRODUCT, variantUuid: VARIANT, balance: "0.350" }

describe("stock and tax rates", () => {
  const service = useLocalService()
  const inventory = () => {
    const { inventory: api } = service.current.client()
    if (!api) {
      throw new Error("the local service has an inventory address")
    }
    return api
  }
  const asked = () => service.current.received.map(({ method, path }) => `${method} ${path}`)
  const sent = () => JSON.parse(String(service.current.received[0]?.body))

  it("reads inventories and balances", async () => {
    const inventories = [{ inventoryUuid: STORE, inventoryType: "STORE", name: "Store" }]
    const date = "Sat, 21 Nov 2026 10:11:12 GMT"
    service.current.answersInTurn({ body: inventories }, { body: [BALANCE], headers: { date } }, { body: [BALANCE] })
    expect(await inventory().inventories()).toEqual(inventories)
    const readAt = new Date(date)
    expect(await inventory().stock(String(STORE))).toEqual({ balances: [BALANCE], readAt })
    expect(await inventory().productStock(String(STORE), String(PRODUCT))).toMatchObject({ balances: [BALANCE] })
    expect(asked()).toEqual([
      "GET /v3/inventories",
      `GET /v3/stock/${STORE}`,
      `GET /v3/stock/${STORE}/products/${PRODUCT}`,
    ])
  })

  it("starts and stops tracking", async () => {
    const changes = [{ productUuid: String(PRODUCT), tracking: "enable" as const }]
    service.current.answer = () => ({ status: 200, body: null })
    await inventory().setTracking(changes)
    expect([asked(), sent()]).toEqual([["POST /v3/products"], changes])
  })

  it("repeats a movement under the identifier it had", async () => {
    const movement = {
      identifier: String(MOVE),
      movements: [
        {
          productUuid: String(PRODUCT),
          variantUuid: String(VARIANT),
          from: String(SUPPLIER),
          to: String(STORE),
          change: 2,
        },
      ],
    }
    service.current.answersInTurn({ status: 502 }, { body: null })
    await inventory().move(movement)
    expect(asked()).toEqual(["POST /v3/movements", "POST /v3/movements"])
    expect(service.current.received.map(({ body }) => JSON.parse(String(body)))).toEqual([movement, movement])
  })

  it("tells a movement that is refused", async () => {
    service.current.answer = () => ({ status: 422, body: { violations: [{ propertyName: "change" }] } })
    await expect(inventory().setTracking([])).rejects.toThrow(PosRefusedError)
  })

  it("is absent where the shop has configured no address for it", () => {
    const { inventoryUrl: _none, ...addresses } = singleOrigin(service.current.url)
    const tokenProvider = { token: async () => "t", invalidate: () => undefined }
    expect(createPosClient({ addresses, tokenProvider }).inventory).toBeNull()
  })

  it("reads the tax rates of a sales-tax organisation", async () => {
    const taxRates = [{ uuid: RATE, label: "City", percentage: 8.875, default: true }]
    service.current.answer = () => ({ body: { taxRates } })
    expect(await service.current.client().products.taxRates()).toEqual(taxRates)
    expect(asked()).toEqual(["GET /v1/taxes"])
  })
})
