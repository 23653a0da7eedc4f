import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { resumeRuns } from "../../src/features/background/resume-runs"
import { recordServiceError } from "../../src/runtime/circuit-breaker"
import { posSettleAccountWorkflow } from "../../src/workflows"
import { notifyAdmin } from "../../src/runtime/send-notification"
import { createConnectionDriver } from "./support/connection-driver"
import { eventually } from "./support/eventually"
import { lookAgain } from "./support/look-again"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "mirror-credentials",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })
    const { connection, feed, check, service, sell } = createConnectionDriver(here)

    describe("credentials that are gone", () => {
      it("disconnect the connection and are notified of once; a new key goes on with what waited", async () => {
        await here.fixture.posDriver.revokeKeys()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        await noteRevoked()
        await here.fixture.notify("PersonalAssertionDeleted", { type: "PersonalAssertionDeleted" })
        const sale = await sell()
        await eventually(async () =>
          expect(await here.fixture.entries()).toContainEqual(
            expect.objectContaining({ aggregate: `purchase:${sale.purchaseUUID1}`, state: "pending" })
          )
        )
        expect(await feed("disconnected")).toHaveLength(1)
        const api_key = await here.fixture.posDriver.newApiKey()
        await api.post(`/admin/pos/connections/${here.fixture.connectionId}/api-key`, { api_key }, here.fixture.admin)
        expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
        expect(await connection()).toMatchObject({ state: "active", state_reason: null })
        await here.fixture.posDriver.revokeKeys()
        await noteRevoked()
        await eventually(async () => expect(await connection()).toMatchObject({ state: "disconnected" }))
        await eventually(async () => expect(await feed("disconnected")).toHaveLength(2))
      })

      it("by another name and form mean the same; those of a key that was replaced mean nothing", async () => {
        await here.fixture.notify("ApplicationConnectionRemoved", { type: "PersonalAssertionDeleted" })
        await eventually(async () =>
          expect(await here.fixture.entries()).toContainEqual(
            expect.objectContaining({ event_name: "ApplicationConnectionRemoved", state: "done" })
          )
        )
        expect(await connection()).toMatchObject({ state: "active" })
        expect(await feed("disconnected")).toEqual([])
      })

      /** As every pump does that is refused. */
      const noteRevoked = async () => {
        await Promise.all(
          Array.from({ length: 3 }, async () => {
            try {
              await (await here.fixture.pos.clientOf(here.fixture.connectionId)).products.categories()
            } catch (error) {
              await recordServiceError(getContainer(), here.fixture.connectionId, error)
            }
          })
        )
      }
    })

    describe("a line in the admin's feed", () => {
      it("reports once a failing subscription, and again when it fails again", async () => {
        const { subscriptions, uuid } = await service()
        const fail = async () => {
          await subscriptions.update(uuid, { destination: "http://localhost:9/gone", eventNames: ["PurchaseCreated"] })
          await sell()
          await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("FAILING"))
          await check()
          await check()
        }
        await fail()
        expect(await feed("notifications fail")).toHaveLength(1)
        await here.fixture.posDriver.advance(61)
        await eventually(async () => expect((await subscriptions.list())[0]?.status).toBe("ACTIVE"))
        await check()
        await fail()
        expect(await feed("notifications fail")).toHaveLength(2)
      })

      it("reports once a subscription that was lost", async () => {
        const { subscriptions, uuid } = await service()
        await subscriptions.delete(uuid)
        await check()
        await check()
        expect(await feed("made again")).toHaveLength(1)
      })

      it("reports once stock that differs", async () => {
        await here.fixture.stopWebhooks()
        const { uuid } = await here.fixture.variant("TROJA-M")
        const product = (await here.fixture.posDriver.products()).find(({ balances }) => uuid in balances)
        await here.fixture.posDriver.changeStock({ productUuid: product?.uuid ?? "", variantUuid: uuid, change: -4 })
        const { data } = await api.post(
          `/admin/pos/connections/${here.fixture.connectionId}/reconcile`,
          {},
          here.fixture.admin
        )
        expect(await lookAgain(getContainer(), data.run_id)).toBe(true)
        await resumeRuns(getContainer(), here.fixture.connectionId)
        expect(await feed("stock differs")).toHaveLength(1)
      })

      it("reports once a payout that its transactions do not explain", async () => {
        const account = await insertPayout()
        for (let times = 0; times < 2; times++) {
          await here.fixture.pos.updatePosAccounts({ id: account.id, compose_from: new Date("2026-01-01T00:00:00Z") })
          await posSettleAccountWorkflow(getContainer()).run({ input: { account } })
        }
        expect(await feed("unexplained")).toMatchObject([
          { data: { description: expect.stringContaining("2026-03-02") } },
        ])
      })

      it("is one for one occurrence, however many report it, and none where the store has no feed", async () => {
        const message = { title: "Point of sale: å", description: "東京", key: "pos:test:1" }
        await Promise.all(Array.from({ length: 5 }, async () => notifyAdmin(getContainer(), message)))
        expect(await feed("å")).toHaveLength(1)
        const [line] = await feed("å")
        expect(line).toMatchObject({ to: "", template: "admin-ui", data: { description: "東京" } })
        const bare = createMedusaContainer({}, getContainer())
        const refuse = async () => Promise.reject(new Error("Could not find a notification provider for channel: feed"))
        bare.register(Modules.NOTIFICATION, { resolve: () => ({ createNotifications: refuse }) })
        await notifyAdmin(bare, { ...message, key: "pos:test:2" })
        expect(await feed("å")).toHaveLength(1)
      })

      const insertPayout = async () => {
        const account = await here.fixture.pos.createPosAccounts({
          connection_id: here.fixture.connectionId,
          account_group: "liquid" as const,
          history_from: new Date("2026-01-01T00:00:00Z"),
          pulled_until: new Date("2026-04-01T00:00:00Z"),
        })
        await here.fixture.pos.createPosAccountTransactions(
          [
            { type: "PAYMENT", amount: 10_000, occurred_at: new Date("2026-03-01T10:00:00Z") },
            { type: "PAYOUT", amount: -9_000, occurred_at: new Date("2026-03-02T10:00:00Z") },
          ].map((row, index) => ({
            ...row,
            connection_id: here.fixture.connectionId,
            account_group: "liquid",
            originating_uuid: `${index}`,
          }))
        )
        return { id: account.id, connection_id: here.fixture.connectionId, account_group: "liquid" as const }
      }
    })
  },
})
