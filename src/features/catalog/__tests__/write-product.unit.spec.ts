import { useLocalService } from "../../../pos-api/client/__tests__/local-service"
import type { ProductToSend } from "../send-results"
import { writeProduct } from "../write-products"
import { AS_OBSERVED, AS_SPECIFIED, PosLibrary, type LibraryManners } from "./pos-library"

const UUID = "01234567-89ab-11ee-8000-0123456789ab"
const VARIANT = "01234567-89ab-11ee-8000-0123456789ac"
const price = { amount: 49_900, currencyId: "SEK" }

const sweater = {
  uuid: UUID,
  name: "Tröja",
  description: "Stickad i Borås",
  variants: [{ uuid: VARIANT, sku: "TROJA-M", price }],
}

const renamed = { ...sweater, name: "Tröja 東京" }

/** A product that the POS took as `sweater`, and the store calls otherwise now. */
const toSend = (change: Partial<ProductToSend> = {}): ProductToSend => ({
  key: "posplink_1:0",
  content: renamed,
  store: renamed,
  accepted: sweater,
  etag: null,
  posContent: null,
  posOwnsFields: false,
  posChanged: false,
  mayBeThere: true,
  patchOnly: false,
  ...change,
})

const DIALECTS: [string, LibraryManners][] = [
  ["as specified", AS_SPECIFIED],
  ["as observed", AS_OBSERVED],
]

describe.each(DIALECTS)("a product is written to a library %s:", (_name, manners) => {
  const service = useLocalService()

  const open = (change: Partial<LibraryManners> = {}) => {
    const library = new PosLibrary(service.current, { ...manners, ...change })
    return { library, write: async (product: ProductToSend) => writeProduct(service.current.client(0), product) }
  }

  it("one edit is one call", async () => {
    const { library, write } = open()
    library.has(sweater)
    const etag = library.etag(UUID)
    expect(await write(toSend({ etag }))).toMatchObject({
      kind: "accepted",
      content: renamed,
      etag: library.etag(UUID),
      misunderstood: null,
    })
    expect(library.calls).toEqual([`PUT "${etag}"`])
    expect(library.products.get(UUID)).toMatchObject(renamed)
  })

  it("a new one is created whole, once", async () => {
    const { library, write } = open()
    const content = { ...renamed, unitName: "st" }
    const product = toSend({ content, accepted: null, mayBeThere: false })
    expect(await write(product)).toMatchObject({ kind: "accepted", content: renamed, posContent: { unitName: "st" } })
    expect(library.calls).toEqual(["POST"])
    expect(library.products.get(UUID)).toMatchObject(content)
  })

  it("one that may have arrived before a crash keeps what is the POS's", async () => {
    const { library, write } = open()
    library.has({ ...sweater, unitName: "styck" })
    const product = toSend({ content: { ...renamed, unitName: "st" }, accepted: null })
    expect(await write(product)).toMatchObject({ kind: "accepted" })
    expect(library.products.get(UUID)).toMatchObject({ name: "Tröja 東京", unitName: "styck" })
    expect(library.calls).toEqual(["PUT"])
  })

  it("one that never arrived is created when that shows", async () => {
    const { library, write } = open()
    expect(await write(toSend({ accepted: null }))).toMatchObject({ kind: "accepted" })
    expect(await write(toSend())).toMatchObject({ kind: "accepted" })
    library.products.clear()
    expect(await write(toSend({ etag: "A", posChanged: true }))).toMatchObject({ kind: "accepted" })
    expect(library.calls).toEqual(["PUT", "POST", "PUT", "GET", "POST"])
    expect(library.products.get(UUID)).toMatchObject(renamed)
  })

  it("what the POS changed meanwhile stays, where it is the POS's, and is put right where it is not", async () => {
    const { library, write } = open()
    library.has(sweater)
    const etag = library.etag(UUID)
    library.meanwhile = () =>
      library.has({ ...sweater, description: "Kassans text", presentation: { backgroundColor: "#ff0000" } })
    expect(await write(toSend({ etag }))).toMatchObject({
      kind: "accepted",
      posContent: { presentation: { backgroundColor: "#ff0000" } },
    })
    expect(library.products.get(UUID)).toMatchObject({ ...renamed, presentation: { backgroundColor: "#ff0000" } })
  })

  it("[D119] what the POS owns and changed meanwhile is not known until it is imported", async () => {
    const { library, write } = open()
    library.has({ ...sweater, unitName: "st" })
    const etag = library.etag(UUID)
    library.meanwhile = () => library.has({ ...sweater, unitName: "kg" })
    const product = toSend({ etag, posContent: { unitName: "st" }, posOwnsFields: true })
    expect(await write(product)).toMatchObject({ kind: "accepted", etag: null, posContent: { unitName: "st" } })
    expect(library.products.get(UUID)).toMatchObject({ ...renamed, unitName: "kg" })
  })

  it("[D119] what the POS owns is known of a product that is created again, as it was sent", async () => {
    const { library, write } = open()
    const content = { ...renamed, unitName: "st" }
    const product = toSend({ content, posContent: { unitName: "kg" }, posOwnsFields: true })
    expect(await write(product)).toMatchObject({ kind: "accepted", created: true, posContent: { unitName: "st" } })
    expect(library.products.get(UUID)).toMatchObject(content)
  })

  it("[D123] what the POS owns and changed before a product was sent again is not known until it is imported", async () => {
    const { library, write } = open()
    library.has({ ...sweater, unitName: "kg" })
    const product = toSend({ accepted: null, posContent: { unitName: "st" }, posOwnsFields: true })
    expect(await write(product)).toMatchObject({ kind: "accepted", posContent: { unitName: "st" } })
    expect(library.products.get(UUID)).toMatchObject({ ...renamed, unitName: "kg" })
  })

  it("nothing is written where the POS's change is none of the store's part", async () => {
    const { library, write } = open()
    library.has({ ...renamed, presentation: { textColor: "#123456" } })
    expect(await write(toSend({ posChanged: true }))).toMatchObject({
      kind: "accepted",
      etag: library.etag(UUID),
      posContent: { presentation: { textColor: "#123456" } },
    })
    expect(library.calls).toEqual(["GET"])
  })

  it("an answer of success that is not understood counts, and is reported", async () => {
    const { library, write } = open({ answers: "nonsense" })
    library.has(sweater)
    const written = await write(toSend())
    expect(written).toMatchObject({ kind: "accepted", content: renamed, etag: library.etag(UUID) })
    expect(written.kind === "accepted" && written.misunderstood?.message).toMatch(/PUT .*products\/v2.*uuid/)
    expect(library.calls).toEqual(["PUT"])
    library.products.clear()
    expect(await write(toSend({ accepted: null, mayBeThere: false }))).toMatchObject({ kind: "accepted" })
    expect(library.calls).toEqual(["PUT", "POST"])
  })

  it("a product that cannot be read is not written either", async () => {
    const { library, write } = open()
    library.has(sweater)
    service.current.answer = () => ({ text: "<html>Gateway</html>\u0000", headers: { "content-type": "text/html" } })
    const result = await write(toSend({ posChanged: true }))
    expect(result).toMatchObject({ kind: "failed", error: { isOfWholeAnswer: true } })
    expect(result.kind === "failed" && String(result.error)).toContain("<html>Gateway</html>\ufffd")
    expect(library.calls).toEqual(["GET"])
  })
})

