import { randomUUID } from "node:crypto"
import type { Purchase } from "../../src/pos-api/contract"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/mirror-stage"
import { shopSuite } from "./support/shop-suite"
import { useMirrorStage } from "./support/use-mirror-stage"

shopSuite({
  moduleName: "order-money",
  testSuite: ({ api, getContainer }) => {
    const here = useMirrorStage({ api, getContainer })

    /** A sale as the POS reports it; without `products` one row of 349.00 at 25 %. */
    const sell = async (fields: Partial<Purchase> = {}) => {
      const sale = {
        purchaseUUID1: randomUUID(),
        source: "POS",
        purchaseNumber: 71,
        created: new Date(Date.now() - 2 * 3_600_000).toISOString(),
        amount: 34_900,
        vatAmount: 6_980,
        country: "SE",
        currency: "SEK",
        taxationMode: "INCLUSIVE",
        products: [{ type: "PRODUCT", quantity: "1", unitPrice: 34_900, vatPercentage: 25, name: "Kofta" }],
        ...fields,
      }
      const payments = fields.payments ?? [{ uuid: randomUUID(), type: "SERVICE_CASH", amount: sale.amount }]
      const purchase: Purchase = { ...sale, payments }
      expect((await here.stage.notify("PurchaseCreated", purchase)).status).toBe(200)
      await here.stage.order(purchase.purchaseUUID1)
      return purchase
    }

    const refunded = async (refund: Purchase) => {
      expect((await here.stage.notify("PurchaseCreated", refund)).status).toBe(200)
      return eventually(async () => {
        await here.stage.drain()
        return here.stage.order(refund.purchaseUUID1)
      })
    }

    it("[D46] a discount on the whole purchase leaves gift cards out: the order's VAT is the receipt's, also after a refund", async () => {
      const sale = await sell({
        amount: 117_450,
        vatAmount: 3_490,
        discounts: [{ percentage: 50 }],
        products: [
          { type: "PRODUCT", quantity: "1", unitPrice: 34_900, vatPercentage: 25, name: "Kofta" },
          { type: "GIFTCARD", quantity: "1", unitPrice: 100_000, vatPercentage: 0, name: "Presentkort" },
        ],
      })
      const order = await here.stage.order(sale.purchaseUUID1)
      expect(order.total).toBeCloseTo(1_174.5, 2)
      expect(order.tax_total).toBeCloseTo(34.9, 2)
      const after = await refunded(
        refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -17_450, vatAmount: -3_490 })
      )
      expect(after.total).toBeCloseTo(1_000, 2)
      expect(after.tax_total).toBeCloseTo(0, 2)
      expect(after.credit_lines).toEqual([])
    })

    it("[D46] a discount on the whole purchase leaves the service charge out", async () => {
      const sale = await sell({
        amount: 27_450,
        vatAmount: 4_561,
        discounts: [{ percentage: 50 }],
        serviceCharge: { amount: 10_000, title: "Leverans", vatPercentage: 12, quantity: "1" },
      })
      const order = await here.stage.order(sale.purchaseUUID1)
      expect(order.items.map(({ total }) => total)).toEqual([174.5, 100])
      expect(Math.abs(order.tax_total - 45.61)).toBeLessThanOrEqual(0.02)
    })
  },
})
