import { PosContractError, PosPreconditionFailedError, PosRefusedError } from "../index"
import { errorThrownBy, useLocalService } from "./local-service"

const [ONE, OTHER] = [1, 2].map((digit) => `0000000${digit}-89ab-11ee-8000-0123456789ab`).map(String)
const library = "/organizations/self/products"

describe("the product library", () => {
  const service = useLocalService()
  const products = () => service.current.client(0).products
  const asked = () =>
    service.current.received.map(
      ({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query.toString()}` : ""}`
    )
  const sent = () => service.current.received.map(({ body }) => (body.length > 0 ? JSON.parse(String(body)) : null))
  const sweater = { uuid: String(ONE), name: "Tröja 東京" }

  it("takes a new product, and reports it with its version", async () => {
    service.current.answer = () => ({
      status: 201,
      body: { ...sweater, etag: '"in the body"' },
      headers: { etag: '"7"' },
    })
    expect(await products().create(sweater)).toEqual({
      product: { ...sweater, etag: "in the body" },
      etag: "7",
      misunderstood: null,
    })
    expect([asked(), sent()]).toEqual([[`POST ${library}`], [sweater]])
  })

  it.each([
    ["nothing", { status: 204, headers: { etag: 'W/"8"' } }, { product: null, etag: "8" }],
    ["an empty text", { text: "" }, { product: null, etag: null }],
    ["null", { body: null }, { product: null, etag: null }],
    ["a product with its version", { body: { ...sweater, etag: "9" } }, { product: sweater, etag: "9" }],
    ["a product without", { body: sweater }, { product: sweater, etag: null }],
    ["an empty version", { body: { ...sweater, etag: "9" }, headers: { etag: '""' } }, { product: sweater, etag: "9" }],
  ])("has taken a write that it answers with %s", async (_what, answer, written) => {
    service.current.answer = () => answer
    expect(await products().update(String(ONE), { uuid: ONE, name: "Kofta" })).toMatchObject({
      ...written,
      misunderstood: null,
    })
  })

  it("has taken a write whose answer is not understood, and the misunderstanding is reported beside", async () => {
    service.current.answer = () => ({ body: { uuid: 7 }, headers: { etag: "8" } })
    const { product, etag, misunderstood } = await products().create(sweater)
    expect([product, etag]).toEqual([null, "8"])
    expect(misunderstood).toBeInstanceOf(PosContractError)
    expect(misunderstood?.message).toContain("uuid is a number where a text belongs")
  })

  it("changes a product at the version that was seen, or at any", async () => {
    const patch = { uuid: String(ONE), name: "Kofta" }
    await products().update(String(ONE), patch, { ifMatch: "7" })
    await products().update(String(ONE), patch, { ifMatch: null })
    await products().update(String(ONE), patch)
    expect(service.current.received.map(({ headers }) => headers["if-match"])).toEqual(['"7"', undefined, undefined])
    expect(asked()[0]).toBe(`PUT ${library}/v2/${ONE}`)
    expect(sent()[0]).toEqual(patch)
    service.current.answer = () => ({ status: 412 })
    await errorThrownBy(products().update(String(ONE), patch, { ifMatch: "7" }), PosPreconditionFailedError)
    service.current.answer = () => ({ status: 409 })
    await errorThrownBy(products().create(sweater), PosRefusedError)
  })

  it("reports one product with its version, from the header or from the body", async () => {
    service.current.answersInTurn(
      { body: { ...sweater, etag: '"b"' }, headers: { etag: '"h"' } },
      { body: { ...sweater, etag: '"b"' } },
      { body: sweater }
    )
    const read = [
      await products().get(String(ONE)),
      await products().get(String(ONE)),
      await products().get(String(ONE)),
    ]
    expect(read.map(({ etag }) => etag)).toEqual(["h", "b", null])
    expect(read[0]?.product).toMatchObject(sweater)
    expect(asked()[0]).toBe(`GET ${library}/${ONE}`)
  })

  it("reports the whole library, and apart what of it cannot be read, by its UUID", async () => {
    const records = [sweater, { uuid: OTHER, name: 7 }, "?"]
    service.current.answer = ({ path }) => (path.endsWith("/library") ? { status: 404 } : { body: records })
    await products().readLibrary(async ({ items, unreadable }) => {
      expect(items).toMatchObject([sweater])
      expect(unreadable).toMatchObject([
        { identifier: OTHER, key: OTHER },
        { identifier: null, text: '"?"' },
      ])
    })
    expect(asked().at(-1)).toBe(`GET ${library}/v2?sort=false`)
    expect.assertions(3)
  })

  it("deletes one product and several", async () => {
    service.current.answer = () => ({ status: 204 })
    await products().delete(String(ONE))
    await products().deleteMany([String(ONE), String(OTHER)])
    expect(asked()).toEqual([`DELETE ${library}/${ONE}`, `DELETE ${library}?uuid=${ONE}&uuid=${OTHER}`])
  })

  it("reports its categories", async () => {
    service.current.answer = () => ({ body: { categories: [{ uuid: ONE, name: "Kläder" }] } })
    expect(await products().categories()).toMatchObject([{ uuid: ONE, name: "Kläder" }])
    expect(asked()).toEqual(["GET /organizations/self/categories/v2"])
  })
})
