import type { RequestListener } from "node:http"
import { type FetchOptions, fetchPublic, guardLookup } from "../guarded-fetch"
import { ImageAddressRefusedError, ImageTooLargeError, ImageUnavailableError } from "../image-errors"
import { answering, startServer } from "./loopback-server"

const LIMITS = { maxBytes: 10_000, timeoutMs: 60_000 }
const OWN: FetchOptions = { ...LIMITS, allowPrivate: true }

describe("fetching a URL that an attacker may have written", () => {
  const stops: (() => Promise<void>)[] = []
  const serve = async (listener: RequestListener) => {
    const server = await startServer(listener)
    stops.push(server.stop)
    return server
  }
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()))
  })
  const failure = async (url: string, options: FetchOptions) => {
    const error: unknown = await fetchPublic(url, options).catch((reason: unknown) => reason)
    return error instanceof Error ? error : new Error(`fetched ${url}`)
  }

  it("gives the bytes and their content type, over a redirect too", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/old") {
        response.writeHead(302, { location: "/new" }).end("elsewhere")
      } else {
        response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([1, 2, 3]))
      }
    })
    const image = { bytes: Buffer.from([1, 2, 3]), contentType: "image/png" }
    expect(await fetchPublic(`${server.url}/new`, OWN)).toEqual(image)
    expect(await fetchPublic(`${server.url}/old`, OWN)).toEqual(image)
  })

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "https://10.0.0.1/",
    "http://0.0.0.0/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::10.0.0.1]/",
    "ftp://example.com/a.png",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "https://example.com:99999/",
    "/static/a.png",
  ])("refuses %s", async (url) => {
    expect(await failure(url, LIMITS)).toBeInstanceOf(ImageAddressRefusedError)
  })

  it("refuses user names and passwords, and shows no secret of the URL", async () => {
    const error = await failure("https://anna:hemligt@example.com/a.png?token=hemligt#hemligt", LIMITS)
    expect(error).toBeInstanceOf(ImageAddressRefusedError)
    expect(error).toMatchObject({ url: "https://example.com/a.png", name: "ImageAddressRefusedError" })
    expect(error.message).not.toContain("hemligt")
    expect((await failure("https://anna:hemligt@example.com:99999/?hemligt", LIMITS)).message).not.toContain("hemligt")
  })

  it.each(["127.0.0.1", "10.1.1.1", "169.254.169.254", "100.64.1.1", "::1", "fe80::1", "::ffff:10.0.0.1"])(
    "refuses a name that resolves to %s, alone or beside a public address, http or https",
    async (address) => {
      for (const url of ["http://images.example/", "https://images.example/"]) {
        for (const answer of [[address], ["1.1.1.1", address]]) {
          const error = await failure(url, { ...LIMITS, lookup: answering(answer).lookup })
          expect(error).toBeInstanceOf(ImageAddressRefusedError)
          expect(error.message).toContain(url)
        }
      }
    }
  )

  it("connects to what was checked, and resolves once for each connection", async () => {
    const server = await serve((request, response) => {
      response.writeHead(request.url === "/again" ? 302 : 200, { location: "/" }).end("image")
    })
    const url = `http://images.example:${server.port}/`
    const once = answering(["127.0.0.1"], ["169.254.169.254"])
    expect((await fetchPublic(url, { ...OWN, lookup: once.lookup })).bytes.toString()).toBe("image")
    expect(once.asked).toEqual(["images.example"])

    const rebound = answering(["127.0.0.1"], ["169.254.169.254"])
    const error = await failure(`${url}again`, { ...OWN, lookup: rebound.lookup })
    expect(error).toBeInstanceOf(ImageAddressRefusedError)
    expect(rebound.asked).toHaveLength(2)
  })

  it("answers a socket that wants one address with the first", async () => {
    const guarded = guardLookup(
      answering(["1.1.1.1", "1.0.0.1"]).lookup,
      () => true,
      () => new Error("refused")
    )
    const answer = await new Promise((resolve) =>
      guarded("images.example", {}, (_error, address, family) => resolve({ address, family }))
    )
    expect(answer).toEqual({ address: "1.1.1.1", family: 4 })
  })

  it("refuses a redirect to a private address, to metadata and to another scheme", async () => {
    const inside = await serve((_request, response) => response.end("secret"))
    for (const location of [inside.url, "http://169.254.169.254/", "//127.0.0.1:1/", "file:///etc/passwd", "http://"]) {
      const server = await serve((_request, response) => response.writeHead(301, { location }).end())
      const error = await failure(`${server.url}/a.png`, OWN)
      expect(error).toBeInstanceOf(ImageAddressRefusedError)
      expect(error.message).toContain(`${server.url}/a.png (redirected to`)
    }
    expect(inside.seen.connections).toBe(0)
  })

  it("follows three redirects and no more", async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      response.writeHead(left > 0 ? 307 : 200, { location: `/${left - 1}` }).end("image")
    })
    expect((await fetchPublic(`${server.url}/3`, OWN)).bytes.toString()).toBe("image")
    const error = await failure(`${server.url}/4`, OWN)
    expect(error).toBeInstanceOf(ImageUnavailableError)
    expect(error.message).toContain("more than 3 times")
    expect(server.seen.connections).toBe(8)
  })

  it("stops reading at the limit, whatever the host says of the length", async () => {
    const server = await serve((request, response) => {
      const endless = () => response.write(Buffer.alloc(4_096), () => response.destroyed || setImmediate(endless))
      if (request.url?.startsWith("/endless")) {
        endless()
      } else {
        response.end(Buffer.alloc(10_000))
      }
    })
    expect((await fetchPublic(server.url, OWN)).bytes).toHaveLength(10_000)
    expect(await failure(server.url, { ...OWN, maxBytes: 9_999 })).toBeInstanceOf(ImageTooLargeError)
    expect(await failure(`${server.url}/endless?sig=1`, OWN)).toMatchObject({
      name: "ImageTooLargeError",
      url: `${server.url}/endless`,
    })
  })

  it.each(["silent", "stalled", "unresolved"])("gives up in time when the host is %s", async (kind) => {
    const server = await serve((_request, response) => kind === "stalled" && response.write("pict"))
    const lookup = kind === "unresolved" ? () => undefined : undefined
    const url = kind === "unresolved" ? "http://images.example/" : server.url
    const error = await failure(url, { ...OWN, timeoutMs: 60, lookup })
    expect(error).toBeInstanceOf(ImageUnavailableError)
    expect(error).toMatchObject({ retryable: true })
    expect(error.message).toContain("longer than 0.06 s")
  })

  it("says why a host did not give the image, and whether it may later", async () => {
    const server = await serve((request, response) => {
      const status = Number(request.url?.slice(1))
      if (status > 0) {
        response.writeHead(status).end()
      } else {
        response.writeHead(200, { "content-length": 100 }).write("cut", () => response.destroy())
      }
    })
    for (const [path, reason, retryable] of [
      ["404", "answered 404", false],
      ["304", "answered 304", false],
      ["429", "answered 429", true],
      ["503", "answered 503", true],
      ["cut", "ECONNRESET", true],
    ] as const) {
      const error = await failure(`${server.url}/${path}`, OWN)
      expect(error).toBeInstanceOf(ImageUnavailableError)
      expect(error).toMatchObject({ retryable })
      expect(error.message).toContain(reason)
    }
    await server.stop()
    expect((await failure(server.url, OWN)).message).toContain("ECONNREFUSED")
  })
})
