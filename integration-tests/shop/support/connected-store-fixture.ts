import { createHmac, randomUUID } from "node:crypto"
import type { AxiosInstance } from "axios"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import sweep from "../../../src/jobs/pos-sweep"
import { POS_MODULE } from "../../../src/modules/pos"
import { associatedData } from "../../../src/modules/pos/sealed-secret"
import { drainStoreWrites } from "../../../src/runtime/store-write-drain"
import { drainInbox } from "../../../src/runtime/inbox"
import { catchUp } from "../../../src/features/connection/catch-up"
import type { Purchase } from "../../../src/pos-api/contract"
import { userHeaders } from "../../../test-support/user-headers"
import { PosDriver } from "../../../test-support/pos-driver"
import { eventually } from "./eventually"
import type { SeededStoreIds } from "./seed-store"

const begunSchema = z.looseObject({ run_id: z.string() })
const connectedSchema = z.object({ connection: z.looseObject({ id: z.string() }) })

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer }

/** What of a notification is other than the POS would send it. */
type NotificationChange = {
  messageId?: string
  key?: string
  object?: boolean
  timestamp?: string
  text?: string
  organizationUuid?: string
}

let lastMoment = 0

/** Now, and never the same twice: what is signed at another moment is other news. */
function nextMoment(): string {
  lastMoment = Math.max(Date.now(), lastMoment + 1)
  return new Date(lastMoment).toISOString()
}

/** A store, a POS and the connection between them, for tests of what comes from the POS. */
export class ConnectedStoreFixture {
  private constructor(
    private readonly tools: Tools,
    readonly posDriver: PosDriver,
    readonly connectionId: string,
    readonly admin: { headers: Record<string, string> }
  ) {}

  /** Connects a new organization and waits until catalog and stock have arrived. */
  static async open(
    tools: Tools,
    shop: SeededStoreIds,
    choices: { currency?: string; taxationMode?: string; scopes?: string[]; connect?: object } = {}
  ): Promise<ConnectedStoreFixture> {
    const { connect, ...organization } = choices
    const admin = await userHeaders(tools.getContainer())
    const posDriver = await PosDriver.open(organization)
    const { data } = await tools.api.post(
      "/admin/pos/connections",
      {
        api_key: posDriver.apiKey,
        sales_channel_id: shop.salesChannelId,
        stock_location_id: shop.stockLocationId,
        region_id: shop.regionId,
        ...connect,
      },
      admin
    )
    const stage = new ConnectedStoreFixture(tools, posDriver, connectedSchema.parse(data).connection.id, admin)
    await eventually(async () => {
      const products = await posDriver.products()
      expect(products.map(({ name }) => name)).toEqual(expect.arrayContaining(["Tröja", "Äpplen"]))
      const balances = products.flatMap((product) => Object.values(product.balances))
      expect(balances.filter((balance) => balance !== null).sort()).toEqual(["10", "10", "25.5"])
    })
    return stage
  }

  /** The stage of a connection that there is. */
  static async resume(tools: Tools, posDriver: PosDriver, connectionId: string): Promise<ConnectedStoreFixture> {
    return new ConnectedStoreFixture(tools, posDriver, connectionId, await userHeaders(tools.getContainer()))
  }

  get pos() {
    return this.tools.getContainer().resolve(POS_MODULE)
  }

  async variant(sku: string) {
    const products = await this.posDriver.products()
    const variant = products.flatMap(({ variants }) => variants ?? []).find((item) => item.sku === sku)
    if (!variant) {
      throw new Error(`The POS has no ${sku}`)
    }
    return variant
  }

  /**
   * Posts a notification to the webhook endpoint, signed as the POS signs, without its or our own code. @param change.text the
   * payload as it is signed and sent
   */
  async notify(eventName: string, payload: unknown, change: NotificationChange = {}) {
    return (await this.sign(eventName, payload, change))()
  }

  /** As {@link notify}, in two steps. @returns what posts it, as often as it is called */
  async sign(eventName: string, payload: unknown, change: NotificationChange = {}) {
    const [subscription] = await this.pos.listPosSubscriptions({ connection_id: this.connectionId })
    const key =
      change.key ??
      (await this.pos.open(associatedData.signingKey(this.connectionId), subscription?.signing_key_sealed ?? ""))
    const timestamp = change.timestamp ?? nextMoment()
    const text = change.text ?? JSON.stringify(payload, null, change.object ? 2 : 0)
    const envelope = {
      organizationUuid: change.organizationUuid ?? this.posDriver.organizationUuid,
      messageId: change.messageId ?? randomUUID(),
      eventName,
      timestamp,
      payload: change.object ? "@payload@" : text,
    }
    const body = JSON.stringify(envelope).replace('"@payload@"', () => text)
    const signature = createHmac("sha256", key).update(`${timestamp}.${text}`).digest("hex")
    return async () =>
      this.tools.api.post(`/hooks/pos/${this.connectionId}`, body, {
        headers: { "content-type": "application/json", "X-SERVICE-Signature": signature },
        validateStatus: () => true,
      })
  }

  /** The POS's notifications do not reach the store any longer; what the test sends itself still does. */
  async stopWebhooks(): Promise<void> {
    const [subscription] = await this.pos.listPosSubscriptions({ connection_id: this.connectionId })
    await (await this.pos.clientOf(this.connectionId)).subscriptions.delete(subscription?.subscription_uuid ?? "")
  }

