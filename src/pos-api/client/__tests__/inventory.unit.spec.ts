import { createServer, type Server } from "node:http"
import type { AuthorizedSend } from "../token-provider"
import {
  createPosClient,
  PosApiError,
  PosContractError,
  PosForeignLinkError,
  PosRefusedError,
  singleOrigin,
} from "../index"
import { inventoryApi } from "../inventory"
import { errorThrownBy, useLocalService } from "./local-service"

const [STORE, SUPPLIER, PRODUCT, VARIANT, MOVE, RATE, OTHER] = [1, 2, 3, 4, 5, 6, 7].map(
  (digit) => `0000000${digit}-89ab-11ee-8000-0123456789ab`
)
const BALANCE = { locationUuid: STORE, productUuid: PRODUCT, variantUuid: VARIANT, balance: "0.350" }

/** Another origin that counts what it is asked, and answers in this way or not at all. */
async function listenElsewhere(way?: string): Promise<{ url: string; stop: () => Promise<number> }> {
  let asked = 0
  const server: Server = createServer((request, response) => {
    asked++
    request.resume().on("end", () => {
      if (way === "reset") {
        request.socket.resetAndDestroy()
      } else if (way === "half") {
        response.writeHead(200, { "content-length": "100" }).write("half", () => request.socket.destroy())
      } else if (way === undefined) {
        response.end("[]")
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      return asked
    },
  }
}

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
    const inventories = [{ inventoryUuid: STORE, inventoryType: "STORE", name: "Store", defaultInventory: true }]
    const date = "Sat, 21 Nov 2026 10:11:12 GMT"
    service.current.answersInTurn({ body: inventories }, { body: [BALANCE], headers: { date } }, { body: [BALANCE] })
    expect(await inventory().inventories()).toEqual(inventories)
    const readAt = new Date(date)
    expect(await inventory().stock(String(STORE))).toEqual({ rows: [{ ...BALANCE, readAt }], unreadable: [], readAt })
    expect(await inventory().productStock(String(STORE), String(PRODUCT))).toMatchObject({ rows: [BALANCE] })
    expect(asked()).toEqual([
      "GET /v3/inventories",
      `GET /v3/stock/${STORE}`,
      `GET /v3/stock/${STORE}/products/${PRODUCT}`,
    ])
  })

  it("reads a balance that is a number of an inventory, and reports which rows it cannot read", async () => {
    const row = {
      inventoryUuid: STORE,
      productUuid: PRODUCT,
      variantUuid: VARIANT,
      updated: "2026-11-21T10:11:12.131Z",
    }
    const odd = { ...row, variantUuid: OTHER, balance: "many" }
    service.current.answer = () => ({ body: [{ ...row, balance: 0.35, checksum: "9F", lowStockLevel: null }, odd, 7] })
    const { rows, unreadable } = await inventory().stock(String(STORE))
    expect(rows).toMatchObject([{ locationUuid: STORE, balance: "0.35", checksum: "9F", updated: row.updated }])
    expect(unreadable).toMatchObject([{ key: OTHER, reason: expect.stringContaining("balance") }, { text: "7" }])
  })

  it("follows the pages of a list as they are given, and to no other origin", async () => {
    const row = (variantUuid: string | undefined, balance: number) => ({
      inventoryUuid: STORE,
      productUuid: PRODUCT,
      variantUuid,
      balance,
    })
    const next = `${service.current.url}/v3/stock/${STORE}?cursor=a%2Bb%3D&limit=100`
    service.current.answersInTurn(
      { body: [row(VARIANT, 7)], headers: { link: `<${next}>; rel="next", </v3>; rel="first"` } },
      { body: [row(OTHER, 0)], headers: { link: `</v3/stock/${STORE}?cursor=2>; title="x"; rel=next` } },
      { body: [] }
    )
    expect((await inventory().stock(String(STORE))).rows).toMatchObject([{ balance: "7" }, { balance: "0" }])
    expect(service.current.received.map(({ query }) => query.get("cursor"))).toEqual([null, "a+b=", "2"])

    const otherServer = await listenElsewhere()
    const elsewhere = `${otherServer.url}/v3/stock/${STORE}?cursor=2`
    service.current.answer = () => ({ body: [row(VARIANT, 7)], headers: { link: `<${elsewhere}>; rel="next"` } })
    await expect(inventory().stock(String(STORE))).rejects.toThrow(PosForeignLinkError)
    expect(await otherServer.stop()).toBe(0)
  })

  it.each([
    ["none", "-"],
    ["one to the first page", '</v3>; rel="first"'],
    ["one without a relation", "</v3>"],
    ["one whose relation only sounds like it", '</v3>; rel="nextish", </v3>; rel=nexter'],
  ])("ends where the links are %s", async (_what, link) => {
    service.current.answer = () => ({ body: [], headers: { link } })
    expect(await inventory().stock(String(STORE))).toMatchObject({ rows: [] })
    expect(asked()).toHaveLength(1)
  })

  it("gives up on a list that has no end", async () => {
    let pages = 0
    const endless: AuthorizedSend = async (_label, _request, schema) => ({
      data: schema.parse([]),
      headers: { link: `<?page=${++pages}>; rel="next"` },
    })
    const { stock } = inventoryApi(endless, "https://pos.example.com")
    expect(await errorThrownBy(stock(String(STORE)), PosContractError)).toMatchObject({
      call: `GET /v3/stock/${STORE} (inventory)`,
      isOfWholeAnswer: true,
      message: expect.stringContaining("the list has no end after 10000 pages"),
    })
    expect(pages).toBe(10_000)
  })

  it("asks which products are counted, where the POS can report", async () => {
    service.current.answersInTurn({ body: [{ productUuid: PRODUCT, enabled: true }] }, { status: 404 })
    expect(await inventory().trackingStatus([String(PRODUCT)])).toEqual([{ productUuid: PRODUCT, enabled: true }])
    expect(await inventory().trackingStatus([String(PRODUCT)])).toBeNull()
    expect([asked()[0], sent()]).toEqual(["POST /v3/products/status", [PRODUCT]])
  })

  it("reports which row names no inventory", async () => {
    service.current.answer = () => ({ body: [{ productUuid: PRODUCT, variantUuid: VARIANT, balance: 1 }] })
    const { rows, unreadable } = await inventory().stock(String(STORE))
    expect([rows, unreadable]).toMatchObject([[], [{ reason: "inventoryUuid: the row names no inventory" }]])
  })

  it("sets from which level on stock is low", async () => {
    const [inventoryUuid, productUuid, variantUuid] = [String(STORE), String(PRODUCT), String(VARIANT)]
    const level = { inventoryUuid, productUuid, variantUuid, lowStockLevel: 2, lowStockAlert: true }
    service.current.answer = () => ({ status: 204 })
    await inventory().setLowStock([level])
    expect([asked(), sent()]).toEqual([["POST /v3/custom-low-stock"], [level]])
  })

  it.each([
    ["takes a list of nothing", 204, true],
    ["refuses one", 400, true],
    ["does not know the route", 404, false],
  ])("keeps such levels where it %s", async (_what, status, keeps) => {
    service.current.answer = () => ({ status })
    expect(await inventory().keepsLowStock()).toBe(keeps)
    expect([asked(), sent()]).toEqual([["POST /v3/custom-low-stock"], []])
    service.current.answer = () => ({ status: 503 })
    await expect(inventory().keepsLowStock()).rejects.toThrow(/with 503/)
  })

  it("starts and stops tracking", async () => {
    const changes = [{ productUuid: String(PRODUCT), tracking: "enable" as const }]
    service.current.answer = () => ({ status: 200, body: null })
    await inventory().setTracking(changes)
    expect([asked(), sent()]).toEqual([["POST /v3/products"], changes])
  })

  describe("a movement", () => {
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
    const failure = async (moving: Promise<void>): Promise<PosApiError> => {
      const error: unknown = await moving.then(
        () => null,
        (thrown: unknown) => thrown
      )
      if (!(error instanceof PosApiError)) {
        throw new Error(`The movement should have failed, and ended with ${String(error)}`)
      }
      return error
    }

    it("is taken without an answer's body", async () => {
      service.current.answer = () => ({ status: 204 })
      await inventory().move(movement)
      expect([asked(), sent()]).toEqual([["POST /v3/movements"], movement])
    })

    it.each([
      [500, "unknown"],
      [503, "unknown"],
      [422, "none"],
      [403, "none"],
    ])("that is answered %s is sent once, and its effect is %s", async (status, effect) => {
      service.current.answer = () => ({ status })
      expect((await failure(inventory().move(movement))).effect).toBe(effect)
      expect(asked()).toEqual(["POST /v3/movements"])
    })

    it("is sent again where it was certainly not taken", async () => {
      service.current.answersInTurn({ status: 429 }, { status: 429 }, { status: 204 })
      await inventory().move(movement)
      expect(asked()).toHaveLength(3)
      service.current.answersInTurn({ status: 401 }, { status: 204 })
      await inventory().move(movement)
      expect(asked()).toHaveLength(5)
    })

    it.each(["reset", "slow", "half"])("whose answer is lost is sent once: %s", async (way) => {
      const otherServer = await listenElsewhere(way)
      const tokenProvider = { token: async () => "t", invalidate: () => undefined }
      const { inventory: api } = createPosClient({
        addresses: singleOrigin(otherServer.url),
        tokenProvider,
        httpOptions: { retries: 3, retryDelayMs: 1, timeoutMs: way === "slow" ? 2_000 : 60_000 },
      })
      expect(await failure(api?.move(movement) ?? Promise.resolve())).toMatchObject({
        effect: "unknown",
        retryable: true,
      })
      expect(await otherServer.stop()).toBe(1)
    })

    it("had no effect where nobody listens, or where no access token was to be had", async () => {
      const otherServer = await listenElsewhere()
      await otherServer.stop()
      const httpOptions = { retries: 1, retryDelayMs: 1 }
      const addresses = singleOrigin(otherServer.url)
      const tokenProvider = { token: async () => "t", invalidate: () => undefined }
      const closed = createPosClient({ addresses, tokenProvider, httpOptions })
      expect((await failure(closed.inventory?.move(movement) ?? Promise.resolve())).effect).toBe("none")
      service.current.answer = () => ({ status: 502 })
      const keyless = createPosClient({
        addresses: singleOrigin(service.current.url),
        httpOptions,
        tokenProvider: {
          token: async () => (await service.current.client(0).users.self()).uuid,
          invalidate: () => undefined,
        },
      })
      expect((await failure(keyless.inventory?.move(movement) ?? Promise.resolve())).effect).toBe("none")
      expect(asked()).toEqual(["GET /users/self"])
    })
  })

  it("reports a movement that is refused", async () => {
    service.current.answer = () => ({ status: 422, body: { violations: [{ propertyName: "change" }] } })
    await expect(inventory().setTracking([])).rejects.toThrow(PosRefusedError)
  })

  it("is absent where the store has configured no address for it", () => {
    const { inventoryUrl: _none, ...addresses } = singleOrigin(service.current.url)
    const tokenProvider = { token: async () => "t", invalidate: () => undefined }
    expect(createPosClient({ addresses, tokenProvider }).inventory).toBeNull()
  })

  it("reads the tax rates of a sales-tax organization", async () => {
    const taxRates = [{ uuid: RATE, label: "City", percentage: 8.875, default: true }]
    service.current.answer = () => ({ body: { taxRates } })
    expect(await service.current.client().products.taxRates()).toEqual(taxRates)
    expect(asked()).toEqual(["GET /v1/taxes"])
  })
})
