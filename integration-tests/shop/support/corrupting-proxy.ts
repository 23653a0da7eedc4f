import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { z } from "zod"
import { freePort } from "./free-port"

const listSchema = z.union([
  z.array(z.looseObject({})).transform((records) => ({ records, wrap: (list: unknown[]): unknown => list })),
  z.looseObject({ purchases: z.array(z.looseObject({})) }).transform(({ purchases, ...page }) => ({
    records: purchases,
    wrap: (list: unknown[]): unknown => ({ ...page, purchases: list }),
  })),
  z.looseObject({ products: z.array(z.looseObject({})) }).transform(({ products, ...page }) => ({
    records: products,
    wrap: (list: unknown[]): unknown => ({ ...page, products: list }),
  })),
  z.looseObject({ data: z.array(z.looseObject({})) }).transform(({ data, ...page }) => ({
    records: data,
    wrap: (list: unknown[]): unknown => ({ ...page, data: list }),
  })),
])

type Spoil = { path: RegExp; change: (record: Record<string, unknown>) => Record<string, unknown> | null }

/**
 * Stands between the store and the sandbox, and changes records of the lists that it answers into what no contract knows:
 * the sandbox itself only ever answers what it could mean.
 */
export class CorruptingProxy {
  private spoils: Spoil[] = []
  private pageLimit: number | null = null
  private between: ((page: number) => Promise<void>) | null = null
  private server: Server | undefined

  /** Has the store of a suite ask the proxy; to be called as `beforeShop`. */
  standBetween(): void {
    beforeAll(async () => {
      const sandbox = new URL(process.env.POS_SERVICE_URL ?? "")
      const port = await freePort()
      const server = createServer((request, response) => {
        this.pass(sandbox, request, response).catch((error: unknown) =>
          response.destroy(error instanceof Error ? error : new Error(String(error)))
        )
      })
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
      this.server = server
      process.env.POS_SERVICE_URL = `http://127.0.0.1:${port}`
    })
    afterEach(() => this.fix())
    afterAll(async () => {
      this.server?.closeAllConnections()
      await new Promise((resolve) => this.server?.close(resolve))
    })
  }

  /** Changes records (or leaves them out, for null) in all lists that a path answers, until the test ends or `fix` is called. */
  spoil(path: RegExp, change: Spoil["change"]): void {
    this.spoils.push({ path, change })
  }

  fix(): void {
    this.spoils = []
    this.pageLimit = null
    this.between = null
  }

  /**
   * Has lists with a page limit answer smaller pages, until the test ends or `fix` is called.
   * @param between runs before each page but the first, which is page 0
   */
  shrinkPages(limit: number, between: (page: number) => Promise<void>): void {
    this.pageLimit = limit
    this.between = between
  }

  private async shrunk(url: string): Promise<string> {
    const asked = new URL(url, "http://localhost")
    if (this.pageLimit === null || !asked.searchParams.has("limit")) {
      return url
    }
    const offset = Number(asked.searchParams.get("offset") ?? 0)
    if (offset > 0) {
      await this.between?.(offset / this.pageLimit)
    }
    asked.searchParams.set("limit", String(this.pageLimit))
    return `${asked.pathname}${asked.search}`
  }

  private async pass(sandbox: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await buffer(request)
    const path = await this.shrunk(request.url ?? "")
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { method, headers } = request
      forward({ hostname: sandbox.hostname, port: sandbox.port, method, path, headers }, resolve)
        .on("error", reject)
        .end(asked)
    })
    const body = this.spoiled(request.url ?? "", await buffer(answer))
    const headers = Object.entries(answer.headers).filter(
      ([name]) => !["content-length", "transfer-encoding", "connection"].includes(name)
    )
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers)).end(body)
  }

  private spoiled(path: string, body: Buffer): Buffer {
    const [spoil] = this.spoils.filter((item) => item.path.test(path))
    const list = spoil && listSchema.safeParse(JSON.parse(body.toString("utf8"))).data
    return spoil && list
      ? Buffer.from(JSON.stringify(list.wrap(list.records.flatMap((record) => spoil.change(record) ?? []))))
      : body
  }
}
