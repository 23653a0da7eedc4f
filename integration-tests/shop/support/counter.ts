import axios, { type AxiosInstance } from "axios"
import { z } from "@medusajs/framework/zod"
import { type PosProduct, productSchema, type Purchase, purchaseSchema } from "../../../src/pos-api/contract"

const organizationSchema = z.object({ organizationUuid: z.string(), clientId: z.string(), apiKey: z.string() })
const productsSchema = z.array(productSchema.extend({ balances: z.record(z.string(), z.string().nullable()) }))
const deliveriesSchema = z.array(
  z.object({
    messageId: z.string(),
    eventName: z.string(),
    destination: z.string(),
    attempts: z.array(z.object({ at: z.string(), status: z.number().nullable() })),
  })
)

/** The people at the counter: one organisation of the sandbox, by its control routes. */
export class Counter {
  private constructor(
    private readonly control: AxiosInstance,
    readonly organizationUuid: string,
    readonly apiKey: string
  ) {}

  static async open(choices: { currency?: string; scopes?: string[]; taxationMode?: string } = {}) {
    const control = axios.create({
      baseURL: `${process.env.POS_SERVICE_URL}/_sandbox`,
      headers: { authorization: `Bearer ${process.env.POS_CONTROL_TOKEN}` },
    })
    const { data } = await control.post("/organizations", {
      name: "Åsas Butik",
      country: "SE",
      currency: "SEK",
      ...choices,
    })
    const { organizationUuid, apiKey } = organizationSchema.parse(data)
    return new Counter(control, organizationUuid, apiKey)
  }

  async sell(items: { variantUuid: string; quantity: number | string }[]): Promise<Purchase> {
    const { data } = await this.control.post("/sales", { organizationUuid: this.organizationUuid, items })
    return purchaseSchema.parse(data)
  }

  async products(): Promise<(PosProduct & { balances: Record<string, string | null> })[]> {
    const { data } = await this.control.get("/products", { params: { organizationUuid: this.organizationUuid } })
    return productsSchema.parse(data)
  }

  async deliveries() {
    const { data } = await this.control.get("/deliveries", { params: { organizationUuid: this.organizationUuid } })
    return deliveriesSchema.parse(data)
  }

  async changeStock(change: { productUuid: string; variantUuid: string; change: number }): Promise<void> {
    await this.control.post("/stock", { organizationUuid: this.organizationUuid, ...change })
  }

  async revokeKeys(): Promise<void> {
    await this.control.post("/revocations", { organizationUuid: this.organizationUuid })
  }

  async refuseProducts(names: string[]): Promise<void> {
    await this.control.post("/refused-products", { organizationUuid: this.organizationUuid, names })
  }

  async newApiKey(): Promise<string> {
    const { data } = await this.control.post("/api-keys", { organizationUuid: this.organizationUuid })
    return organizationSchema.parse(data).apiKey
  }
}
