import { Readable } from "node:stream"
import { ImageTooLargeError, PosRefusedError, type ImageFile } from "../index"
import { type Received, useLocalService } from "./local-service"

const STORED = { imageLookupKey: "abc.png", imageUrls: ["https://images.example/o/abc.png"] }
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff])
const CHUNKS = [BYTES.subarray(0, 3), BYTES.subarray(3)]
const UPLOAD = "/v2/images/organizations/self/products/upload"
const A = "https://store.example/a.png"
const B = "https://store.example/b.png"
const C = "https://store.example/c.png"

const imageFile = (data: ImageFile["data"], name = "cup.png"): ImageFile => ({ name, contentType: "image/png", data })

/** The multipart body as another reader than the client's library sees it. */
async function partsOf(received: Received | undefined) {
  const headers = { "content-type": received?.headers["content-type"] ?? "" }
  const form = await new Response(received ? new Uint8Array(received.body) : null, { headers }).formData()
  return Promise.all(
    [...form.entries()].map(async ([part, value]) =>
      typeof value === "string"
        ? { part, value }
        : { part, name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
    )
  )
}

describe("images", () => {
  const service = useLocalService()

  it.each([
    ["a Buffer", () => BYTES],
    ["a stream", () => Readable.from(CHUNKS)],
    ["a web stream", () => new Blob(CHUNKS).stream()],
  ])("uploads %s as the one part `file`, with its name and its own content type", async (_name, data) => {
    service.current.answer = () => ({ body: STORED })
    expect(await service.current.client().images.upload(imageFile(data()))).toEqual(STORED)
    const [received] = service.current.received
    expect([received?.method, received?.path]).toEqual(["POST", UPLOAD])
    expect(received?.headers).toMatchObject({
      authorization: "Bearer a-token",
      "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/),
      "content-length": String(received?.body.length),
    })
    expect(await partsOf(received)).toEqual([{ part: "file", name: "cup.png", type: "image/png", bytes: BYTES }])
  })

  it("keeps a file name that is not ASCII or holds quotes in one part", async () => {
    service.current.answer = () => ({ body: STORED })
    const { images } = service.current.client()
    await images.upload(imageFile(BYTES, "kaffe på torget ☕.png"))
    await images.upload(imageFile(BYTES, 'a"; name="b\r\n.png'))
    expect(await partsOf(service.current.received[0])).toMatchObject([{ name: "kaffe på torget ☕.png" }])
    expect(await partsOf(service.current.received[1])).toMatchObject([{ part: "file" }])
  })

  it("sends a stream's bytes again when the POS fails", async () => {
    service.current.answersInTurn({ status: 503 }, { status: 429 }, { body: STORED })
    await service.current.client().images.upload(imageFile(Readable.from(CHUNKS)))
    expect(service.current.received).toHaveLength(3)
    for (const received of service.current.received) {
      expect(await partsOf(received)).toMatchObject([{ name: "cup.png", bytes: BYTES }])
    }
  })

  it("sends a stream's bytes again with a new access token", async () => {
    service.current.answersInTurn({ status: 401 }, { body: STORED })
    await service.current.client().images.upload(imageFile(Readable.from(CHUNKS)))
    expect(await partsOf(service.current.received[1])).toMatchObject([{ name: "cup.png", bytes: BYTES }])
  })

  it("stops reading at 5 MB and sends nothing", async () => {
    let read = 0
    async function* endless() {
      for (;;) {
        read += 1
        yield Buffer.alloc(1024 * 1024)
      }
    }
    const { images } = service.current.client()
    await expect(images.upload(imageFile(endless()))).rejects.toMatchObject({
      constructor: ImageTooLargeError,
      name: "ImageTooLargeError",
    })
    await expect(images.upload(imageFile(Buffer.alloc(5 * 1024 * 1024 + 1)))).rejects.toThrow(/"cup.png" .* 5 MB/)
    expect([read, service.current.received.length]).toEqual([6, 0])
  })

  it("passes on why a stream cannot be read", async () => {
    async function* broken() {
      yield BYTES
      throw new Error("the disk is gone")
    }
    await expect(service.current.client().images.upload(imageFile(broken()))).rejects.toThrow("the disk is gone")
  })

  it("reports what the POS does not like of an image", async () => {
    service.current.answer = () => ({ status: 400, body: { developerMessage: "smaller than 50x50" } })
    const upload = service.current.client().images.upload(imageFile(BYTES))
    await expect(upload).rejects.toThrow(PosRefusedError)
    await expect(upload).rejects.toThrow(/upload \(images\).*smaller than 50x50/)
    expect(service.current.received).toHaveLength(1)
  })

  it("imports one from its URL", async () => {
    service.current.answer = () => ({ body: STORED })
    const image = { imageFormat: "PNG", imageUrl: A } as const
    expect(await service.current.client().images.importFromUrl(image)).toEqual(STORED)
    const [received] = service.current.received
    expect([received?.method, received?.path, JSON.parse(String(received?.body))]).toEqual([
      "POST",
      "/v2/images/organizations/self/products",
      image,
    ])
  })

  it.each([
    ["none", [A], [], []],
    ["URLs", [A], [B, C], [B, C]],
    ["objects with source", [A], [{ source: B }], [B]],
    ["objects with imageUrl", [A], [{ imageUrl: C, reason: "GONE" }], [C]],
    ["a mixture, one twice", [], [A, { source: null, imageUrl: B }, { source: C }, B], [A, B, C]],
    ["entries that name nothing", [A], [B, { reason: "?" }], [B, C]],
  ])("reads the invalid entries of a bulk import: %s", async (_name, stored, invalid, expected) => {
    const uploaded = stored.map((source) => ({ ...STORED, source }))
    service.current.answer = () => ({ body: { uploaded, invalid } })
    const asked = [A, B, C].map((imageUrl) => ({ imageFormat: "PNG" as const, imageUrl }))
    expect(await service.current.client().images.importFromUrls(asked)).toEqual({ uploaded, invalid: expected })
    expect(service.current.received[0]).toMatchObject({
      method: "POST",
      path: "/v2/images/organizations/self/products/bulk",
    })
    expect(JSON.parse(String(service.current.received[0]?.body))).toEqual({ imageUploads: asked })
  })

  it("asks nothing of the POS when there is nothing to import", async () => {
    expect(await service.current.client().images.importFromUrls([])).toEqual({ uploaded: [], invalid: [] })
    expect(service.current.received).toHaveLength(0)
  })
})
