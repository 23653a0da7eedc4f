import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import sharp from "sharp"
import { IMAGE_LIMITS } from "../../pos-api/contract"
import {
  ImageNeedsSharpError,
  ImageTooManyPixelsError,
  ImageTooNarrowError,
  ImageTooSmallError,
  ImageUnreadableError,
} from "../image-errors"
import { prepareImage } from "../prepare-image"
import { startServer } from "./loopback-server"

const RED = { r: 255, g: 0, b: 0 }
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: RED } })
/** Noise does not compress, so its bytes are known. */
const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
const svg = (size: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><circle cx="6" cy="6" r="5" fill="red"/></svg>`)

/** Prepares an image that must change, and measures what came of it. */
async function prepared(bytes: Buffer) {
  const image = await prepareImage(bytes)
  const { width = 0, height = 0, hasAlpha, orientation, format } = await sharp(image.bytes).metadata()
  expect(image.changed).toBe(true)
  expect(format).toBe(image.format.toLowerCase())
  expect(image.bytes.length).toBeGreaterThanOrEqual(IMAGE_LIMITS.minBytes)
  expect(image.bytes.length).toBeLessThanOrEqual(IMAGE_LIMITS.maxBytes)
  return { format: image.format, width, height, hasAlpha, orientation, bytes: image.bytes }
}

describe("preparing an image", () => {
  it("leaves JPEG, PNG and GIF within the bounds as they are", async () => {
    for (const [format, bytes] of [
      ["JPEG", await noise(100, 60).jpeg().toBuffer()],
      ["PNG", await noise(50, 50, 4).png().toBuffer()],
      ["GIF", await noise(90, 90).gif({ effort: 1 }).toBuffer()],
      ["JPEG", await noise(5_000, 50).jpeg().toBuffer()],
    ] as const) {
      const image = await prepareImage(bytes)
      expect(image).toMatchObject({ format, changed: false })
      expect(image.bytes).toBe(bytes)
    }
  })

  it("turns WEBP and AVIF to JPEG, and to PNG where they have alpha", async () => {
    const jpeg = { format: "JPEG", width: 120, height: 80, hasAlpha: false }
    expect(await prepared(await noise(120, 80).webp().toBuffer())).toMatchObject(jpeg)
    expect(await prepared(await noise(120, 80).avif({ effort: 0 }).toBuffer())).toMatchObject(jpeg)
    const clear = await noise(120, 80, 4).webp().toBuffer()
    expect(await prepared(clear)).toMatchObject({ ...jpeg, format: "PNG", hasAlpha: true })
  })

  it("draws an SVG large enough, whatever size it says it has", async () => {
    for (const size of [
      'viewBox="0 0 24 12"',
      'width="24" height="12"',
      'viewBox="0 0 24 12" width="60000" height="30000"',
    ]) {
      expect(await prepared(svg(size))).toMatchObject({ format: "PNG", width: 1_000, height: 500, hasAlpha: true })
    }
    expect(await prepared(svg('width="400" height="10"'))).toMatchObject({ width: 2_000, height: 50 })
    await expect(prepareImage(svg('width="1200" height="10"'))).rejects.toThrow(ImageTooNarrowError)
  })

  it("draws what an SVG holds, and opens neither files nor addresses that it names", async () => {
    const red = await plain(60, 60).png().toBuffer()
    const directory = mkdtempSync(path.join(tmpdir(), "images-"))
    const file = path.join(directory, "inside.png")
    writeFileSync(file, red)
    const redness = async (href: string) => {
      const image = `<image href="${href}" xlink:href="${href}" width="60" height="60"/>`
      const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
      const drawn = await prepared(Buffer.from(`<svg ${names} width="60" height="60">${image}</svg>`))
      return (await sharp(drawn.bytes).stats()).channels[0]?.max
    }
    const inside = await startServer((_request, response) => response.end(red))
    expect(await redness(`data:image/png;base64,${red.toString("base64")}`)).toBe(255)
    expect(await redness(file)).toBe(0)
    expect(await redness(pathToFileURL(file).href)).toBe(0)
    expect(await redness(`${inside.url}/red.png`)).toBe(0)
    expect(inside.seen.connections).toBe(0)
    await inside.stop()
    rmSync(directory, { recursive: true })
  })

  it("shrinks what is too long, and refuses what then is too narrow", async () => {
    expect(await prepared(await plain(5_200, 600).jpeg().toBuffer())).toMatchObject({ width: 2_000, height: 231 })
    expect(await prepared(await plain(5_200, 100).jpeg().toBuffer())).toMatchObject({ width: 2_600, height: 50 })
    const narrow = await plain(5_200, 51).jpeg().toBuffer()
    await expect(prepareImage(narrow)).rejects.toThrow(ImageTooNarrowError)
  })

  it("encodes anew what has too many bytes, smaller until it fits", async () => {
    const photo = await noise(1_400, 1_400).png({ compressionLevel: 0 }).toBuffer()
    expect(await prepared(photo)).toMatchObject({ format: "JPEG", width: 1_400 })
    const clear = await noise(1_200, 1_200, 4).png({ compressionLevel: 0 }).toBuffer()
    expect(await prepared(clear)).toMatchObject({ format: "PNG", width: 1_000, hasAlpha: true })
  })

  it("gives bytes enough to what has too few", async () => {
    expect(await prepared(await plain(50, 50).png().toBuffer())).toMatchObject({ format: "PNG", width: 50 })
    expect(await prepared(await plain(50, 50).greyscale().gif().toBuffer())).toMatchObject({ width: 50, height: 50 })
    const palette = { palette: true, compressionLevel: 9 }
    expect(await prepared(await plain(999, 500).png(palette).toBuffer())).toMatchObject({ format: "JPEG", width: 999 })
    const clear = plain(600, 300).ensureAlpha(0.5).webp()
    expect(await prepared(await clear.toBuffer())).toMatchObject({ format: "PNG", width: 600 })
    const plainest = plain(600, 300).webp()
    expect(await prepared(await plainest.toBuffer())).toMatchObject({ format: "PNG", width: 560, height: 280 })
  })

  it("sets upright what EXIF turns", async () => {
    const blue = await sharp({ create: { width: 60, height: 80, channels: 3, background: "blue" } })
      .png()
      .toBuffer()
    const lying = plain(120, 80).composite([{ input: blue, left: 0, top: 0 }])
    const turned = await lying.withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer()
    const { bytes, ...image } = await prepared(turned)
    expect(image).toMatchObject({ width: 80, height: 120, orientation: undefined })
    const top = await sharp(bytes).extract({ left: 0, top: 0, width: 80, height: 50 }).stats()
    expect(top.dominant.b).toBeGreaterThan(200)
  })

  it("refuses what is too small, with its size", async () => {
    const small = await noise(49, 200).png().toBuffer()
    await expect(prepareImage(small)).rejects.toThrow(ImageTooSmallError)
    await expect(prepareImage(small)).rejects.toThrow("49 × 200 pixels")
  })

  it("refuses a decompression bomb without decoding it", async () => {
    const bomb = await plain(60, 60).jpeg().toBuffer()
    const startOfFrame = bomb.indexOf(Buffer.from([0xff, 0xc0]))
    bomb.writeUInt16BE(30_000, startOfFrame + 5)
    bomb.writeUInt16BE(30_000, startOfFrame + 7)
    await expect(prepareImage(bomb)).rejects.toThrow(ImageTooManyPixelsError)
  })

  it("refuses what is no image or a damaged one", async () => {
    const whole = await noise(100, 100).webp().toBuffer()
    for (const bytes of [Buffer.from("<html>Not found</html>"), whole.subarray(0, 20), whole.subarray(0, 900)]) {
      await expect(prepareImage(bytes)).rejects.toThrow(ImageUnreadableError)
    }
    await expect(prepareImage(Buffer.from("<svg><unclosed"))).rejects.toThrow(ImageUnreadableError)
  })
})

describe("preparing an image without sharp", () => {
  beforeEach(() => {
    jest.doMock("sharp", () => {
      throw new Error("Cannot find module 'sharp'")
    })
  })
  afterEach(() => {
    jest.dontMock("sharp")
  })

  it("passes what the POS takes, and says what is missing for the rest", async () => {
    const bytes = await noise(60, 60).png().toBuffer()
    expect(await prepareImage(bytes)).toEqual({ bytes, format: "PNG", changed: false })

    const webp = await noise(60, 60).webp().toBuffer()
    await expect(prepareImage(webp)).rejects.toThrow(ImageNeedsSharpError)
    await expect(prepareImage(webp)).rejects.toThrow(/WEBP.*Install sharp/)
    const heavy = Buffer.concat([bytes, Buffer.alloc(IMAGE_LIMITS.maxBytes)])
    await expect(prepareImage(heavy)).rejects.toThrow("larger than 5 MB")
  })
})
