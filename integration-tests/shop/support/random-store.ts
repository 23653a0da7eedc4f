import { BigNumber } from "bignumber.js"
import { isAxiosError } from "axios"
import { z } from "zod"
import type { Purchase } from "../../../src/pos-api/contract"
import type { SeededRandom } from "../../../packages/pos-sandbox/src/seed/random"
import type { ConnectedStoreFixture } from "./connected-store-fixture"
import type { WebOrders } from "../../../test-support/web-orders"

/** What both sides sell. `step` is the smallest quantity that is sold, decimal text. */
export type Ware = { productUuid: string; variantUuid: string; inventoryItemId: string; step: string }

type Order = { ware: Ware; quantity: number; reservationId: string }

const add = (sums: Record<string, string>, key: string, change: BigNumber.Value) => {
  sums[key] = new BigNumber(sums[key] ?? 0).plus(change).toFixed()
}

/** What people do at the POS and in the web shop, drawn from random numbers; it keeps its own account of it. */
export class RandomStore {
  /** by variant, decimal text */
  readonly movedByPos: Record<string, string> = {}
  readonly movedByShop: Record<string, string> = {}
  private readonly sales: Purchase[] = []
  private readonly orders: Order[] = []

  constructor(
    private readonly stage: ConnectedStoreFixture,
    private readonly web: WebOrders,
    private readonly wares: readonly [Ware, ...Ware[]],
    private readonly locationId: string,
    private readonly random: SeededRandom
  ) {}

  async sell(): Promise<string> {
    const chosen = this.wares.filter(() => this.random.chance(0.5))
    const items = (chosen.length > 0 ? chosen : [this.wares[0]]).map(({ variantUuid, step }) => ({
      variantUuid,
      quantity: new BigNumber(step).times(this.random.between(1, 3)).toFixed(),
    }))
    this.sales.push(await this.stage.posDriver.sell(items))
    return `sell ${items.map(({ quantity }) => quantity).join(" and ")}`
  }

  /** Of any sale: a piece, an amount, or all that is left; what the register refuses does not happen. */
  async refund(): Promise<string> {
    const sale = this.sales[this.random.between(0, this.sales.length - 1)]
    const row = sale?.products[0]
    if (!sale || !row) {
      return this.sell()
    }
    const step = this.wares.find(({ variantUuid }) => variantUuid === row.variantUuid)?.step ?? "1"
    const parts = [{ items: [{ row: 0, quantity: step }] }, { customAmount: this.random.between(1, 500) }, {}]
    const part = this.random.pick([parts[0] ?? {}, ...parts.slice(1)])
    try {
      await this.stage.posDriver.refund({ purchaseUuid: sale.purchaseUUID1, ...part })
      return `refund ${JSON.stringify(part)}`
    } catch (error) {
      if (isAxiosError(error) && error.response?.status === 422) {
        return "refund nothing, the register refuses"
      }
      throw error
    }
  }

  async moveAtPos(): Promise<string> {
    const { productUuid, variantUuid } = this.random.pick(this.wares)
    const change = this.random.between(-5, 8) || 3
    await this.stage.posDriver.changeStock({ productUuid, variantUuid, change })
    add(this.movedByPos, variantUuid, change)
    return `move ${change} at the POS`
  }

  async order(): Promise<string> {
    const ware = this.random.pick(this.wares)
    const quantity = this.random.between(1, 2)
    try {
      const reservationId = await this.web.place(this.placeOf(ware), quantity)
      this.orders.push({ ware, quantity, reservationId })
      return `order ${quantity}`
    } catch (error) {
      // An error of a step arrives without its class.
      const { message } = z.looseObject({ message: z.string() }).parse(error)
      if (message.startsWith("Not enough stock")) {
        return "order nothing, there is not enough"
      }
      throw error
    }
  }

  async sendOrder(): Promise<string> {
    const order = this.orders.shift()
    if (!order) {
      return this.order()
    }
    const { ware, quantity, reservationId } = order
    await this.web.send(this.placeOf(ware), quantity, reservationId)
    add(this.movedByShop, ware.variantUuid, -quantity)
    return `send ${quantity}`
  }

  async cancelOrder(): Promise<string> {
    const order = this.orders.pop()
    if (!order) {
      return this.order()
    }
    await this.web.cancel(order.reservationId)
    return `cancel ${order.quantity}`
  }

  /** Goods of a former order come back to the store's shelf, or somebody takes some away. */
  async moveInStore(): Promise<string> {
    const ware = this.random.pick(this.wares)
    const change = this.random.between(-2, 4) || 1
    await this.web.adjust(this.placeOf(ware), change)
    add(this.movedByShop, ware.variantUuid, change)
    return `move ${change} in the store`
  }

  private placeOf({ inventoryItemId }: Ware) {
    return { inventory_item_id: inventoryItemId, location_id: this.locationId }
  }
}
