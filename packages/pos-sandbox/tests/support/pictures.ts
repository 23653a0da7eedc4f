import { createServer, type Server } from "node:http"
import sharp from "sharp"

/** A picture of one colour. */
export function aPicture(format: "jpeg" | "png" | "gif" | "webp", width = 640, height = 480): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Serves pictures by path, as a shop's own host does. */
export class PictureHost {
  readonly pictures = new Map<string, Buffer>()
  url = ""
  private server: Server | null = null

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      const picture = this.pictures.get(decodeURI(request.url ?? ""))
      // A content type that lies: only the content tells the format.
      response.writeHead(picture ? 200 : 404, { "content-type": "text/plain" }).end(picture)
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
