import { v1 as uuidVersion1 } from "uuid"
import { z } from "zod"
import {
  GRANT_TYPES,
  type PosProduct,
  productSchema,
  type Purchase,
  purchaseSchema,
  type Subscription,
  subscriptionSchema,
  tokenResponseSchema,
} from "../../../../src/pos-api/contract"
import type { GoodsInput } from "../config/config-schema"
import type { Method } from "../http/send-request"
import type { SeedInput } from "../seed/seed-organization"
import type { TriggerName } from "../triggers/make-happen"
import {
  Calls,
  type Delivery,
  deliverySchema,
  nothingSchema,
  openedSchema,
  SandboxRefusedError,
  triggeredSchema,
} from "./control-calls"

export type ShopKey = Pick<z.output<typeof openedSchema>, "organizationUuid" | "clientId" | "apiKey">

/** A merchant (organization) of a sandbox: its products, sales and stock, and calls of the POS API with its credentials. */
export class Shop {
  private token: string | null = null

  constructor(
    private readonly control: Calls,
    private readonly certificate: string | undefined,
    private readonly key: ShopKey
  ) {}

  /** UUID of the organization. */
  get uuid(): string {
    return this.key.organizationUuid
  }

  /** API key, as a merchant pastes it into an integration. */
  get apiKey(): string {
    return this.key.apiKey
  }

  /** Client ID that belongs to the API key. */
  get clientId(): string {
    return this.key.clientId
  }

  /** Creates a product in the library, as on the POS's own pages. `price` is in minor units; `stock` is the starting level. */
  product(goods: GoodsInput): Promise<PosProduct> {
    return this.at(productSchema, "/goods", goods)
  }

  /** Changes a product as on the POS's own pages. `patch` is a JSON merge patch. */
  edit(product: PosProduct, patch: object): Promise<PosProduct> {
    return this.at(productSchema, "/products", { productUuid: product.uuid, patch })
  }

  /** Returns all products of the merchant. */
  products(): Promise<PosProduct[]> {
    return this.control.send(z.array(productSchema), "GET", "/_sandbox/products", { query: this.named() })
  }

  /** Rings up a sale, paid by card by default. Emits the webhooks of a real sale. */
  sell(items: readonly SellItem[], choices: SaleChoices = {}): Promise<Purchase> {
    return this.at(purchaseSchema, "/sales", { items: items.map(writeItem), ...choices })
  }

  /** Refunds a purchase, in full by default. Emits the webhooks of a real refund. */
  refund(purchase: Purchase | string, choices: RefundChoices = {}): Promise<Purchase> {
    const purchaseUuid = typeof purchase === "string" ? purchase : purchase.purchaseUUID1
    return this.at(purchaseSchema, "/refunds", { purchaseUuid, ...choices })
  }

  /** Refunds goods whose receipt is lost, at the prices of today. Emits the webhooks of a refund that names no sale. */
  refundWithoutReceipt(items: readonly SellItem[], choices: WithoutReceiptChoices = {}): Promise<Purchase> {
    return this.at(purchaseSchema, "/refunds-without-receipt", { items: items.map(writeItem), ...choices })
  }

  /** Returns all sales and refunds of the merchant. Amounts are in minor units. */
  purchases(): Promise<Purchase[]> {
    return this.control.send(z.array(purchaseSchema), "GET", "/_sandbox/purchases", { query: this.named() })
  }

  /** Adjusts a stock level by `change` (negative: waste). @returns the new balance as decimal text */
  async stock(product: PosProduct, change: number | string, variant: Sellable = product): Promise<string> {
    const movement = { productUuid: product.uuid, variantUuid: getVariant(variant), change }
    return (await this.at(z.looseObject({ balance: z.string() }), "/stock", movement)).balance
  }

  /** Sets a stock level to what was counted. @returns the new balance as decimal text */
  async countStock(product: PosProduct, counted: number | string, variant: Sellable = product): Promise<string> {
    const counts = [{ productUuid: product.uuid, variantUuid: getVariant(variant), counted }]
    const [count] = await this.at(z.tuple([z.looseObject({ balance: z.string() })]), "/stock-counts", { counts })
    return count.balance
  }

  /** Creates generated products and receipts. The same seed creates the same data. */
  async seed(input: Partial<SeedInput>): Promise<void> {
    await this.control.send(nothingSchema, "POST", `/_sandbox/organizations/${this.uuid}/seed`, { body: input })
  }

  /** Causes an event: changes the data that it reports, then notifies the subscriptions. */
  trigger(eventName: TriggerName) {
    return this.at(triggeredSchema, "/triggers", { eventName })
  }

  /** Creates a webhook subscription by the POS API, test message included. Without `eventNames`: for all events. */
  subscribe(destination: string, eventNames: readonly string[] = []): Promise<Subscription> {
    const fixed = { uuid: uuidVersion1(), transportName: "WEBHOOK", contactEmail: "tests@example.com" }
    const body = { ...fixed, eventNames, destination }
    return this.call(subscriptionSchema, "POST", "/organizations/self/subscriptions", body)
  }

