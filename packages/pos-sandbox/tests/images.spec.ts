import axios from "axios"
import sharp from "sharp"
import { anImage, ImageHost } from "./support/images"
import { openSandbox, useSandbox } from "./support/use-sandbox"
import { Merchant } from "./support/merchant"

const IMAGES = "/v2/images/organizations/self/products"
const MEGABYTE = 1024 * 1024

describe("Images", () => {
  const world = useSandbox()
  let host: ImageHost

  beforeAll(async () => {
    host = await new ImageHost().open()
    host.images.set("/vit.png", await anImage("png"))
    host.images.set("/röd.jpg", await anImage("jpeg"))
    host.images.set("/liten.png", await anImage("png", 49, 50))
    host.images.set("/trasig.png", Buffer.from("ingen bild alls"))
    host.images.set("/stor.png", Buffer.concat([await anImage("png"), Buffer.alloc(5 * MEGABYTE)]))
  })
  afterAll(() => host.close())

  const upload = (bytes: Buffer, part = "file", name = "tröja.bin") => {
    const form = new FormData()
    form.append(part, new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }), name)
    return world.merchant.api.post(`${IMAGES}/upload`, form)
  }
  const fromUrl = (imageFormat: string, path: string) =>
    world.merchant.api.post(IMAGES, { imageFormat, imageUrl: `${host.url}${encodeURI(path)}` })
  const served = async (url: string) => {
    const { status, headers, data } = await axios.get(url, { responseType: "arraybuffer", validateStatus: () => true })
    return { status, type: headers["content-type"], bytes: Buffer.from(data) }
  }

  describe("POST /v2/images/organizations/self/products/upload", () => {
    it.each(["jpeg", "png", "gif"] as const)("%s: answers imageLookupKey and imageUrls", async (format) => {
      const { status, data } = await upload(await anImage(format))
      expect([status, Object.keys(data)]).toEqual([200, ["imageLookupKey", "imageUrls"]])
      expect(data.imageLookupKey).toMatch(new RegExp(`^[\\w-]+\\.${format}$`))
      expect(data.imageUrls).toEqual([
        `${world.sandbox.url}/o/${data.imageLookupKey}`,
        `${world.sandbox.url}/L/${data.imageLookupKey}`,
      ])
    })

    it("the format is detected from the content, not from name or content type", async () => {
      expect((await upload(await anImage("png"), "file", "tröja.jpeg")).data.imageLookupKey).toMatch(/\.png$/)
    })

    it.each([
      ["a WEBP", () => anImage("webp")],
      ["a text", async () => Buffer.from("ingen bild alls, bara ord".repeat(20))],
      ["a PNG that is cut off", async () => (await anImage("png")).subarray(0, 60)],
      ["an empty file", async () => Buffer.alloc(0)],
    ])("%s answers 422", async (_name, make) => {
      expect((await upload(await make())).status).toBe(422)
    })

    it.each([
      [50, 50, 200],
      [49, 50, 422],
      [50, 49, 422],
    ])("%d × %d pixels answer %d: 50 are needed on each side", async (width, height, status) => {
      expect((await upload(await anImage("png", width, height))).status).toBe(status)
    })

    it("5 MB are taken, more answer 413", async () => {
      const image = await anImage("jpeg")
      const padded = (bytes: number) => upload(Buffer.concat([image, Buffer.alloc(bytes - image.length)]))
      expect((await padded(5 * MEGABYTE)).status).toBe(200)
      expect((await padded(5 * MEGABYTE + 1)).status).toBe(413)
    })

    it("a part of another name than `file`, and a body that is no multipart, answer 400", async () => {
      expect((await upload(await anImage("png"), "image")).status).toBe(400)
      expect((await world.merchant.api.post(`${IMAGES}/upload`, {})).status).toBe(400)
    })
  })

  describe("stored copies", () => {
    it("are at most 2000 × 2000 and 560 × 560 pixels and keep the shape", async () => {
      const { data } = await upload(await anImage("jpeg", 3_000, 1_500))
      const sizes = await Promise.all(
        data.imageUrls.map(async (url: string) => sharp((await served(url)).bytes).metadata())
      )
      expect(sizes).toMatchObject([
        { width: 2_000, height: 1_000 },
        { width: 560, height: 280 },
      ])
    })

    it("are never larger than what was uploaded", async () => {
      const { data } = await upload(await anImage("png", 300, 200))
      for (const url of data.imageUrls) {
        expect(await sharp((await served(url)).bytes).metadata()).toMatchObject({ width: 300, height: 200 })
      }
    })

    it("are served to anyone with their content type", async () => {
      const { data } = await upload(await anImage("png"))
      for (const url of data.imageUrls) {
        expect(await served(url)).toMatchObject({ status: 200, type: "image/png" })
      }
    })

    it("an unknown key answers 404", async () => {
      expect((await served(`${world.sandbox.url}/o/okänd.png`)).status).toBe(404)
      expect((await served(`${world.sandbox.url}/L/okänd.png`)).status).toBe(404)
    })

    it("a product takes the lookup key and shows the first URL", async () => {
      const { imageLookupKey, imageUrls } = (await upload(await anImage("png"))).data
      const images = { imageLookupKeys: [imageLookupKey], presentation: { imageUrl: imageUrls[0] } }
      expect((await world.merchant.createProduct(images)).answer.data).toMatchObject(images)
    })
  })

  describe("POST /v2/images/organizations/self/products", () => {
    it("imports one image from a URL", async () => {
      const { status, data } = await fromUrl("JPEG", "/röd.jpg")
      expect([status, Object.keys(data)]).toEqual([200, ["imageLookupKey", "imageUrls"]])
      expect((await served(data.imageUrls[0])).type).toBe("image/jpeg")
    })

    it.each([
      ["imageFormat missing", { imageFormat: undefined }],
      ["imageFormat that is not JPEG, PNG or GIF", { imageFormat: "WEBP" }],
      ["imageFormat that is not the content's", { imageFormat: "JPEG" }],
      ["imageUrl missing", { imageUrl: undefined }],
      ["imageUrl empty", { imageUrl: "" }],
      ["imageUrl that is no address", { imageUrl: "vit.png" }],
      ["imageUrl of another protocol", { imageUrl: "file:///etc/hosts" }],
    ])("%s answers 422", async (_name, change) => {
      const body = { imageFormat: "PNG", imageUrl: `${host.url}/vit.png`, ...change }
      expect((await world.merchant.api.post(IMAGES, body)).status).toBe(422)
    })

    it.each([
      ["a URL that answers 404", "/borta.png"],
      ["a URL with no image", "/trasig.png"],
      ["an image of less than 50 pixels", "/liten.png"],
      ["an image over 5 MB", "/stor.png"],
    ])("%s answers 422", async (_name, path) => {
      expect((await fromUrl("PNG", path)).status).toBe(422)
    })

    it("a URL on a private address answers 422: the service cannot fetch it", async () => {
      const strict = await openSandbox({ allowLoopback: false })
      const { api } = await Merchant.open(strict)
      const { status } = await api.post(IMAGES, { imageFormat: "PNG", imageUrl: `${host.url}/vit.png` })
      await strict.close()
      expect(status).toBe(422)
    })
  })

  describe("POST /v2/images/organizations/self/products/bulk", () => {
    const bulk = (imageUploads: unknown) => world.merchant.api.post(`${IMAGES}/bulk`, { imageUploads })

    it("answers uploaded with source, and invalid empty when all succeed", async () => {
      const urls = [`${host.url}/vit.png`, `${host.url}/${encodeURI("röd.jpg")}`]
      const { status, data } = await bulk([
        { imageFormat: "PNG", imageUrl: urls[0] },
        { imageFormat: "JPEG", imageUrl: urls[1] },
      ])
      const stored = { imageLookupKey: expect.any(String), imageUrls: [expect.any(String), expect.any(String)] }
      expect({ status, data }).toEqual({
        status: 200,
        data: { uploaded: urls.map((source) => ({ ...stored, source })), invalid: [] },
      })
    })

    it("what fails stands in invalid as its source URL, and the others are kept", async () => {
      const [good, ...bad] = ["/vit.png", "/borta.png", "/trasig.png", "/liten.png"].map((path) => `${host.url}${path}`)
      const { data } = await bulk([...bad, good].map((imageUrl) => ({ imageFormat: "PNG", imageUrl })))
      expect(data.invalid).toEqual(bad)
      expect(data.uploaded).toMatchObject([{ source: good }])
    })

    it("an empty list answers 200 with nothing; over 100 images, or none at all, 422", async () => {
      expect((await bulk([])).data).toEqual({ uploaded: [], invalid: [] })
      const first = { imageFormat: "PNG", imageUrl: `${host.url}/vit.png` }
      expect((await bulk(Array.from({ length: 101 }, () => first))).status).toBe(422)
      expect((await bulk(undefined)).status).toBe(422)
    })
  })
})
