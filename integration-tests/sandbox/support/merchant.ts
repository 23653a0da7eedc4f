import { createServer, type Server } from "node:http"
import axios, { type AxiosInstance } from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "@medusajs/framework/zod"
import { startSandbox, type Sandbox } from "../../../src/sandbox"

const organizationSchema = z.object({ organizationUuid: z.string(), clientId: z.string(), apiKey: z.string() })
const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })

export type Received = { body: string; headers: Record<string, string | string[] | undefined> }

/** A webhook destination: answers with `status` and keeps what came. */
export class Destination {
  readonly received: Received[] = []
  status = 200
  private server: Server | null = null
  url = ""

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        this.received.push({ body: Buffer.concat(chunks).toString("utf8"), headers: request.headers })
        response.writeHead(this.status).end()
      })
    })
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/hook`
    return this
  }

  events(name: string): Received[] {
    return this.received.filter(({ body }) => JSON.parse(body).eventName === name)
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()))
  }
}

/** One organisation of a sandbox, its token, and calls that answer with any status. */
export class Merchant {
  private constructor(
    readonly sandbox: Sandbox,
    readonly control: AxiosInstance,
    readonly api: AxiosInstance,
    readonly organizationUuid: string,
    readonly clientId: string,
    readonly apiKey: string
  ) {}

  static async open(sandbox: Sandbox, choices: object = {}): Promise<Merchant> {
    const anyStatus = { validateStatus: () => true }
    const control = axios.create({
      baseURL: `${sandbox.url}/_sandbox`,
      headers: { authorization: `Bearer ${sandbox.controlToken}` },
      ...anyStatus,
    })
    const { data } = await control.post("/organizations", {
      name: "Åsas Butik",
      country: "SE",
      currency: "SEK",
      ...choices,
    })
    const { organizationUuid, clientId, apiKey } = organizationSchema.parse(data)
    const answer = await requestToken(sandbox, clientId, apiKey)
    const { access_token } = tokenSchema.parse(answer.data)
    const api = axios.create({
      baseURL: sandbox.url,
      headers: { authorization: `Bearer ${access_token}` },
      ...anyStatus,
    })
    return new Merchant(sandbox, control, api, organizationUuid, clientId, apiKey)
  }

  async subscribe(destination: string, eventNames: string[] = []) {
    return this.api.post("/organizations/self/subscriptions", {
      uuid: uuidVersion1(),
      transportName: "WEBHOOK",
      eventNames,
      destination,
      contactEmail: "butiken@example.com",
    })
  }

  async createProduct(change: object = {}) {
    const product = aProduct(change)
    const answer = await this.api.post("/organizations/self/products", product)
    return { product, answer }
  }
}

export async function requestToken(sandbox: Sandbox, clientId: string, assertion: string) {
  const form = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    client_id: clientId,
    assertion,
  })
  return axios.post(`${sandbox.url}/token`, form.toString(), { validateStatus: () => true })
}

export function aProduct(change: object = {}) {
  const variant = { uuid: uuidVersion1(), name: "M", sku: "T-M", price: { amount: 49_900, currencyId: "SEK" } }
  return { uuid: uuidVersion1(), name: "Tröja 東京", vatPercentage: "25.5", variants: [variant], ...change }
}

export const openSandbox = () => startSandbox({ allowLoopback: true })
