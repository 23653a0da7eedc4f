import type { Context, CreateOrderDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { drainInbox } from "../../src/runtime/inbox"
import { repairOrder } from "../../src/features/reconciliation/repair-order"
import { merchantOf } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

type Generate = (order: CreateOrderDTO, sharedContext: Context) => Promise<string | undefined>

storeSuite({
  moduleName: "order-numbers",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useSeededStore({ getContainer })
    const { connect, mirror } = merchantOf(() => ({ api, ...here, container: getContainer() }))

    const modules = () => getContainer().resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules ?? {}
    let declared: ReturnType<typeof modules>[string] | undefined

    beforeEach(() => {
      declared = modules()[Modules.ORDER]
    })

    afterEach(() => {
      Object.assign(modules(), { [Modules.ORDER]: declared })
    })

    const orders = async () => {
      const { rows } = await dbConnection.raw(
        `SELECT receipt.purchase_uuid, "order".custom_display_id AS number FROM pos_receipt AS receipt
         JOIN "order" ON "order".id = receipt.order_id ORDER BY receipt.purchase_uuid`
      )
      return new Map(
        z
          .array(z.object({ purchase_uuid: z.string(), number: z.string().nullable() }))
          .parse(rows)
          .map(({ purchase_uuid, number }) => [purchase_uuid, number])
      )
    }

    it("[D33] numbers POS orders by the store's own option", async () => {
      const connectionId = await connect(await Register.open())
      // Of another register, whose notifications do not arrive beside.
      const register = await Register.open()
      const sell = async (amount: number) =>
        register.sell({ items: [{ type: "custom-amount", name: "Lampa", amount, vatPercentage: 25 }] })
      const before = await sell(99_00)
      await mirror(connectionId, [before])
      expect((await orders()).get(before.purchaseUUID1)).toBeNull()

      const asked: CreateOrderDTO[] = []
      let isBroken = true
      const generate: Generate = async (order, { transactionManager }) => {
        const uuid = String(order.metadata?.pos_purchase_uuid)
        if (isBroken && uuid === second.purchaseUUID1) {
          throw new Error("no number left")
        }
        asked.push(order)
        // As options do that keep a counter in a table.
        expect(transactionManager).toMatchObject({ execute: expect.any(Function) })
        return `POS-${uuid}`
      }
      modules()[Modules.ORDER] = { resolve: "@medusajs/medusa/order", options: { generateCustomDisplayId: generate } }
      const [first, second, third] = [await sell(100_00), await sell(200_00), await sell(300_00)]
      await mirror(connectionId, [first, second, third])
      const numbers = await orders()
      expect([first, second, third].map(({ purchaseUUID1 }) => numbers.get(purchaseUUID1))).toEqual([
        `POS-${first.purchaseUUID1}`,
        undefined,
        `POS-${third.purchaseUUID1}`,
      ])
      expect(asked).toHaveLength(2)
      const pos = getContainer().resolve(POS_MODULE)
      const [waiting, ...others] = await pos.listPosInboxEntries({
        connection_id: connectionId,
        event_name: "PurchaseCreated",
        state: "pending",
      })
      expect(others).toEqual([])
      expect(waiting?.reason).toContain("generateCustomDisplayId failed")
      expect(waiting?.reason).toContain("no number left")

      isBroken = false
      await pos.updatePosInboxEntries({ id: waiting?.id ?? "", next_attempt_at: null })
      await drainInbox(getContainer(), connectionId)
      expect((await orders()).get(second.purchaseUUID1)).toBe(`POS-${second.purchaseUUID1}`)
      expect(asked.at(-1)).toMatchObject({
        region_id: here.shop.regionId,
        sales_channel_id: here.shop.salesChannelId,
        currency_code: "sek",
        items: [{ title: "Lampa", quantity: 1, unit_price: "200" }],
        metadata: { pos_purchase_uuid: second.purchaseUUID1 },
      })

      await dbConnection.raw(
        `UPDATE order_summary SET totals = totals || '{"current_order_total": 1}' WHERE order_id IN (
           SELECT order_id FROM pos_receipt WHERE purchase_uuid = ?)`,
        [second.purchaseUUID1]
      )
      const connection = await pos.findConnection(connectionId)
      expect(await repairOrder(getContainer(), connection, second.purchaseUUID1)).toMatchObject({ outcome: "fixed" })
      expect((await orders()).get(second.purchaseUUID1)).toBe(`POS-${second.purchaseUUID1}`)
      expect(asked).toHaveLength(3)
    })
  },
})
