import { createPosClient, PosForeignLinkError, PosResponseTooLargeError, PosServerError, singleOrigin } from "../index"
import type { PosProduct } from "../../contract"
import { type Answer, errorThrownBy, type Received, useLocalService } from "./local-service"

const LIBRARY = "/organizations/self/library"
const LIST = "/organizations/self/products/v2"
const UNTIL = "0000000e-89ab-11ee-8000-0123456789ab"
const MEGABYTE = 1024 * 1024

const uuidOf = (number: number) => `${String(number).padStart(8, "0")}-89ab-11ee-8000-0123456789ab`
const product = (number: number) => ({ uuid: uuidOf(number), name: `Kanna ${number}` })

describe("the library, by pages", () => {
  const service = useLocalService()
  const asked = () => service.current.received.map(({ path, query }) => `${path}?${query.toString()}`)

  /** Answers as the POS with so many products, and with these changes since the first page. */
  const holds = (total: number, changes: object = {}) => {
    service.current.answer = ({ path, query }: Received): Answer => {
      if (path !== LIBRARY) {
        return { status: 404 }
      }
      const none = { products: [], deletedProducts: [], untilEventLogUuid: UNTIL }
      if (query.has("eventLogUuid")) {
        return { body: { ...none, ...changes } }
      }
      const offset = Number(query.get("offset") ?? 0)
      const limit = Number(query.get("limit"))
      const count = Math.max(0, Math.min(limit, total - offset))
      const products = Array.from({ length: count }, (_, index) => product(offset + index))
      const next = `<${service.current.url}${LIBRARY}?limit=${limit}&offset=${offset + limit}>; rel="next"`
      return { body: { ...none, products }, headers: offset + limit < total ? { link: next } : {} }
    }
  }

  const read = async () => {
    const pages: PosProduct[][] = []
    const { isStable } = await service.current.client(2).products.readLibrary(async ({ items }) => {
      pages.push(items)
    })
    return { isStable, pages }
  }

  it.each([
    [0, [0]],
    [500, [500]],
    // What changed meanwhile comes as a page of its own.
    [501, [500, 1, 0]],
    [30_000, [...Array.from({ length: 60 }, () => 500), 0]],
  ])("[D20] of %i products has them all, never more than a page at once", async (total, sizes) => {
    holds(total)
    const { isStable, pages } = await read()
    expect(isStable).toBe(true)
    expect(pages.map(({ length }) => length)).toEqual(sizes)
    expect(new Set(pages.flat().map(({ uuid }) => uuid)).size).toBe(total)
    expect(asked()[0]).toBe(`${LIBRARY}?limit=500`)
  })

  it("[D20] reports what changed between the pages, and that products were deleted", async () => {
    holds(600, { products: [{ uuid: uuidOf(7), name: "Ny" }] })
    expect(await read()).toMatchObject({ isStable: true, pages: [{}, {}, [{ name: "Ny" }]] })
    holds(600, { deletedProducts: [uuidOf(7)] })
    expect(await read()).toMatchObject({ isStable: false })
    expect(asked().at(-1)).toBe(`${LIBRARY}?limit=500&eventLogUuid=${UNTIL}`)
  })

  it("[D20] is not stable where more changed than is reported", async () => {
    holds(600)
    const pages = service.current.answer
    service.current.answer = (request) => (request.query.has("eventLogUuid") ? { status: 412 } : pages(request))
    expect(await read()).toMatchObject({ isStable: false })
  })

  it("[D20] is followed on the configured origin only", async () => {
    service.current.answer = () => ({
      body: { products: [product(1)] },
      headers: { link: `<https://elsewhere.example${LIBRARY}?offset=1>; rel="next"` },
    })
    await errorThrownBy(read(), PosForeignLinkError)
    expect(asked()).toHaveLength(1)
  })

  it("[D20] is the unpaged list where the POS has no such route", async () => {
    service.current.answer = ({ path }) => (path === LIST ? { body: [product(1), product(2)] } : { status: 404 })
    expect(await read()).toMatchObject({ isStable: true, pages: [[product(1), product(2)]] })
  })

  it("[D20] that breaks off is an error, also by a page that is not found", async () => {
    const next = { link: `<${service.current.url}${LIBRARY}?offset=1>; rel="next"` }
    service.current.answersInTurn({ body: { products: [product(1)] }, headers: next }, { status: 500 })
    await errorThrownBy(read(), PosServerError)
    service.current.answersInTurn({ body: { products: [product(1)] }, headers: next }, { status: 404 })
    await expect(read()).rejects.toThrow()
    expect(asked().filter((path) => path.startsWith(LIST))).toEqual([])
  })

  it("[D20] an answer that is too large has an error of its own, and is asked for once", async () => {
    const large = " ".repeat(65 * MEGABYTE)
    service.current.answer = () => ({ text: large })
    // The time that so much takes is not what is tested.
    const { products } = createPosClient({
      addresses: singleOrigin(service.current.url),
      tokenProvider: { token: async () => "a-token", invalidate: () => undefined },
      httpOptions: { retries: 2, retryDelayMs: 1, timeoutMs: 60_000 },
    })
    const error = await errorThrownBy(
      products.readLibrary(async () => undefined),
      PosResponseTooLargeError
    )
    expect(error).toMatchObject({ retryable: false, message: expect.stringContaining("64 MB") })
    expect(asked()).toHaveLength(1)
  })
})
