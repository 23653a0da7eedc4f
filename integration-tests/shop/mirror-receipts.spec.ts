import { insertInboxEntries } from "../../src/runtime/inbox-store"
import { randomUUID } from "node:crypto"
import fc from "fast-check"
import type { Purchase } from "../../src/pos-api/contract"
import { currencyDigits } from "../../src/money/money"
import { purchaseArbitrary } from "../../src/features/sales/__tests__/purchase-arbitrary"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { seedStore } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "mirror-receipts",
  testSuite: ({ api, getContainer }) => {
    let stage: ConnectedStoreFixture

    beforeAll(async () => {
      stage = await ConnectedStoreFixture.open({ api, getContainer }, await seedStore(getContainer()))
    })

    const mirror = async (purchase: Purchase) => {
      expect((await stage.notify("PurchaseCreated", purchase)).status).toBe(200)
      return stage.order(purchase.purchaseUUID1)
    }

    /** A receipt with one of everything. */
    const everything = async (): Promise<Purchase> => {
      const [sweater, apples] = [await stage.variant("TROJA-M"), (await stage.posDriver.products())[0]]
      expect(apples).toBeDefined()
      return {
        source: "POS",
        purchaseUUID1: randomUUID(),
        created: "2026-02-03T23:30:00.123+0100",
        purchaseNumber: 1_234,
        globalPurchaseNumber: 98_765,
        amount: 192_097,
        country: "SE",
        currency: "SEK",
        taxationMode: "INCLUSIVE",
        userDisplayName: ["Åsa Öberg"],
        products: [
          {
            type: "PRODUCT",
            quantity: "2",
            unitPrice: 62_375,
            vatPercentage: 25,
            variantUuid: sweater.uuid,
            name: "Tröja",
            variantName: "M",
            discountValue: 2_375,
            discount: { percentage: 2 },
            comment: "presentinslaget",
          },
          {
            type: "PRODUCT",
            quantity: "0.350",
            unitPrice: 1_990,
            vatPercentage: 12,
            name: "Äpplen",
            unitName: "kg",
            sku: "TROJA-L",
          },
          { type: "CUSTOM_AMOUNT", quantity: "1", unitPrice: 10_000, vatPercentage: 25.5, name: "" },
          {
            type: "GIFTCARD",
            quantity: "1",
            unitPrice: 50_000,
            name: "Presentkort",
            details: { giftcardUuid: "0a1b2c3d-89ab-11ee-8000-0123456789ab" },
          },
          { type: "FROM_THE_FUTURE", quantity: "1", unitPrice: 1_025, vatPercentage: 6, name: "東京" },
        ],
        discounts: [{ name: "Personal", amount: 1_000 }],
        serviceCharge: { amount: 4_900, title: "Leverans", vatPercentage: 25, quantity: "1" },
        payments: [
          {
            uuid: randomUUID(),
            type: "SERVICE_CARD",
            amount: 100_000,
            gratuityAmount: 4_100,
            attributes: { maskedPan: "541333******0042" },
          },
          {
            uuid: randomUUID(),
            type: "SERVICE_CASH",
            amount: 80_000,
            attributes: { handedAmount: 100_000, changeAmount: 20_000 },
          },
          { uuid: randomUUID(), type: "GIFTCARD", amount: 10_000 },
          { uuid: randomUUID(), type: "PAID_BY_BARTER", amount: 2_097 },
        ],
      }
    }

    it("with one of everything become one order to the minor unit", async () => {
      const purchase = await everything()
      const order = await mirror(purchase)
      expect(Math.round(order.total * 100_000) / 1_000).toBe(purchase.amount)
      expect(order).toMatchObject({
        status: "completed",
        payment_status: "captured",
        fulfillment_status: "delivered",
        created_at: "2026-02-03T22:30:00.123Z",
        metadata: {
          pos_receipt_number: 1_234,
          pos_global_receipt_number: 98_765,
          pos_source: "POS",
          pos_cashier: "Åsa Öberg",
        },
      })
      const payments = order.payment_collections.flatMap(({ payments }) => payments.map(({ data }) => data))
      expect(payments.map(({ pos_payment_type }) => pos_payment_type).sort()).toEqual([
        "GIFTCARD",
        "PAID_BY_BARTER",
        "SERVICE_CARD",
        "SERVICE_CASH",
      ])
      expect(payments).toContainEqual(expect.objectContaining({ pos_gratuity: "41" }))
      expect(payments).toContainEqual(
        expect.objectContaining({ pos_attributes: { handedAmount: 100_000, changeAmount: 20_000 } })
      )
    })

    it("keep their lines' words, units, taxes and links", async () => {
      const order = await mirror(await everything())
      const lines = order.items
      const find = (kind: string) => lines.filter(({ metadata }) => metadata.pos_kind === kind)
      expect(find("product")).toMatchObject([
        {
          variant_sku: "TROJA-M",
          quantity: 2,
          metadata: { pos_comment: "presentinslaget" },
          tax_lines: [{ rate: 25 }],
        },
        { variant_sku: "TROJA-L", quantity: 0.35, metadata: { pos_unit_name: "kg" }, tax_lines: [{ rate: 12 }] },
      ])
      expect(find("custom-amount").map(({ title }) => title)).toEqual(["CUSTOM_AMOUNT", "東京"])
      expect(find("gift-card")).toMatchObject([
        { is_giftcard: true, metadata: { pos_gift_card_uuid: "0a1b2c3d-89ab-11ee-8000-0123456789ab" } },
      ])
      expect(find("service-charge")).toMatchObject([{ title: "Leverans", unit_price: 49 }])
      expect(find("tip")).toMatchObject([{ title: "Tip", unit_price: 41 }])
      const discounts = lines
        .flatMap(({ adjustments }) => adjustments)
        .filter(({ code }) => code === "RECEIPT_DISCOUNT")
      expect(new Set(discounts.map(({ description }) => description))).toEqual(new Set(["Personal"]))
    })

    it("name each sales tax by itself", async () => {
      const order = await mirror({
        ...(await everything()),
        amount: 10_938,
        taxationMode: "EXCLUSIVE",
        taxationType: "SALES_TAX",
        products: [
          {
            type: "PRODUCT",
            quantity: "1",
            unitPrice: 10_000,
            vatPercentage: 0,
            name: "Mug",
            taxRates: [
              { label: "State", percentage: 4 },
              { label: "City", percentage: 5.375 },
            ],
          },
        ],
        discounts: [],
        serviceCharge: null,
        payments: [{ uuid: randomUUID(), type: "SERVICE_CARD", amount: 10_938 }],
      })
      expect(Math.round(order.total * 100)).toBe(10_938)
      expect(order.items).toMatchObject([
        {
          tax_lines: expect.arrayContaining([
            expect.objectContaining({ description: "State 4 %" }),
            expect.objectContaining({ description: "City 5.375 %" }),
          ]),
        },
      ])
    })

    it("come to their own amounts in Medusa's list of orders, 300 generated ones in one go", async () => {
      const purchases = fc.sample(purchaseArbitrary, { numRuns: 300, seed: 11 }).map((purchase, index) => ({
        ...purchase,
        purchaseUUID1: randomUUID(),
        purchaseNumber: index + 1,
      }))
      const entries = purchases.map((purchase) => ({
        natural_key: `purchase:${purchase.purchaseUUID1}`,
        event_name: "PurchaseCreated",
        aggregate: `purchase:${purchase.purchaseUUID1}`,
        source: "poll" as const,
        payload: purchase,
        message_timestamp: null,
      }))
      await stage.pos.query((sql) => insertInboxEntries(sql, stage.connectionId, entries))
      await stage.drain()
      const shown = new Map<unknown, number>()
      for (let offset = 0; offset < purchases.length; offset += 100) {
        const { orders } = await stage.get<{ orders: { metadata: Record<string, unknown>; total: number }[] }>(
          `/admin/orders?limit=100&offset=${offset}&fields=id,metadata,+total`
        )
        orders.forEach(({ metadata, total }) => shown.set(metadata.pos_purchase_uuid, total))
      }
      for (const { purchaseUUID1, amount, currency } of purchases) {
        const total = (shown.get(purchaseUUID1) ?? NaN) * 10 ** currencyDigits(currency)
        expect({ purchaseUUID1, amount: Math.round(total * 1_000) / 1_000 }).toEqual({ purchaseUUID1, amount })
      }
    })
  },
})
