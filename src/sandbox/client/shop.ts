import { type Method } from "axios"
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
} from "../../pos-api/contract"
import type { GoodsInput } from "../config/goods-schema"
import type { SeedInput } from "../seed/seed-input"
import type { TriggerName } from "../triggers/trigger-names"
import { deliverySchema, nothingSchema, openedSchema, type ToldDelivery, triggeredSchema } from "./answers"
import { Calls, SandboxRefusedError } from "./control-calls"
import type { RefundChoices, SaleChoices } from "./shop-choices"
import { type Sellable, type SellItem, variantOf, writeItem } from "./sell-item"

export type ShopKey = Pick<z.output<typeof openedSchema>, "organizationUuid" | "clientId" | "apiKey">

/** One merchant of a sandbox: what happens at its counter, and calls of the service in its name. */
export class Shop {
  private token: string | null = null

  constructor(
    private readonly control: Calls,
    private readonly certificate: string | undefined,
    private readonly key: ShopKey
  ) {}

  get uuid(): string {
    return this.key.organizationUuid
  }

  get apiKey(): string {
    return this.key.apiKey
  }

  get clientId(): string {
    return this.key.clientId
  }

  /** Puts goods into the library; `price` in minor units, `stock` on the shelf. */
  product(goods: GoodsInput): Promise<PosProduct> {
    return this.at(productSchema, "/goods", goods)
  }

  /** Changes a product at the counter, by merge patch. */
  edit(product: PosProduct, patch: object): Promise<PosProduct> {
    return this.at(productSchema, "/products", { productUuid: product.uuid, patch })
  }

  products(): Promise<PosProduct[]> {
    return this.control.send(z.array(productSchema), "GET", "/_sandbox/products", { query: this.named() })
  }

  /** Rings up a sale, paid by card unless told otherwise. */
  sell(items: readonly SellItem[], choices: SaleChoices = {}): Promise<Purchase> {
    return this.at(purchaseSchema, "/sales", { items: items.map(writeItem), ...choices })
  }

  /** Gives back a purchase, whole or in part. */
  refund(purchase: Purchase | string, choices: RefundChoices = {}): Promise<Purchase> {
    const purchaseUuid = typeof purchase === "string" ? purchase : purchase.purchaseUUID1
    return this.at(purchaseSchema, "/refunds", { purchaseUuid, ...choices })
  }

  purchases(): Promise<Purchase[]> {
    return this.control.send(z.array(purchaseSchema), "GET", "/_sandbox/purchases", { query: this.named() })
  }

  /** Moves stock by hand: more comes in, less goes to waste. @returns the new balance, a decimal in text */
  async stock(product: PosProduct, change: number | string, variant: Sellable = product): Promise<string> {
    const moved = { productUuid: product.uuid, variantUuid: variantOf(variant), change }
    return (await this.at(z.looseObject({ balance: z.string() }), "/stock", moved)).balance
  }

  /** Made-up goods and receipts, the same for the same seed. */
  async seed(input: Partial<SeedInput>): Promise<void> {
    await this.control.send(nothingSchema, "POST", `/_sandbox/organizations/${this.uuid}/seed`, { body: input })
  }

  /** Makes an event happen, with what belongs to it. */
  trigger(eventName: TriggerName) {
    return this.at(triggeredSchema, "/triggers", { eventName })
  }

  /** Subscribes by the interface itself, test message included. @param eventNames none: all */
  subscribe(destination: string, eventNames: readonly string[] = []): Promise<Subscription> {
    const fixed = { uuid: uuidVersion1(), transportName: "WEBHOOK", contactEmail: "tests@example.com" }
    const body = { ...fixed, eventNames, destination }
    return this.call(subscriptionSchema, "POST", "/organizations/self/subscriptions", body)
  }

  /** What was sent, and how it was answered. */
  async deliveries(filter: { eventName?: string; state?: ToldDelivery["state"] } = {}): Promise<ToldDelivery[]> {
    const query = this.named()
    const all = await this.control.send(z.array(deliverySchema), "GET", "/_sandbox/deliveries", { query })
    const { eventName, state } = filter
    return all.filter(
      (one) => (eventName === undefined || one.eventName === eventName) && (state === undefined || one.state === state)
    )
  }

  /** Calls the service as an integration of this shop would, with a token that is renewed when it has expired. */
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
