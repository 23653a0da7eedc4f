import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { deleteProductsWorkflow, updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { catchUp } from "../../../../src/features/connection/catch-up"
import { sweepChanges } from "../../../../src/features/background/sweep-changes"
import { drainInbox } from "../../../../src/runtime/inbox"
import { drainOutbox } from "../../../../src/features/catalog/push"
import { WebOrders } from "../../../../test-support/web-orders"
import { eventually } from "../eventually"
import { expectNothingLeft } from "../mirror-invariants"
import { createSimpleProducts } from "../seed-store"
import { createStockDriver } from "../stock-driver"
import type { ConnectedStore } from "../use-connected-store"
import { findWrong, isListening, isSold, lookedAt, type Model, type Seen } from "./model"

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

const SWEATER = "Tröja"

const linksSchema = z.looseObject({
  rows: z.array(
    z.object({
      sku: z.string(),
      available: z.coerce.number(),
      pos_balance: z.coerce.number().nullable(),
      tracked: z.boolean(),
      stock_off: z.boolean(),
      stock_error: z.string().nullable(),
      differs: z.boolean(),
    })
  ),
})
const ordersSchema = z.looseObject({ rows: z.array(z.object({ uuid: z.string(), orders: z.coerce.number() })) })

/** A merchant's hands on both sides, and eyes that look whether both agree. Each history has a stage of its own. */
export class Merchant {
  readonly stock: ReturnType<typeof createStockDriver>
  private readonly web: WebOrders

  constructor(
    private readonly tools: Tools,
    private readonly here: ConnectedStore
  ) {
    this.stock = createStockDriver(tools, here)
    this.web = new WebOrders(tools.getContainer())
  }

  get posDriver() {
    return this.here.fixture.posDriver
  }

  private get connection() {
    return `/admin/pos/connections/${this.here.fixture.connectionId}`
  }

  private async place(sku: string) {
    const { inventory_item_id } = await this.stock.level(sku)
    return { inventory_item_id, location_id: this.here.shop.stockLocationId }
  }

  async available(sku: string): Promise<number> {
    return (await this.readLinks()).find((link) => link.sku === sku)?.available ?? 0
  }

  async orderOnline(sku: string, quantity: number): Promise<void> {
    await this.web.place(await this.place(sku), quantity)
  }

  async adjust(sku: string, change: number): Promise<void> {
    await this.web.adjust(await this.place(sku), change)
  }

  async publish(status: "draft" | "published"): Promise<void> {
    await updateProductsWorkflow(this.tools.getContainer()).run({
      input: { selector: { id: this.here.shop.sweaterId }, update: { status } },
    })
  }

  async include(inclusion: "exclude" | "auto"): Promise<void> {
    const { connectionId, admin } = this.here.fixture
    const body = { connection_id: connectionId, product_ids: [this.here.shop.sweaterId], inclusion }
    await this.tools.api.post("/admin/pos/product-links/inclusion", body, admin)
  }

  async createProduct(title: string): Promise<void> {
    await createSimpleProducts(this.tools.getContainer(), this.here.shop, [title])
  }

  async deleteProduct(title: string): Promise<void> {
    const { data } = await this.tools.api.get(`/admin/products?title=${title}`, this.here.fixture.admin)
    const ids = data.products.map(({ id }: { id: string }) => id)
    await deleteProductsWorkflow(this.tools.getContainer()).run({ input: { ids } })
  }

  async track(tracking: "enable" | "disable"): Promise<void> {
    const product = (await this.posDriver.products()).find(({ name }) => name === SWEATER)
    await this.posDriver.track(product?.uuid ?? "", tracking)
  }

  async setPolicy(stock_sync: Model["policy"]): Promise<void> {
    await this.stock.settings({ stock_sync })
  }

  async pause(): Promise<void> {
    await this.tools.api.post(`${this.connection}/pause`, {}, this.here.fixture.admin)
  }

  async resume(): Promise<void> {
    await this.tools.api.post(`${this.connection}/resume`, {}, this.here.fixture.admin)
  }

  async disconnect(): Promise<void> {
    await this.tools.api.delete(`${this.connection}?data=keep&revoke=false`, this.here.fixture.admin)
  }

  async connect(): Promise<void> {
    const { shop, fixture } = this.here
    const body = {
      api_key: fixture.posDriver.apiKey,
      sales_channel_id: shop.salesChannelId,
      stock_location_id: shop.stockLocationId,
      region_id: shop.regionId,
    }
    await this.tools.api.post("/admin/pos/connections", body, fixture.admin)
  }

  /** Waits until the POS has delivered all notifications, to any receiver. */
  async reported(): Promise<void> {
    await eventually(async () =>
      expect((await this.posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
    )
  }

  /** Waits until the POS lists what the connection sells, each once. */
  async listed(model: Model): Promise<void> {
    const wanted = [...(isSold(model) ? [SWEATER] : []), "Äpplen", ...model.extras].sort()
    await eventually(async () => {
      // What changed while the connection was paused is found by the job that looks for changes.
      await sweepChanges(this.tools.getContainer())
      await drainOutbox(this.tools.getContainer(), this.here.fixture.connectionId)
      expect((await this.posDriver.products()).map(({ name }) => name).sort()).toEqual(wanted)
    })
  }

  /** Lets all arrive that is under way, compares both sides, and checks what must hold whatever was done. */
  async look(model: Model): Promise<void> {
    if (!isListening(model)) {
      return
    }
    await this.posDriver.endFaults()
    await this.arrive(model)
    await this.listed(model)
    if (model.policy !== "off") {
      await this.stock.reconcile()
      await this.arrive(model)
    }
    expect((await this.here.fixture.pos.findConnection(this.here.fixture.connectionId)).stock_sync).toBe(model.policy)
    await this.checkOrders()
    await this.checkStock(model)
  }

  private async arrive(model: Model): Promise<void> {
    const { fixture } = this.here
    const container = this.tools.getContainer()
    await eventually(async () => {
      await fixture.waitUntilProcessed()
      await catchUp(container, fixture.connectionId)
      await drainInbox(container, fixture.connectionId)
      await drainOutbox(container, fixture.connectionId)
      await this.expectNothingLeft(model)
    })
  }

  /** Nothing is on its way, and nothing was given up. Stock that is not sent by choice stays due. */
  private async expectNothingLeft({ policy }: Model): Promise<void> {
    const { connectionId, pos } = this.here.fixture
    if (policy === "two_way") {
      await expectNothingLeft({ knex: this.tools.dbConnection, connectionId })
    } else {
      const left = await pos.listPosInboxEntries({ connection_id: connectionId, state: ["pending", "dead"] })
      expect(left.map(({ event_name, reason }) => `${event_name}: ${reason}`)).toEqual([])
    }
  }

  /** Each sale of the POS is one live order. */
  private async checkOrders(): Promise<void> {
    const sales = (await this.posDriver.purchases())
      .filter(({ refund }) => !refund)
      .map((purchase) => purchase.purchaseUUID1)
    const { rows } = ordersSchema.parse(
      await this.tools.dbConnection.raw(
        `SELECT metadata->>'pos_purchase_uuid' AS uuid, count(*) AS orders FROM "order"
         WHERE metadata->>'pos_purchase_uuid' = ANY(?) AND deleted_at IS NULL GROUP BY 1`,
        [sales]
      )
    )
    const orders = Object.fromEntries(rows.map(({ uuid, orders: count }) => [uuid, count]))
    expect(orders).toEqual(Object.fromEntries(sales.map((uuid) => [uuid, 1])))
  }

  private async checkStock(model: Model): Promise<void> {
    const links = await this.readLinks()
    const balances = new Map((await this.posDriver.products()).flatMap(({ balances: own }) => Object.entries(own)))
    const skus = new Map(
      (await this.posDriver.products()).flatMap(({ variants }) =>
        (variants ?? []).map(({ uuid, sku }) => [sku ?? "", uuid] as const)
      )
    )
    const seen = new Map<string, Seen>()
    const wrong: string[] = []
    let isClean = isSold(model) && model.policy === "two_way"
    for (const ware of model.wares) {
      const link = links.find(({ sku }) => sku === ware.sku)
      if (!link) {
        throw new Error(`There is no link of ${ware.sku}`)
      }
      const balance = balances.get(skus.get(ware.sku) ?? "") ?? null
      const pos = balance === null ? null : Number(balance)
      seen.set(ware.sku, { store: link.available, pos })
      const misled = findWrong(model, ware, { store: link.available, pos })
      if (misled !== null) {
        wrong.push(`${ware.sku}: ${misled}`)
      }
      const agrees = pos === link.available && link.tracked && link.pos_balance === pos
      const explained = link.differs || link.stock_off || link.stock_error !== null
      if (isSold(model) && model.policy === "two_way" && !agrees && !explained) {
        wrong.push(`${ware.sku}: nothing says why: POS ${pos}, ${JSON.stringify(link)}`)
      }
      isClean &&= agrees && !explained
    }
    expect(wrong).toEqual([])
    lookedAt(model, seen, isClean)
  }

  private async readLinks() {
    const { rows } = linksSchema.parse(
      await this.tools.dbConnection.raw(
        `SELECT variant.sku, level.stocked_quantity - level.reserved_quantity AS available, link.pos_balance, link.tracked,
           link.stock_off, link.stock_error, EXISTS (
             SELECT 1 FROM pos_stock_difference AS difference
             WHERE difference.variant_link_id = link.id AND difference.state = 'open' AND difference.deleted_at IS NULL)
             AS differs
         FROM pos_variant_link AS link JOIN product_variant AS variant ON variant.id = link.variant_id
         JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id AND item.deleted_at IS NULL
         JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.deleted_at IS NULL
         WHERE link.connection_id = ? AND link.deleted_at IS NULL AND variant.sku LIKE 'TROJA-%'`,
        [this.here.fixture.connectionId]
      )
    )
    return rows
  }
}
