import { randomBytes } from "node:crypto"
import dns from "node:dns"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { Modules } from "@medusajs/framework/utils"
import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import sharp from "sharp"
import { POS_MODULE } from "../../src/modules/pos"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

/** Noise, so that the files are as large as photographs'. */
const drawImage = (format: "jpeg" | "png" | "webp", size = 200) =>
  sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer()

/** A name that is nobody's (RFC 2606) and looks public. */
const PUBLIC_HOST = "bilder.example.com"

/** The address of an image that the POS has stored, in either of its ways of naming one. */
const STORED = /\/(o|product)\/[^/]+$/

type Lookup = (host: string, options: object, done: (error: null, addresses: object[]) => void) => void

/** Makes a public name lead to this machine, as long as a test needs the internet. */
function resolveToHere(name: string): () => void {
  const { lookup } = dns
  const here: Lookup = (host, options, done) => {
    if (host === name) {
      done(null, [{ address: "127.0.0.1", family: 4 }])
    } else {
      Reflect.apply(lookup, dns, [host, options, done])
    }
  }
  Object.assign(dns, { lookup: here })
  return () => void Object.assign(dns, { lookup })
}

storeSuite({
  moduleName: "push-images",
  testSuite: ({ api, getContainer }) => {
    const here = usePushStore({ api, getContainer })
    let server: http.Server
    let requests: string[] = []
    const files = new Map<string, Buffer>()

    beforeAll(async () => {
      files.set("/troja.jpg", await drawImage("jpeg"))
      files.set("/rygg.webp", await drawImage("webp"))
      files.set("/liten.png", await drawImage("png", 20))
      server = http.createServer((request, response) => {
        requests.push(`${request.headers["user-agent"] ?? ""} ${request.url}`)
        const file = files.get(request.url?.split("?")[0] ?? "")
        response.writeHead(file ? 200 : 404).end(file)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    })

    afterAll(() => server.close())

    const url = (path: string) => {
      const address = server.address()
      return `http://127.0.0.1:${isAddress(address) ? address.port : 0}${path}`
    }
    const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
      address !== null && typeof address === "object"

    const allowPrivate = async (value: boolean) => {
      Object.assign(await getContainer().resolve(POS_MODULE).getOptions(), { allowPrivateImages: value })
    }

    const show = async (images: string[]) =>
      updateProductsWorkflow(getContainer()).run({
        input: {
          selector: { id: here.shop.sweaterId },
          update: { images: images.map((image) => ({ url: image })), thumbnail: images[0] ?? null },
        },
      })

    const open = async () => {
      const fixture = await here.open()
      requests = []
      return fixture
    }

    it("uploads what the POS cannot fetch or take, each image once, and detaches what is removed", async () => {
      await allowPrivate(true)
      const fixture = await open()
      await show([url("/troja.jpg"), url("/rygg.webp")])
      const shown = await eventually(async () => {
        const product = await fixture.product("Tröja")
        expect(product.imageLookupKeys).toHaveLength(2)
        return product
      })
      expect(shown.presentation?.imageUrl).toMatch(STORED)
      expect(shown.imageLookupKeys?.[1]).toMatch(/\.(jpeg|png)$/)
      const keys = shown.imageLookupKeys
      await show([url("/rygg.webp"), url("/troja.jpg")])
      await eventually(async () =>
        expect((await fixture.product("Tröja")).imageLookupKeys).toEqual([...(keys ?? [])].reverse())
      )
      expect(requests).toHaveLength(2)
      await show([])
      await eventually(async () => {
        const product = await fixture.product("Tröja")
        expect(product.imageLookupKeys ?? []).toEqual([])
        expect(product.presentation?.imageUrl ?? null).toBeNull()
      })
    })

    it("[D17] takes long addresses, and says of those that it cannot take that they are none", async () => {
      await allowPrivate(true)
      const fixture = await open()
      const noise = (length: number) => randomBytes(length).toString("base64url").slice(0, length)
      const short = (length: number) => url(`/rygg.webp?${noise(length)}`)
      // Medusa's own index takes no longer address of an image; a thumbnail has no index.
      const unusable = [url(`/troja.jpg?${noise(8_000)}`), `data:image/png;base64,${noise(3_000)}`]
      await updateProductsWorkflow(getContainer()).run({
        input: {
          selector: { id: here.shop.sweaterId },
          update: { images: [{ url: url("/troja.jpg") }, { url: short(2_600) }], thumbnail: short(2_800) },
        },
      })
      for (const [index, id] of here.shop.sweaterVariantIds.entries()) {
        await updateProductVariantsWorkflow(getContainer()).run({
          input: { selector: { id }, update: { thumbnail: unusable[index] ?? null } },
        })
      }
      await eventually(async () => expect((await fixture.product("Tröja")).imageLookupKeys).toHaveLength(3))
      await eventually(async () =>
        expect(await fixture.link(here.shop.sweaterId)).toMatchObject({
          state: "synced",
          notes: expect.arrayContaining([
            expect.stringContaining("at most 4096 are read"),
            expect.stringContaining("its address begins with data:"),
          ]),
        })
      )
      expect(requests.filter((request) => request.endsWith("/troja.jpg"))).toHaveLength(1)
      expect(requests).toHaveLength(3)
      const pos = getContainer().resolve(POS_MODULE)
      const invalid = await pos.listPosImages({ connection_id: fixture.connectionId, state: "invalid" })
      expect(invalid.map((item) => item.url.length <= 201)).toEqual([true, true])
    })

    it("shows a variant by its own image, until it has none any more", async () => {
      await allowPrivate(true)
      const fixture = await open()
      const [variantId] = here.shop.sweaterVariantIds
      const showVariant = async (thumbnail: string | null) =>
        updateProductVariantsWorkflow(getContainer()).run({
          input: { selector: { id: variantId }, update: { thumbnail } },
        })
      await showVariant(url("/rygg.webp"))
      const imageUrls = async () =>
        (await fixture.product("Tröja")).variants?.map(({ presentation }) => presentation?.imageUrl ?? null)
      await eventually(async () => expect(await imageUrls()).toEqual([expect.stringMatching(STORED), null]))
      const { uuid } = await fixture.product("Tröja")
      await fixture.calls("POST", async () => {
        await showVariant(null)
        await eventually(async () => expect(await imageUrls()).toEqual([null, null]))
      })
      expect((await fixture.product("Tröja")).uuid).toBe(uuid)
      expect(requests).toHaveLength(1)
    })

    it("says why an image cannot be had, and sells the product all the same", async () => {
      await allowPrivate(true)
      const fixture = await open()
      await show([url("/liten.png"), url("/borta.jpg"), url("/troja.jpg")])
      await eventually(async () => expect((await fixture.product("Tröja")).imageLookupKeys).toHaveLength(1))
      const { data } = await api.get(
        `/admin/pos/images?state=invalid&connection_id=${fixture.connectionId}`,
        here.admin
      )
      const reasons = new Map(data.images.map((image: { url: string; reason: string }) => [image.url, image.reason]))
      expect(reasons.get(url("/liten.png"))).toContain("20 × 20")
      expect(reasons.get(url("/borta.jpg"))).toContain("404")
      await eventually(async () =>
        expect(JSON.stringify((await fixture.link(here.shop.sweaterId))?.notes)).toContain("404")
      )
      files.set("/borta.jpg", files.get("/troja.jpg") ?? Buffer.alloc(0))
      await api.post("/admin/pos/images/retry", { connection_id: fixture.connectionId }, here.admin)
      await eventually(async () => expect((await fixture.product("Tröja")).imageLookupKeys).toHaveLength(2))
      files.delete("/borta.jpg")
    })

    it("asks nothing of the inside, whoever wrote the address", async () => {
      await allowPrivate(false)
      const fixture = await open()
      await show([url("/troja.jpg"), "http://169.254.169.254/latest/meta-data/a.jpg", "http://[::1]/b.webp"])
      await eventually(async () =>
        expect(JSON.stringify((await fixture.link(here.shop.sweaterId))?.notes)).toContain("not on the public internet")
      )
      expect(requests).toEqual([])
      expect((await fixture.product("Tröja")).imageLookupKeys ?? []).toEqual([])
    })

    it("lets the POS fetch what it can by itself, many in one call, and uploads once what it could not use", async () => {
      await allowPrivate(false)
      const fixture = await open()
      const { host } = new URL(url("/"))
      const internet = (path: string) => `http://${PUBLIC_HOST}:${host.split(":")[1]}${path}`
      const restore = resolveToHere(PUBLIC_HOST)
      const images = await fixture.calls(
        "POST",
        async () => {
          await show([internet("/troja.jpg"), internet("/borta.jpg"), internet("/liten.png")])
          await eventually(async () => expect((await fixture.product("Tröja")).imageLookupKeys).toHaveLength(1))
        },
        "images"
      )
      restore()
      // One call for the three. This store may fetch nothing from its own network, so it has uploaded none of them.
      expect(images).toBe(1)
      expect(requests).toHaveLength(3)
      const { data } = await api.get(
        `/admin/pos/images?state=invalid&connection_id=${fixture.connectionId}`,
        here.admin
      )
      const invalid = data.images.map((image: { url: string }) => image.url).sort()
      expect(invalid).toEqual([internet("/borta.jpg"), internet("/liten.png")])
    })

    it("reads the store's own files from Medusa's file module, whatever their address", async () => {
      await allowPrivate(false)
      const fixture = await open()
      const files = getContainer().resolve(Modules.FILE)
      const content = (await drawImage("png")).toString("base64")
      const [file] = await files.createFiles([
        { filename: "tröja åäö.png", mimeType: "image/png", content, access: "public" },
      ])
      await show([file?.url ?? ""])
      await eventually(async () => expect((await fixture.product("Tröja")).imageLookupKeys).toHaveLength(1))
      await files.deleteFiles([file?.id ?? ""])
    })

    it("leaves images to the POS where it is asked to", async () => {
      await allowPrivate(true)
      const fixture = await open()
      await fixture.settings({ images: "off" })
      const { uuid } = await fixture.product("Tröja")
      await fixture.edit(uuid, { imageLookupKeys: ["kassan.png"] })
      await show([url("/troja.jpg")])
      await fixture.sync()
      expect((await fixture.product("Tröja")).imageLookupKeys).toEqual(["kassan.png"])
      expect(requests).toEqual([])
    })
  },
})
