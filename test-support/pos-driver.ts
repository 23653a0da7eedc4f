import type { AxiosInstance } from "axios"
import { z } from "zod"
import { type PosProduct, productSchema, type Purchase, purchaseSchema } from "../src/pos-api/contract"
import { openOrganization, type OrganizationChoices } from "./open-organization"

const apiKeySchema = z.looseObject({ apiKey: z.string() })
const productsSchema = z.array(
  productSchema.extend({
    balances: z.record(z.string(), z.string().nullable()),
    lowStock: z.record(z.string(), z.number().nullable()),
  })
)
const deliveriesSchema = z.array(
  z.object({
    messageId: z.string(),
    eventName: z.string(),
    destination: z.string(),
    /** pending, delivered, failed or lost */
    state: z.string(),
    attempts: z.array(z.object({ at: z.string(), status: z.number().nullable() })),
  })
)

/** The people at the POS: one organization of the sandbox, by its control routes. */
export class PosDriver {
  private constructor(
    private readonly control: AxiosInstance,
    readonly organizationUuid: string,
    readonly apiKey: string
  ) {}

  static async open(choices: OrganizationChoices = {}): Promise<PosDriver> {
    const { control, organizationUuid, apiKey } = await openOrganization(choices)
    return new PosDriver(control, organizationUuid, apiKey)
  }

  /** The organization is gone; what it had to report would else be tried again whenever a later test lets time pass. */
  async close(): Promise<void> {
    await this.control.delete(`/organizations/${this.organizationUuid}`)
  }

  async sell(items: { variantUuid: string; quantity: number | string }[]): Promise<Purchase> {
    const { data } = await this.control.post("/sales", { organizationUuid: this.organizationUuid, items })
    return purchaseSchema.parse(data)
  }

  async products(): Promise<z.output<typeof productsSchema>> {
    const { data } = await this.control.get("/products", { params: { organizationUuid: this.organizationUuid } })
    return productsSchema.parse(data)
  }

  /** How often a part of the POS was called, whatever it answered. @param path a part of the path */
  async countCalls(path: string): Promise<number> {
    const { data } = await this.control.get("/requests", { params: { path, limit: 10_000 } })
    return z.object({ requests: z.array(z.unknown()) }).parse(data).requests.length
  }

  async deliveries() {
    const { data } = await this.control.get("/deliveries", { params: { organizationUuid: this.organizationUuid } })
    return deliveriesSchema.parse(data)
  }

  /** Sends pending deliveries again whose attempts failed, as the POS would do after minutes of its own clock. */
  async resendFailed(): Promise<void> {
    const failed = (await this.deliveries()).filter(({ state, attempts }) => state === "pending" && attempts.length > 0)
    for (const { messageId } of failed) {
      await this.control.post(`/deliveries/${messageId}/resend`)
    }
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
    return apiKeySchema.parse(data).apiKey
  }

  /** A refund of a sale by the register: without items or an amount all that was not refunded before. */
  async refund(input: {
    purchaseUuid: string
    items?: { row: number; quantity: number | string }[]
    customAmount?: number
  }) {
    const { data } = await this.control.post("/refunds", { organizationUuid: this.organizationUuid, ...input })
    return purchaseSchema.parse(data)
  }

  /** A refund of goods whose receipt is lost; it names no sale. */
  async refundWithoutReceipt(items: { variantUuid: string; quantity: number | string }[]): Promise<Purchase> {
    const body = { organizationUuid: this.organizationUuid, items }
    const { data } = await this.control.post("/refunds-without-receipt", body)
    return purchaseSchema.parse(data)
  }

  /** Injects a fault into the sandbox; `lose`, `duplicate`, `delay`, `reorder` and `garble` are of notifications. */
  async fault(fault: { kind: string; [setting: string]: unknown }): Promise<string> {
    const { data } = await this.control.post("/faults", fault)
    return z.looseObject({ id: z.string() }).parse(data).id
  }

  async endFault(id: string): Promise<void> {
    await this.control.delete(`/faults/${id}`)
  }

  async endFaults(): Promise<void> {
    await this.control.delete("/faults")
  }

  /** How many calls of an interface each credential may make; null lifts a limit. */
  async limitCalls(budgets: Record<string, { requests: number; seconds: number } | null>): Promise<void> {
    await this.control.patch("/budgets", budgets)
  }

  /** How the POS behaves, see the sandbox's settings. */
  async changeService(settings: object): Promise<void> {
    await this.control.patch("/settings", settings)
  }

  /** @param seconds of the sandbox's clock */
  async advance(seconds: number): Promise<void> {
    await this.control.post("/clock", { advance: seconds })
  }

  /** Fills the organization with receipts of former days. */
  async seed(input: { products?: number; purchases?: number; days?: number; refundShare?: number }): Promise<void> {
    await this.control.post(`/organizations/${this.organizationUuid}/seed`, input)
  }

  /** Enters a row in the account, now. */
  async enterInAccount(entry: { type: string; amount: number }): Promise<void> {
    await this.control.post("/account-transactions", { organizationUuid: this.organizationUuid, ...entry })
  }

  async purchases(): Promise<Purchase[]> {
    const purchases: Purchase[] = []
    for (let offset = 0; ; offset += 500) {
      const params = { organizationUuid: this.organizationUuid, limit: 500, offset }
      const { data } = await this.control.get("/purchases", { params })
      const page = z.array(purchaseSchema).parse(data)
      purchases.push(...page)
      if (page.length < 500) {
        return purchases
      }
    }
  }

  async makeProduct(product: object): Promise<PosProduct> {
    const { data } = await this.control.post("/new-products", { organizationUuid: this.organizationUuid, product })
    return productSchema.parse(data)
  }

  async editProduct(productUuid: string, patch: object): Promise<void> {
    await this.control.post("/products", { organizationUuid: this.organizationUuid, productUuid, patch })
  }

  async deleteProduct(productUuid: string): Promise<void> {
    const params = { organizationUuid: this.organizationUuid }
    await this.control.delete(`/products/${productUuid}`, { params })
  }

  async track(productUuid: string, tracking: "enable" | "disable"): Promise<void> {
    await this.control.post("/tracking", { organizationUuid: this.organizationUuid, productUuid, tracking })
  }

  /** How the POS behaves: `dialect`, `signingKeysTold` … */
  async settings(change: object): Promise<void> {
    await this.control.patch("/settings", change)
  }

  async editProfile(change: object): Promise<void> {
    await this.control.patch(`/organizations/${this.organizationUuid}`, change)
  }
}
