import axios from "axios"
import { speak } from "./support/dialects"
import { Merchant } from "./support/merchant"
import { anImage, ImageHost } from "./support/images"
import { openSandbox, useSandbox } from "./support/use-sandbox"

const IMAGES = "/v2/images/organizations/self/products"
const MEGABYTE = 1024 * 1024

describe("[imageKeys] images", () => {
  const world = useSandbox()
  let host: ImageHost

  beforeAll(async () => {
    host = await new ImageHost().open()
    host.images.set("/röd tröja.jpg", await anImage("jpeg"))
    host.images.set("/röd tröja.jpg?v=1&w=å", await anImage("jpeg"))
  })
  afterAll(() => host.close())

  const field = () => speak(world.merchant, "imageKeys", "field")
  const upload = (bytes: Buffer) => {
    const form = new FormData()
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "tröja.png")
    return world.merchant.api.post(`${IMAGES}/upload`, form)
  }
  const fromUrl = (imageUrl: string, change: object = {}) =>
    world.merchant.api.post(IMAGES, { imageFormat: "JPEG", imageUrl, ...change })
  const encoded = () => `${host.url}/r%C3%B6d%20tr%C3%B6ja.jpg`

  it("spec: a key with an extension and two addresses", async () => {
    const { data } = await upload(await anImage("png"))
    expect(data.imageLookupKey).toMatch(/\.png$/)
    expect(data.imageUrls).toHaveLength(2)
  })

  it("field: a key without extension and one address, which serves the image", async () => {
    await field()
    const { status, data } = await upload(await anImage("png"))
    expect([status, Object.keys(data)]).toEqual([200, ["imageLookupKey", "imageUrls"]])
    expect(data.imageLookupKey).toMatch(/^[\w-]+$/)
    expect(data.imageUrls).toEqual([`${world.sandbox.url}/product/${data.imageLookupKey}.png`])
    const served = await axios.get(data.imageUrls[0], { responseType: "arraybuffer" })
    expect([served.status, served.headers["content-type"]]).toEqual([200, "image/png"])
  })

  it("field: an address that is none of a kept image answers 404", async () => {
    await field()
    expect((await world.merchant.api.get("/product/okänd.png")).status).toBe(404)
  })

  it("spec: an upload of more than 5 MB answers 413; field: 422, as does one of less than 50 pixels", async () => {
    const large = Buffer.concat([await anImage("png"), Buffer.alloc(5 * MEGABYTE)])
    expect((await upload(large)).status).toBe(413)
    await field()
    expect((await upload(large)).status).toBe(422)
    expect((await upload(await anImage("png", 49, 50))).status).toBe(422)
  })

  it("spec: a path that is not percent-encoded is fetched; field: 422, and encoded it is taken", async () => {
    const bare = `${host.url}/röd tröja.jpg`
    expect((await fromUrl(bare)).status).toBe(200)
    await field()
    expect((await fromUrl(bare)).status).toBe(422)
    expect((await fromUrl(encoded())).status).toBe(200)
  })

  it("field: an address that is not of HTTPS answers 422 before anything is fetched", async () => {
    const strict = await openSandbox({ dialect: "field" })
    const open = await Merchant.open(strict)
    const refused = await open.api.post(IMAGES, { imageFormat: "PNG", imageUrl: "ftp://bilder.example.com/vit.png" })
    await strict.close()
    const closed = await openSandbox({ dialect: "field", allowLoopback: false })
    const { api } = await Merchant.open(closed)
    const plain = await api.post(IMAGES, { imageFormat: "PNG", imageUrl: "http://bilder.example.com/vit.png" })
    await closed.close()
    for (const { status, data } of [refused, plain]) {
      expect([status, data.developerMessage]).toEqual([422, "imageUrl must be an HTTPS address"])
    }
  })

  it.each(["spec", "field"] as const)(
    "%s: imageData null is taken, and bulk echoes source exactly",
    async (dialect) => {
      await speak(world.merchant, "imageKeys", dialect)
      expect((await fromUrl(encoded(), { imageData: null })).status).toBe(200)
      const sources = [`${encoded()}?v=1&w=%C3%A5#top`, `${host.url}/borta.png`]
      const imageUploads = sources.map((imageUrl) => ({ imageFormat: "JPEG", imageUrl, imageData: null }))
      const { data } = await world.merchant.api.post(`${IMAGES}/bulk`, { imageUploads })
      expect(data.invalid).toEqual([sources[1]])
      expect(data.uploaded.map(({ source }: { source: string }) => source)).toEqual([sources[0]])
    }
  )

  it("field: a product shows what its presentation names", async () => {
    await field()
    const { data } = await upload(await anImage("png"))
    const { product } = await world.merchant.createProduct({ presentation: { imageUrl: data.imageUrls[0] } })
    const { presentation } = (await world.merchant.api.get(`/organizations/self/products/${product.uuid}`)).data
    expect(presentation).toMatchObject({ imageUrl: data.imageUrls[0] })
  })
})
