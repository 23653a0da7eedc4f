import { createServer, type Server } from "node:http"
import sharp from "sharp"

/** An image of one colour. */
export function anImage(format: "jpeg" | "png" | "gif" | "webp", width = 640, height = 480): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Serves images by path, as a shop's own host does. */
export class ImageHost {
  readonly images = new Map<string, Buffer>()
  url = ""
  private server: Server | null = null

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      const image = this.images.get(decodeURI(request.url ?? ""))
      // A content type that lies: only the content reports the format.
      response.writeHead(image ? 200 : 404, { "content-type": "text/plain" }).end(image)
    })
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`
    return this
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()))
  }
}