  /**
   * Waits until the POS has delivered all notifications, and the store has processed them. A delivery that a busy machine
   * did not answer in time is sent again.
   */
  async waitUntilProcessed(): Promise<void> {
    await eventually(async () => {
      await this.posDriver.resendFailed()
      expect((await this.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
      expect(await this.pos.listPosInboxEntries({ connection_id: this.connectionId, state: "pending" })).toEqual([])
    })
  }

  async drain(): Promise<void> {
    await drainInbox(this.tools.getContainer(), this.connectionId)
    await drainStoreWrites(this.tools.getContainer())
  }

  /** Looks after subscription and purchases as the job does, whenever it was done last. */
  async catchUpNow() {
    const [subscription] = await this.pos.listPosSubscriptions({ connection_id: this.connectionId })
    await this.pos.updatePosSubscriptions({ id: subscription?.id ?? "", checked_at: null })
    return catchUp(this.tools.getContainer(), this.connectionId)
  }

  /** Makes retries due now, and sweeps. */
  async sweepNow(): Promise<void> {
    const entries = await this.pos.listPosInboxEntries({ connection_id: this.connectionId, state: "pending" })
    await this.pos.updatePosInboxEntries(entries.map(({ id }) => ({ id, next_attempt_at: null })))
    await sweep(this.tools.getContainer())
  }

  /** Begins a backfill that the POS stands in the way of: it asks for purchases in vain. @returns its run */
  async startFailingBackfill() {
    await this.posDriver.seed({ products: 2, purchases: 20, days: 100 })
    await this.posDriver.fault({ kind: "status", interface: "purchases", status: 500 })
    const since = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString().slice(0, "YYYY-MM-DD".length)
    const { data } = await this.tools.api.post(
      `/admin/pos/connections/${this.connectionId}/backfill`,
      { since },
      this.admin
    )
    const { run_id } = begunSchema.parse(data)
    const run = async () => (await this.pos.listPosRuns({ id: run_id }))[0]
    await eventually(async () => expect((await run())?.reason).toContain("500"))
    return run
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await this.tools.api.get(path, this.admin)).data
  }

  async receipt(purchaseUuid: string) {
    const { receipts } = await this.get<{ receipts: Record<string, string>[] }>(
      `/admin/pos/receipts?purchase_uuid=${purchaseUuid}`
    )
    const [receipt] = receipts
    if (!receipt) {
      throw new Error(`There is no receipt of ${purchaseUuid}`)
    }
    return receipt
  }

  /** The order of a purchase as Medusa's own admin shows it. */
  async order(purchaseUuid: string) {
    const fields =
      "id,status,currency_code,version,*items,*items.tax_lines,*items.adjustments,*items.detail,+payment_status,+fulfillment_status,*summary,+total," +
      "+tax_total,*sales_channel,*credit_lines,*returns,*returns.items,*payment_collections,*payment_collections.payments," +
      "*payment_collections.payments.refunds,+created_at,metadata"
    return eventually(async () => {
      // A delivery that got no answer in time would come again after a minute.
      await this.posDriver.resendFailed()
      // Where Medusa's services write orders, they do so after the receipt.
      expect(await this.pos.listPosStoreWrites({ kind: ["order", "refund"] }, { take: 1 })).toEqual([])
      const { order_id } = await this.receipt(purchaseUuid)
      expect(order_id).toMatch(/^order_/)
      const { order } = await this.get<{ order: OrderView }>(`/admin/orders/${order_id}?fields=${fields}`)
      // Medusa reads lines in no order of their own.
      order.items.sort((left, right) => Number(left.metadata?.pos_position) - Number(right.metadata?.pos_position))
      return order
    })
  }

  async entries() {
    const { inbox_entries } = await this.get<{ inbox_entries: Record<string, string>[] }>(
      `/admin/pos/inbox-entries?limit=100&connection_id=${this.connectionId}`
    )
    return inbox_entries
  }
}

type OrderView = {
  id: string
  status: string
  version: number
  total: number
  tax_total: number
  created_at: string
  payment_status: string
  fulfillment_status: string
  currency_code: string
  metadata: Record<string, unknown>
  summary: Record<string, number>
  items: {
    id: string
    title: string
    quantity: number
    unit_price: number
    total: number
    detail: Record<string, number>
    metadata: Record<string, unknown>
    adjustments: { code: string; description: string }[]
  }[]
  credit_lines: { amount: number }[]
  returns: { status: string; items: { quantity: number; received_quantity: number }[] }[]
  payment_collections: {
    refunded_amount: number
    payments: { id: string; amount: number; data: Record<string, unknown>; refunds: { amount: number }[] }[]
  }[]
}

/** A refund as the POS writes it: the sale's model with negative figures. */
export function refundOf(
  sale: Purchase,
  change: Partial<Purchase> & { number?: number; rows: { row?: number; quantity: string }[]; amount: number }
): Purchase {
  const { rows, number = 100, ...rest } = change
  const uuid = randomUUID().replace(/^(.{14})./, "$11")
  return {
    ...sale,
    purchaseUUID1: uuid,
    purchaseNumber: number,
    refund: true,
    refundsPurchaseUUID1: sale.purchaseUUID1,
    vatAmount: null,
    products: rows.map(({ row, quantity }) => {
      const sold = sale.products[row ?? 0]
      if (!sold) {
        throw new Error(`The sale has no row ${row}`)
      }
      return { ...sold, quantity }
    }),
    payments: [
      {
        uuid: randomUUID(),
        type: "SERVICE_CARD",
        amount: change.amount,
        references: { refundsPayment: sale.payments[0]?.uuid },
      },
    ],
    ...rest,
  }
}
