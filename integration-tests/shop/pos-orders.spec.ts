import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { createOrderWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { refreshProviders, labelPosOrders } from "../../src/features/sales/order-providers"
import { checkProviders } from "../../src/features/monitoring/doctor-store-checks"
import { userHeaders } from "../../test-support/user-headers"
import { eventually } from "./support/eventually"
import { refundOf } from "./support/connected-store-fixture"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "pos-orders",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const post = async (path: string, body: object = {}) =>
      api.post(`/admin${path}`, body, { ...(await userHeaders(getContainer())), validateStatus: () => true })

    const sold = async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 2 }])
      return { sale, order: await here.fixture.order(sale.purchaseUUID1) }
    }

    it("are not refunded, captured, cancelled, edited or taken back in the web admin, which says what to do", async () => {
      const { sale, order } = await sold()
      const payment = order.payment_collections[0]?.payments[0]?.id
      const answers = [
        await post(`/payments/${payment}/refund`, { amount: 100 }),
        await post(`/payments/${payment}/capture`),
        await post(`/orders/${order.id}/cancel`),
        await post(`/orders/${order.id}/credit-lines`, { amount: 10, reference: "refund", reference_id: "none" }),
        await post("/order-edits", { order_id: order.id }),
        await post("/returns", { order_id: order.id }),
        await post("/exchanges", { order_id: order.id }),
        await post("/claims", { order_id: order.id, type: "refund" }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
      const [refund] = answers
      expect(refund?.data.message).toBe(
        `Receipt ${sale.purchaseNumber} was sold over the POS, and changing it here would move no money. ` +
          "Refund it at the register; it appears here by itself."
      )
      expect(answers.every(({ data }) => data.message.includes("over the POS"))).toBe(true)
      expect(await here.fixture.order(sale.purchaseUUID1)).toMatchObject({
        status: "completed",
        payment_status: "captured",
        total: order.total,
        returns: [],
      })
    })

    /** Every route that would change an order of the POS, and what each answers. */
    const guarded = async (orderId: string, paymentId: string, returnId: string) => {
      const routes: [path: string, body: object][] = [
        [`/payments/${paymentId}/refund`, { amount: 100 }],
        [`/payments/${paymentId}/capture`, {}],
        [`/orders/${orderId}/cancel`, {}],
        [`/orders/${orderId}/credit-lines`, { amount: 10, reference: "refund", reference_id: "none" }],
        ["/order-edits", { order_id: orderId }],
        [`/order-edits/${orderId}/items`, { items: [] }],
        [`/order-edits/${orderId}/confirm`, {}],
        ["/returns", { order_id: orderId }],
        [`/returns/${returnId}`, { no_notification: true }],
        [`/returns/${returnId}/request-items`, { items: [] }],
        [`/returns/${returnId}/request`, {}],
        [`/returns/${returnId}/receive`, {}],
        [`/returns/${returnId}/receive/confirm`, {}],
        [`/returns/${returnId}/cancel`, {}],
        ["/exchanges", { order_id: orderId }],
        ["/claims", { order_id: orderId, type: "refund" }],
      ]
      const answers = []
      for (const [path, body] of routes) {
        const { status, data } = await post(path, body)
        answers.push([path, status, String(data.message).includes("over the POS")])
      }
      return { answers, refused: routes.map(([path]) => [path, 400, true]) }
    }

    const storeReturn = async (orderId: string, itemId: string) => {
      const { rows } = await dbConnection.raw("SELECT token FROM api_key WHERE type = 'publishable' LIMIT 1")
      const [known] = z.array(z.object({ token: z.string() })).parse(rows)
      const created = known
        ? { token: known.token }
        : await getContainer()
            .resolve(Modules.API_KEY)
            .createApiKeys({ title: "Store", type: "publishable", created_by: "test" })
      const body = {
        order_id: orderId,
        items: [{ id: itemId, quantity: 1 }],
        return_shipping: { option_id: "so_none" },
      }
      const headers = { "x-publishable-api-key": created.token }
      return api.post("/store/returns", body, { headers, validateStatus: () => true })
    }

    it.each([true, false])(
      "[D14] are guarded by what they say themselves, also after a wipe (providers registered: %p)",
      async (isRegistered) => {
        await dbConnection.raw("UPDATE payment_provider SET is_enabled = ? WHERE id LIKE 'pp_%_pos'", [isRegistered])
        refreshProviders()
        const { sale, order } = await sold()
        const refund = refundOf(sale, { rows: [{ row: 0, quantity: "-1" }], amount: -Math.round(sale.amount / 2) })
        await here.fixture.notify("PurchaseCreated", refund)
        await eventually(async () => expect((await here.fixture.order(refund.purchaseUUID1)).returns).toHaveLength(1))
        const { rows } = await dbConnection.raw(`SELECT id FROM "return" WHERE order_id = ?`, [order.id])
        const [back] = z.array(z.object({ id: z.string() })).parse(rows)
        const paymentId = order.payment_collections[0]?.payments[0]?.id ?? ""
        const before = await guarded(order.id, paymentId, back?.id ?? "")
        expect(before.answers).toEqual(before.refused)
        const store = await storeReturn(order.id, order.items[0]?.id ?? "")
        expect([store.status, String(store.data.message).includes("over the POS")]).toEqual([400, true])
        await api.delete(`/admin/pos/connections/${here.fixture.connectionId}?data=wipe`, here.fixture.admin)
        const after = await guarded(order.id, paymentId, back?.id ?? "")
        expect(after.answers).toEqual(after.refused)
        expect((await storeReturn(order.id, order.items[0]?.id ?? "")).status).toBe(400)
        await dbConnection.raw("UPDATE payment_provider SET is_enabled = true WHERE id LIKE 'pp_%_pos'")
        refreshProviders()
      }
    )

    const MEANS = {
      SERVICE_CARD: "pp_card_pos",
      SERVICE_CARD_ONLINE: "pp_card_pos",
      SERVICE_CASH: "pp_cash_pos",
      SERVICE_TAP_ON_PHONE: "pp_card_pos",
      SERVICE_PAYMENT_LINK: "pp_card_pos",
      GIFTCARD: "pp_gift-card_pos",
      SERVICE_INVOICE: "pp_invoice_pos",
      WALLET: "pp_wallet_pos",
      DEFERRED_PAY: "pp_pay-later_pos",
      ALT_PAY_SE: "pp_other_pos",
      "PAID_BY_BARTER 東京": "pp_other_pos",
    }

    /** A sale that was paid in every way. */
    const soldInAllWays = async () => {
      const amount = Object.keys(MEANS).length * 10_000
      const purchaseUUID1 = randomUUID()
      await here.fixture.notify("PurchaseCreated", {
        source: "POS",
        purchaseUUID1,
        purchaseNumber: 77,
        created: "2026-02-03T23:30:00.123+0100",
        amount,
        country: "SE",
        currency: "SEK",
        taxationMode: "INCLUSIVE",
        products: [{ type: "PRODUCT", quantity: "1", unitPrice: amount, vatPercentage: 25, name: "Fåtölj" }],
        payments: Object.keys(MEANS).map((type) => ({ uuid: randomUUID(), type, amount: 10_000 })),
      })
      return here.fixture.order(purchaseUUID1)
    }

    const paymentSchema = z.object({ type: z.string(), paid: z.string(), session: z.string() })

    /** Which providers an order's payments, their sessions and its fulfilments name. */
    const providersOf = async (orderId: string) => {
      const { rows: payments } = await dbConnection.raw(
        `SELECT payment.data->>'pos_payment_type' AS type, payment.provider_id AS paid, payses.provider_id AS session
         FROM order_payment_collection AS link JOIN payment USING (payment_collection_id)
         JOIN payment_session AS payses ON payses.id = payment.payment_session_id WHERE link.order_id = ?`,
        [orderId]
      )
      const { rows: fulfillments } = await dbConnection.raw(
        `SELECT provider_id FROM fulfillment JOIN order_fulfillment AS link ON link.fulfillment_id = fulfillment.id
         WHERE link.order_id = ?`,
        [orderId]
      )
      const all = z.array(paymentSchema).parse(payments)
      return {
        paid: Object.fromEntries(all.map(({ type, paid }) => [type, paid])),
        session: Object.fromEntries(all.map(({ type, session }) => [type, session])),
        fulfillments: z
          .array(z.object({ provider_id: z.string() }))
          .parse(fulfillments)
          .map((item) => item.provider_id),
      }
    }

    const ours = { paid: MEANS, session: MEANS, fulfillments: ["pos_over-the-counter_pos"] }
    const medusas = Object.fromEntries(Object.keys(MEANS).map((type) => [type, "pp_system_default"]))

    it("say how they were paid and handed over, by providers that Medusa knows", async () => {
      const order = await soldInAllWays()
      expect(await providersOf(order.id)).toEqual(ours)
      const known = await here.fixture.get<{ payment_providers: { id: string; is_enabled: boolean }[] }>(
        "/admin/payments/payment-providers?limit=50"
      )
      const enabled = known.payment_providers
        .filter((payment_provider) => payment_provider.is_enabled)
        .map(({ id }) => id)
      expect(enabled).toEqual(expect.arrayContaining(Object.values(MEANS)))
      expect(await checkProviders(here.fixture.pos)).toMatchObject({ facts: { payment: true, fulfillment: true } })
    })

    it("are refused by the providers themselves where the store's own code asks", async () => {
      const order = await soldInAllWays()
      const container = getContainer()
      const [payment] = order.payment_collections[0]?.payments ?? []
      await expect(
        refundPaymentWorkflow(container).run({ input: { payment_id: payment?.id ?? "", amount: 10 } })
      ).rejects.toMatchObject({
        message: expect.stringContaining("Refund it at the register; it appears here by itself."),
      })
      const { rows } = await dbConnection.raw("SELECT fulfillment_id AS id FROM order_fulfillment WHERE order_id = ?", [
        order.id,
      ])
      const [fulfillment] = z.array(z.object({ id: z.string() })).parse(rows)
      const answer = await post(`/orders/${order.id}/fulfillments/${fulfillment?.id}/cancel`, {})
      expect(answer.status).toBe(400)
      expect(
        await container.resolve(Modules.FULFILLMENT).retrieveFulfillmentOptions("pos_over-the-counter_pos")
      ).toEqual([])
      const collection = await container
        .resolve(Modules.PAYMENT)
        .createPaymentCollections({ currency_code: "sek", amount: 10 })
      await expect(
        container.resolve(Modules.PAYMENT).createPaymentSession(collection.id, {
          provider_id: "pp_card_pos",
          currency_code: "sek",
          amount: 10,
          data: {},
        })
      ).rejects.toThrow("Take the money at the register")
      expect(await here.fixture.order(String(order.metadata.pos_purchase_uuid))).toMatchObject({
        payment_status: "captured",
        fulfillment_status: "delivered",
        total: order.total,
      })
    })

    it("name Medusa's own providers where ours are not registered, and ours once they are", async () => {
      const register = async (is: boolean) => {
        await dbConnection.raw("UPDATE payment_provider SET is_enabled = ? WHERE id LIKE 'pp_%_pos'", [is])
        await dbConnection.raw("UPDATE fulfillment_provider SET is_enabled = ? WHERE id LIKE 'pos_%'", [is])
      }
      refreshProviders()
      await soldInAllWays()
      await register(false)
      const asked = await soldInAllWays()
      // They come and go with a start of the store, and are not asked for with every sale.
      expect(await providersOf(asked.id)).toEqual(ours)
      refreshProviders()
      const order = await soldInAllWays()
      expect(await providersOf(order.id)).toEqual({
        paid: medusas,
        session: medusas,
        fulfillments: ["manual_manual"],
      })
      expect(await checkProviders(getContainer().resolve(POS_MODULE))).toMatchObject({
        state: "notice",
        fix: expect.stringContaining("medusa-plugin-pos/providers/payment"),
      })
      expect(await labelPosOrders(getContainer())).toBe(0)
      await register(true)
      const later = await soldInAllWays()
      const before = await here.fixture.order(String(order.metadata.pos_purchase_uuid))
      expect(await labelPosOrders(getContainer())).toBe(Object.keys(MEANS).length + 1)
      expect(await labelPosOrders(getContainer())).toBe(0)
      expect([await providersOf(order.id), await providersOf(later.id)]).toEqual([ours, ours])
      expect(await here.fixture.order(String(order.metadata.pos_purchase_uuid))).toMatchObject({
        total: before.total,
        payment_status: "captured",
        fulfillment_status: "delivered",
      })
    })

    it("leave orders of the web shop alone", async () => {
      const place = async () =>
        createOrderWorkflow(getContainer()).run({
          input: {
            region_id: here.shop.regionId,
            sales_channel_id: here.shop.salesChannelId,
            currency_code: "sek",
            email: "åsa@example.com",
            items: [{ title: "Tröja", quantity: 1, unit_price: 299 }],
          },
        })
      const [{ result: edited }, { result: cancelled }] = [await place(), await place()]
      expect((await post("/order-edits", { order_id: edited.id })).status).toBe(200)
      expect(await post(`/orders/${cancelled.id}/cancel`)).toMatchObject({
        status: 200,
        data: { order: { status: "canceled" } },
      })
      expect((await post("/orders/order_none/cancel")).status).toBe(404)
    })
  },
})
