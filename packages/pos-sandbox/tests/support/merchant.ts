import axios, { type AxiosInstance } from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import type { Sandbox } from "../../src"
import { aProduct } from "./products"

const organizationSchema = z.object({ organizationUuid: z.string(), clientId: z.string(), apiKey: z.string() })
const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })

const anyStatus = { validateStatus: () => true }

/** One organization of a sandbox, its token, and calls that answer with any status. */
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
    const api = axios.create({ baseURL: sandbox.url, ...anyStatus })
    const merchant = new Merchant(sandbox, control, api, organizationUuid, clientId, apiKey)
    await merchant.renewToken()
    return merchant
  }

  /** Asks for a new access token, as is due after two hours of the clock. */
  async renewToken(): Promise<void> {
    const { data } = await requestToken(this.sandbox, this.clientId, this.apiKey)
    this.api.defaults.headers.common.authorization = `Bearer ${tokenSchema.parse(data).access_token}`
  }

  /** Moves the clock on and takes a token that is valid then. */
  async advance(seconds: number): Promise<void> {
    await this.control.post("/clock", { advance: seconds })
    await this.renewToken()
  }

  /** Waits until everything that is to be sent now was sent and answered. */
  async settled(): Promise<void> {
    await this.control.post("/clock", { advance: 0 })
  }

  subscribe(destination: string, eventNames: string[] = [], change: object = {}) {
    return this.api.post("/organizations/self/subscriptions", {
      uuid: uuidVersion1(),
      transportName: "WEBHOOK",
      eventNames,
      destination,
      contactEmail: "butiken@example.com",
      ...change,
    })
  }

  async createProduct(change: object = {}) {
    const product = aProduct(change)
    const answer = await this.api.post("/organizations/self/products", product)
    return { product, answer, variantUuid: product.variants[0]?.uuid ?? "" }
  }

  /** Sells at the register; an item without a type is a variant. */
  sell(items: object[], basket: object = {}) {
    return this.control.post("/sales", { organizationUuid: this.organizationUuid, items, ...basket })
  }

  refund(purchaseUuid: string, input: object = {}) {
    return this.control.post("/refunds", { organizationUuid: this.organizationUuid, purchaseUuid, ...input })
  }

  giftCard(uuid: string) {
    return this.api.get(`/organizations/self/giftcards/external/${uuid}`)
  }

  async deliveries(eventName: string) {
    const { data } = await this.control.get(`/deliveries?organizationUuid=${this.organizationUuid}`)
    return data.filter((delivery: { eventName: string }) => delivery.eventName === eventName)
  }

  async failureNotices() {
    return (await this.control.get(`/failure-notices?organizationUuid=${this.organizationUuid}`)).data
  }

  /** The UUIDs of the four locations. */
  async inventories() {
    const { data } = await this.api.get("/v3/inventories")
    const of = (type: string): string =>
      data.find(
        // As specified there is one of each type, without a word about which is the default.
        (item: { inventoryType: string; defaultInventory?: boolean }) =>
          item.inventoryType === type && (item.defaultInventory ?? true)
      ).inventoryUuid
    return { store: of("STORE"), supplier: of("SUPPLIER"), sold: of("SOLD"), bin: of("BIN") }
  }
}

/** Posts a form to the token endpoint. */
export function postToken(sandbox: Pick<Sandbox, "url">, form: Record<string, string>) {
  return axios.post(`${sandbox.url}/token`, new URLSearchParams(form).toString(), { ...anyStatus })
}

export function requestToken(sandbox: Pick<Sandbox, "url">, clientId: string, assertion: string) {
  const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  return postToken(sandbox, { grant_type, client_id: clientId, assertion })
}
