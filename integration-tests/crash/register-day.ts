import axios from "axios"
import { BigNumber } from "bignumber.js"
import type { Purchase } from "../../src/pos-api/contract"
import type { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import type { PosDriver } from "../../test-support/pos-driver"

/** What is sold: the POS's product and variant, and how much at once (decimal text). */
export type Ware = { productUuid: string; variantUuid: string; portions: readonly [string, ...string[]] }

/** What is asked of a store that dies meanwhile may never be answered. */
const LONGEST_ANSWER_MS = 20_000

type Web = { url: string; headers: Record<string, string>; stockLocationId: string; inventoryItemIds: string[] }

/** A day at the POS and in the web shop, drawn from random numbers: sales, refunds, deliveries, reservations. */
export class RegisterDay {
  /** by variant: what was delivered and taken away by hand */
  readonly movedByPos: Record<string, string> = {}
  private readonly sales: Purchase[] = []

  constructor(
    private readonly posDriver: PosDriver,
    private readonly wares: readonly [Ware, ...Ware[]],
    private readonly random: SeededRandom,
    private readonly web: Web
  ) {}

  /** Does something that the POS reports. Returns how many notifications that makes. */
  async goOn(): Promise<number> {
    const luck = this.random.between(1, 100)
    if (luck <= 55 || this.sales.length === 0) {
      return this.sell()
    }
    if (luck <= 75) {
      return this.refund()
    }
    if (luck <= 90) {
      return this.moveStock(String(this.random.between(-3, 6) || 12))
    }
    return this.reserve()
  }

  /** Moves stock of any ware by hand; `change` is decimal text. */
  async moveStock(change: string, { productUuid, variantUuid } = this.random.pick(this.wares)): Promise<number> {
    await this.posDriver.changeStock({ productUuid, variantUuid, change: Number(change) })
    this.movedByPos[variantUuid] = new BigNumber(this.movedByPos[variantUuid] ?? 0).plus(change).toFixed()
    return 1
  }

  private async sell(): Promise<number> {
    const items = this.wares
      .filter(() => this.random.chance(0.5))
      .map(({ variantUuid, portions }) => ({ variantUuid, quantity: this.random.pick(portions) }))
    const [first] = this.wares
    const basket = items.length > 0 ? items : [{ variantUuid: first.variantUuid, quantity: first.portions[0] }]
    this.sales.push(await this.posDriver.sell(basket))
    return 2
  }

  /** Each sale is refunded once at most: whole, or its first row. */
  private async refund(): Promise<number> {
    const [sale] = this.sales.splice(this.random.between(0, this.sales.length - 1), 1)
    const [row] = sale?.products ?? []
    if (!sale || !row) {
      return 0
    }
    const items = this.random.chance(0.5) ? {} : { items: [{ row: 0, quantity: row.quantity }] }
    await this.posDriver.refund({ purchaseUuid: sale.purchaseUUID1, ...items })
    return 2
  }

  /**
   * Somebody puts one piece into a web order; the POS may sell one less, of which it reports at its leisure. A store that is down
   * reserves nothing.
   */
  private async reserve(): Promise<number> {
    const [item = ""] = this.web.inventoryItemIds
    const { url, headers, stockLocationId } = this.web
    await axios
      .post(
        `${url}/admin/reservations`,
        { inventory_item_id: item, location_id: stockLocationId, quantity: 1 },
        { headers, validateStatus: () => true, timeout: LONGEST_ANSWER_MS }
      )
      .catch(() => undefined)
    return 0
  }
}
