import type { AxiosInstance } from "axios"
import { z } from "zod"
import { type Purchase, purchaseSchema } from "../../../../src/pos-api/contract"
import { openOrganization, type OrganizationChoices } from "../../../../test-support/open-organization"

const cardSchema = z.looseObject({
  uuid: z.string(),
  initialAmount: z.number(),
  remainingAmount: z.number(),
  validTo: z.string().nullable(),
})

export type Basket = {
  items: object[]
  payments?: object[]
  discounts?: object[]
  serviceCharge?: object
  tip?: number
}

/** A register of the sandbox with its money: sales with gift cards, refunds, a past, and what its bank does. */
export class Register {
  private constructor(
    private readonly control: AxiosInstance,
    readonly organizationUuid: string,
    readonly apiKey: string
  ) {}

  static async open(choices: OrganizationChoices = {}): Promise<Register> {
    const { control, organizationUuid, apiKey } = await openOrganization(choices)
    return new Register(control, organizationUuid, apiKey)
  }

  /** Another key of the organization, with some scopes. */
  async anotherKey(scopes: string[]): Promise<string> {
    const { data } = await this.control.post("/api-keys", { organizationUuid: this.organizationUuid, scopes })
    return z.looseObject({ apiKey: z.string() }).parse(data).apiKey
  }

  /** Receipts of the last `days`, and all that they did to the account. */
  async seed(purchases: number, days: number): Promise<void> {
    const seed = { purchases, products: 10, days, refundShare: 0.1 }
    await this.control.post(`/organizations/${this.organizationUuid}/seed`, seed)
  }

  async sell(basket: Basket): Promise<Purchase> {
    const { data } = await this.control.post("/sales", { organizationUuid: this.organizationUuid, ...basket })
    return purchaseSchema.parse(data)
  }

  async refund(purchaseUuid: string): Promise<Purchase> {
    const { data } = await this.control.post("/refunds", { organizationUuid: this.organizationUuid, purchaseUuid })
    return purchaseSchema.parse(data)
  }

  async giftCards() {
    const params = { organizationUuid: this.organizationUuid }
    return z.array(cardSchema).parse((await this.control.get("/gift-cards", { params })).data)
  }

  /** What `groupedVatAmounts` means from now on: the tax ("spec") or the turnover ("field"). */
  async groupVatAs(dialect: "spec" | "field"): Promise<void> {
    await this.control.patch("/settings", { dialect: { groupedVat: dialect } })
  }

  /** Enters a row in the account, now. */
  async enter(entry: { type: string; amount: number; uuid?: string }): Promise<void> {
    await this.control.post("/account-transactions", { organizationUuid: this.organizationUuid, ...entry })
  }

  /** Injects a fault into the gift card interface, for all organizations; the answer takes it back. */
  async breakGiftCards(fault: object): Promise<() => Promise<void>> {
    return this.breakAccounts({ interface: "gift-cards", ...fault })
  }

  /** Injects a fault into the account interface, for all organizations; the answer takes it back. */
  async breakAccounts(fault: object): Promise<() => Promise<void>> {
    const { data } = await this.control.post("/faults", { interface: "finance", ...fault })
    const { id } = z.looseObject({ id: z.string() }).parse(data)
    return async () => void (await this.control.delete(`/faults/${id}`))
  }
}
