import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Purchase } from "../../src/pos-api/contract"
import { drainStoreWrites } from "../../src/runtime/store-write-drain"
import { shutdownWorkers } from "../../src/runtime/workers"
import { refundOf } from "./support/connected-store-fixture"
import { eventually } from "./support/eventually"
import { type OrderTable, readOrderParts } from "./support/order-parts"
import { storeSuite } from "./support/store-suite"
import { writeOrdersBy } from "./support/table-access"
import { useConnectedStore } from "./support/use-connected-store"

/** Tables in which Medusa's own order change leaves other traces than SQL: one change, with the credit in it. */
const OF_CHANGES: OrderTable[] = ["order_change", "order_change_action"]

/** Both writers of orders, SQL and Medusa's services, with the same receipts. */
storeSuite({
  moduleName: "order-writers",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    afterEach(() => {
      jest.restoreAllMocks()
    })

    const purchase = (fields: Partial<Purchase> & Pick<Purchase, "amount" | "products">): Purchase => ({
      purchaseUUID1: randomUUID(),
      source: "POS",
      purchaseNumber: 71,
      created: new Date().toISOString(),
      country: "SE",
      currency: "SEK",
      taxationMode: "INCLUSIVE",
      userDisplayName: "Åsa",
      payments: [{ uuid: randomUUID(), type: "SERVICE_CARD", amount: fields.amount, attributes: { cardType: "VISA" } }],
      ...fields,
    })

    /** The same receipt once more, as another purchase. */
    const again = (sale: Purchase): Purchase => ({
      ...sale,
      purchaseUUID1: randomUUID(),
      payments: sale.payments.map((payment) => ({ ...payment, uuid: randomUUID() })),
    })

    const isWritten = async (key: string) =>
      expect(await here.fixture.pos.listPosStoreWrites({ key }, { take: 1 })).toEqual([])

    const receive = async (received: Purchase) => {
      expect((await here.fixture.notify("PurchaseCreated", received)).status).toBe(200)
      return eventually(async () => {
        await here.fixture.drain()
        expect(await here.fixture.receipt(received.purchaseUUID1)).toMatchObject({ state: "mirrored" })
        await isWritten(received.purchaseUUID1)
        return here.fixture.order(received.purchaseUUID1)
      })
    }

    /** What a person sees of an order in Medusa's admin. */
    const seen = async (purchaseUuid: string) => {
      const order = await here.fixture.order(purchaseUuid)
      return {
        status: order.status,
        total: order.total,
        tax_total: order.tax_total,
        created_at: order.created_at,
        payment_status: order.payment_status,
        fulfillment_status: order.fulfillment_status,
        currency_code: order.currency_code,
        summary: Object.fromEntries(Object.entries(order.summary).filter(([name]) => !name.startsWith("raw_"))),
        items: order.items.map(({ title, quantity, unit_price, total, detail }) => ({
          title,
          quantity,
          unit_price,
          total,
          fulfilled: Number(detail.fulfilled_quantity),
          returned: Number(detail.return_received_quantity),
        })),
        credit_lines: order.credit_lines.map(({ amount }) => amount),
        returns: order.returns.map(({ status, items }) => [status, items.map(({ quantity }) => quantity)]),
        refunds: order.payment_collections.map(({ refunded_amount, payments }) => [
          refunded_amount,
          payments.map((payment) => [payment.amount, payment.refunds.map(({ amount }) => amount)]),
        ]),
      }
    }

    type Written = { sale: Purchase; orderId: string }

    /** A sale and its refunds, each written by one way. */
    const write = async (by: "sql" | "services", sale: Purchase, refunds: (sale: Purchase) => Purchase[]) => {
      jest.restoreAllMocks()
      await writeOrdersBy(here.fixture.pos, by)
      const { id: orderId } = await receive(sale)
      for (const refund of refunds(sale)) {
        await receive(refund)
      }
      return { sale, orderId }
    }

    const expectAlike = async (bySql: Written, byServices: Written, without: OrderTable[]) => {
      expect(await seen(byServices.sale.purchaseUUID1)).toEqual(await seen(bySql.sale.purchaseUUID1))
      const expected = await readOrderParts(dbConnection, bySql.orderId)
      const written = await readOrderParts(dbConnection, byServices.orderId)
      for (const table of without) {
        delete expected[table]
        delete written[table]
      }
      expect(written).toEqual(expected)
    }

    const goods = async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      return {
        type: "PRODUCT",
        quantity: "2",
        unitPrice: 62_375,
        vatPercentage: 25,
        name: "Tröja",
        variantUuid: uuid,
        comment: "As a present",
      }
    }

    const food = { type: "PRODUCT", quantity: "0.350", unitPrice: 3_990, vatPercentage: 12, name: "Äpplen" }

    const none = () => []

    const SALES: Record<string, () => Promise<Purchase>> = {
      "several VAT rates, discounts and a tip": async () =>
        purchase({
          amount: 120_000,
          products: [{ ...(await goods()), discountValue: 2_375, discount: { name: "Member" } }, food],
          discounts: [{ name: "Personal", amount: 5_000 }],
          payments: [
            { uuid: randomUUID(), type: "SERVICE_CARD", amount: 100_000, gratuityAmount: 900 },
            { uuid: randomUUID(), type: "SERVICE_CASH", amount: 20_000 },
          ],
        }),
      "a gift card, paid with another": async () =>
        purchase({
          amount: 50_000,
          products: [
            {
              type: "GIFTCARD",
              quantity: "1",
              unitPrice: 50_000,
              vatPercentage: 0,
              name: "Gift card",
              details: { giftcardUuid: "b8c1a6f0-5b1c-11ee-8c99-0242ac120002" },
            },
          ],
          payments: [{ uuid: randomUUID(), type: "GIFTCARD", amount: 50_000 }],
        }),
      "a currency without decimals": async () =>
        purchase({ amount: 1_250, currency: "JPY", products: [{ ...food, quantity: "1", unitPrice: 1_250 }] }),
      "a currency with three decimals": async () =>
        purchase({ amount: 12_345, currency: "KWD", products: [{ ...food, quantity: "1", unitPrice: 12_345 }] }),
      "prices without tax": async () =>
        purchase({
          amount: 12_499,
          taxationMode: "EXCLUSIVE",
          products: [{ ...food, quantity: "1", unitPrice: 11_160 }],
        }),
    }

    it.each(Object.keys(SALES))("write a sale with %s alike", async (name) => {
      const sale = await SALES[name]?.()
      if (!sale) {
        throw new Error(`There is no sale ${name}`)
      }
      await expectAlike(await write("sql", sale, none), await write("services", again(sale), none), [])
    })

    const REFUNDS: Record<string, (sale: Purchase) => Purchase[]> = {
      "of a part of the goods": (sale) => [refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })],
      "of all goods, in two parts": (sale) => [
        refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375, number: 101 }),
        refundOf(sale, {
          rows: [
            { row: 0, quantity: "-1" },
            { row: 1, quantity: "-0.350" },
          ],
          amount: 62_375 - sale.amount,
          number: 102,
        }),
      ],
      "of money only": (sale) => [
        {
          ...refundOf(sale, { rows: [], amount: -5_000 }),
          customAmountSale: true,
          products: [{ quantity: "-1", type: "CUSTOM_AMOUNT", name: "Goodwill", unitPrice: 5_000 }],
        },
      ],
      "of goods for less than they cost": (sale) => [
        refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -60_000 }),
      ],
      "of a minor unit less than they cost": (sale) => [
        refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_374 }),
      ],
    }

    it.each(Object.keys(REFUNDS))("write a refund %s alike", async (name) => {
      const refunds = REFUNDS[name] ?? none
      const sale = purchase({ amount: 126_147, products: [await goods(), food] })
      await expectAlike(await write("sql", sale, refunds), await write("services", again(sale), refunds), OF_CHANGES)
    })

    const eventNames = z.looseObject({ rows: z.array(z.object({ name: z.string() })) })

    it("store the events of an order only once services have created it", async () => {
      await writeOrdersBy(here.fixture.pos, "services")
      const orders = getContainer().resolve(Modules.ORDER)
      const create = jest.spyOn(orders, "createOrders").mockRejectedValue(new Error("The order module is away"))
      const sale = purchase({ amount: 1_397, products: [food] })
      const emitted = jest.spyOn(getContainer().resolve(Modules.EVENT_BUS), "emit")
      await here.fixture.notify("PurchaseCreated", sale)
      await eventually(async () => {
        expect(await here.fixture.pos.listPosStoreWrites({ key: sale.purchaseUUID1 })).toMatchObject([
          { kind: "order", reason: "The order module is away" },
        ])
      })
      // No page links to an order that does not exist yet.
      const receipt = await here.fixture.receipt(sale.purchaseUUID1)
      const alone = (await here.fixture.get<{ receipt: object }>(`/admin/pos/receipts/${receipt.id}`)).receipt
      expect([receipt, alone]).toMatchObject([{ order_id: null }, { order_id: null }])
      const stored: unknown = await dbConnection.raw(
        "SELECT event->>'name' AS name FROM pos_event_outbox CROSS JOIN jsonb_array_elements(events) AS event"
      )
      expect(eventNames.parse(stored).rows).toEqual([])
      const issues = async () =>
        (await here.fixture.get<{ issues: { kind: string; reason: string }[] }>("/admin/pos/issues")).issues
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "store_writes_waiting", reason: "The order module is away" })
      )
      create.mockRestore()
      await dbConnection.raw("UPDATE pos_store_write SET next_attempt_at = NULL")
      await drainStoreWrites(getContainer())
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
      await shutdownWorkers()
      expect(JSON.stringify(emitted.mock.calls)).toContain("order.completed")
      expect((await issues()).map(({ kind }) => kind)).not.toContain("store_writes_waiting")
    })

    it("write no order twice when a process dies between the call and its end", async () => {
      await writeOrdersBy(here.fixture.pos, "services")
      const sale = purchase({ amount: 126_147, products: [await goods(), food] })
      const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 })
      const container = getContainer()
      /** The process dies at the first call of a step, which has happened; then the write is performed again. */
      const dyingAt = async (service: object, method: string, received: Purchase) => {
        const real: unknown = Reflect.get(service, method)
        let isDead = false
        const die = async (...input: unknown[]) => {
          const answer: unknown = typeof real === "function" ? await Reflect.apply(real, service, input) : undefined
          if (!isDead) {
            isDead = true
            throw new Error("The process has died")
          }
          return answer
        }
        Reflect.set(service, method, die)
        await here.fixture.notify("PurchaseCreated", received)
        await eventually(async () => expect(isDead).toBe(true))
        Reflect.set(service, method, real)
        await eventually(async () => {
          await dbConnection.raw("UPDATE pos_store_write SET next_attempt_at = NULL")
          await drainStoreWrites(container)
          await isWritten(received.purchaseUUID1)
        })
      }
      await dyingAt(container.resolve(Modules.FULFILLMENT), "createFulfillment", sale)
      await dyingAt(container.resolve(Modules.ORDER), "confirmOrderChange", refund)
      const { id: orderId } = await here.fixture.order(sale.purchaseUUID1)
      const alone = again(sale)
      const bySql = await write("sql", alone, (known) => [
        refundOf(known, { rows: [{ row: 0, quantity: "-1" }], amount: -62_375 }),
      ])
      await expectAlike(bySql, { sale, orderId }, OF_CHANGES)
    })
  },
})
