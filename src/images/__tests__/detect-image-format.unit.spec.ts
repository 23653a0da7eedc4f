import sharp from "sharp"
import { detectImageFormat } from "../prepare-image"

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
const ftyp = (...brands: string[]) => {
  const box = Buffer.alloc(8 + brands.length * 4)
  box.writeUInt32BE(box.length, 0)
  box.write(`ftyp${brands.join("")}`, 4, "latin1")
  return Buffer.concat([box, Buffer.from("\0\0\0\x20metaavif", "latin1")])
}

describe("an image's format", () => {
  it("is detected from its content", async () => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    expect(detectImageFormat(await image.jpeg().toBuffer())).toBe("JPEG")
    expect(detectImageFormat(await image.png().toBuffer())).toBe("PNG")
    expect(detectImageFormat(await image.gif().toBuffer())).toBe("GIF")
    expect(detectImageFormat(await image.webp().toBuffer())).toBe("WEBP")
    expect(detectImageFormat(await image.avif({ effort: 0 }).toBuffer())).toBe("AVIF")
    expect(detectImageFormat(await image.tiff().toBuffer())).toBe("unknown")
  })

  it.each([
    SVG,
    `\uFEFF  \n${SVG}`,
    `<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${SVG}`,
  ])("is SVG for %j", (text) => {
    expect(detectImageFormat(Buffer.from(text))).toBe("SVG")
  })

  it("is AVIF by its main or a compatible brand, and no other of its family", () => {
    expect(detectImageFormat(ftyp("avif", "\0\0\0\0", "mif1"))).toBe("AVIF")
    expect(detectImageFormat(ftyp("mif1", "\0\0\0\0", "miaf", "avif"))).toBe("AVIF")
    expect(detectImageFormat(ftyp("heic", "\0\0\0\0", "mif1", "heic"))).toBe("unknown")
    expect(detectImageFormat(ftyp("mp42", "\0\0\0\0", "xavi", "f   "))).toBe("unknown")
  })

  it.each([
    "",
    "G",
    "GIF88a",
    "\xff\xd8",
    "RIFF\0\0\0\0WAVE",
    "<html><svg></svg>",
    "<!DOCTYPE html><svg>",
    "text <svg>",
  ])("is unknown for %j", (text) => {
    expect(detectImageFormat(Buffer.from(text, "latin1"))).toBe("unknown")
  })
})