  /** Returns the webhook deliveries of the merchant, with every attempt and its answer. */
  async deliveries(filter: { eventName?: string; state?: Delivery["state"] } = {}): Promise<Delivery[]> {
    const query = this.named()
    const all = await this.control.send(z.array(deliverySchema), "GET", "/_sandbox/deliveries", { query })
    const { eventName, state } = filter
    return all.filter(
      (entry) =>
        (eventName === undefined || entry.eventName === eventName) && (state === undefined || entry.state === state)
    )
  }

  /** Calls the POS API as an integration of this merchant, with an access token that is renewed when it has expired. */
  async call<Schema extends z.ZodType>(
    schema: Schema,
    method: Method,
    path: string,
    body?: object
  ): Promise<z.output<Schema>> {
    this.token ??= await this.requestToken()
    try {
      return await this.as(this.token).send(schema, method, path, { body })
    } catch (error) {
      if (!(error instanceof SandboxRefusedError) || error.status !== 401) {
        throw error
      }
      this.token = await this.requestToken()
      return this.as(this.token).send(schema, method, path, { body })
    }
  }

  private async requestToken(): Promise<string> {
    const grant_type = GRANT_TYPES.assertion
    const body = new URLSearchParams({ grant_type, client_id: this.clientId, assertion: this.apiKey })
    return (await this.control.send(tokenResponseSchema, "POST", "/token", { body })).access_token
  }

  private as(token: string): Calls {
    return new Calls(this.control.url, `Bearer ${token}`, this.certificate)
  }

  private named() {
    return { organizationUuid: this.uuid }
  }

  private at<Schema extends z.ZodType>(schema: Schema, path: string, body: object): Promise<z.output<Schema>> {
    return this.control.send(schema, "POST", `/_sandbox${path}`, { body: { ...this.named(), ...body } })
  }
}

type Payment = { method?: string; amount?: number; giftCardUuid?: string; handedAmount?: number }

/** The payments, discounts and other parts of a sale. Amounts are in minor units. */
export type SaleChoices = {
  /** default: one card payment of the whole amount */
  payments?: Payment[]
  /** discounts of the whole sale */
  discounts?: object[]
  /** such as a delivery fee */
  serviceCharge?: object
  /** in minor units */
  tip?: number
  /** name of the cashier on the receipt */
  cashier?: string
}

/** The rows, amount and payment method of a refund. `customAmount` is in minor units. */
export type RefundChoices = {
  /** rows by their index on the receipt, from 0; default: everything that is not refunded yet */
  items?: { row: number; quantity: number | string }[]
  /** refunds an amount instead of rows, in minor units */
  customAmount?: number
  /** payment method of the refund; default: that of the sale */
  method?: string
  /** whether the goods return to stock; default: true */
  restock?: boolean
}

/** How goods without a receipt are refunded. */
export type WithoutReceiptChoices = {
  /** discounts of the whole refund */
  discounts?: object[]
  /** payment method of the refund; default: card */
  method?: string
  /** whether the goods return to stock; default: true */
  restock?: boolean
  /** name of the cashier on the receipt */
  cashier?: string
}

type Discount = { name?: string; amount?: number; percentage?: number }

/** A product as the POS API returns it, or the UUID of a variant. */
type Sellable = PosProduct | string

/**
 * A line of a sale: a product (its first variant), a variant by its UUID, either with a quantity, a custom amount, or a
 * gift card. Amounts are in minor units.
 */
export type SellItem =
  | Sellable
  | { product: Sellable; quantity?: number | string; discount?: Discount; comment?: string }
  | { amount: number; name?: string; quantity?: number | string; vatPercentage?: number; discount?: Discount }
  | { giftCard: number; validYears?: 1 | 2 | 3 | null }

/** A product has no variant, so it cannot be sold. */
class NoVariantError extends Error {
  constructor({ uuid, name }: PosProduct) {
    super(`Product ${uuid} (${name ?? "without a name"}) has no variant to sell`)
    this.name = "NoVariantError"
  }
}

/** Returns the UUID of the variant to sell. @throws NoVariantError */
function getVariant(sellable: Sellable): string {
  if (typeof sellable === "string") {
    return sellable
  }
  const [first] = sellable.variants ?? []
  if (!first) {
    throw new NoVariantError(sellable)
  }
  return first.uuid
}

/** An item as the control route wants it. */
function writeItem(item: SellItem): object {
  if (typeof item === "string" || "uuid" in item) {
    return { type: "product", variantUuid: getVariant(item) }
  }
  if ("product" in item) {
    const { product, ...rest } = item
    return { type: "product", variantUuid: getVariant(product), ...rest }
  }
  if ("giftCard" in item) {
    const { giftCard, ...rest } = item
    return { type: "gift-card", amount: giftCard, ...rest }
  }
  return { type: "custom-amount", ...item }
}