describe("a product whose UUID exists is written over,", () => {
  const service = useLocalService()

  it.each([400, 409, 422])("whatever the status: %i", async (status) => {
    const library = new PosLibrary(service.current, {
      ...AS_OBSERVED,
      existing: { status, errorType: "ITEM_ALREADY_EXIST" },
    })
    library.has({ ...sweater, unitName: "styck" })
    const product = toSend({ accepted: null, mayBeThere: false })
    expect(await writeProduct(service.current.client(0), product)).toMatchObject({ kind: "accepted" })
    expect(library.calls).toEqual(["POST", "PUT"])
    expect(library.products.get(UUID)).toMatchObject({ name: "Tröja 東京", unitName: "styck" })
  })

  it("and refused for any other reason", async () => {
    const library = new PosLibrary(service.current, {
      ...AS_OBSERVED,
      existing: { status: 400, errorType: "VALIDATION_ERROR" },
    })
    library.has(sweater)
    const product = toSend({ accepted: null, mayBeThere: false })
    expect(await writeProduct(service.current.client(0), product)).toMatchObject({ kind: "refused" })
    expect(library.calls).toEqual(["POST"])
  })
})

describe("an ETag that is refused for ever", () => {
  const service = useLocalService()

  it("does not keep the product from the POS", async () => {
    const library = new PosLibrary(service.current, AS_OBSERVED)
    library.has(sweater)
    const answer = service.current.answer
    service.current.answer = (request) =>
      request.headers["if-match"] === undefined ? answer(request) : { status: 412, text: "" }
    const etag = library.etag(UUID)
    expect(await writeProduct(service.current.client(0), toSend({ etag }))).toMatchObject({ kind: "accepted" })
    expect(library.calls).toEqual([`PUT "${etag}"`, "GET", "PUT"])
  })
})
