import { markAllStockDue } from "../../src/features/stock/outbox"
import { ENDINGS, dropStatement } from "./support/drop-statement"
import { z } from "zod"
import { drainInbox } from "../../src/runtime/inbox"
import { drainAllStock } from "../../src/features/stock/push"
import { endStockWaits } from "./support/end-waits"
import { eventually } from "./support/eventually"
import { expectNothingLeft, expectStockBalanced } from "./support/mirror-invariants"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { createStockDriver } from "./support/stock-driver"

const statesSchema = z.looseObject({
  rows: z.array(z.object({ change: z.string(), state: z.string(), identifier: z.string() })),
})

storeSuite({
  moduleName: "mirror-stock-lost",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { both, change, setLevel, stocked, posBalance, notify, balanceChanged, settings, reconcile } = driver

    const drained = () => drainAllStock(getContainer(), here.fixture.connectionId)

    /** Claims of the dead and waits of the living are over. */
    const waitsEnd = async () => endStockWaits(dbConnection, here.fixture.connectionId)

    /** Waits are over, and what was lost may be looked at. */
    const timePasses = async () => {
      await dbConnection.raw(
        `UPDATE pos_stock_movement SET updated_at = updated_at - interval '1 minute'
         WHERE connection_id = ? AND state IN ('sending', 'unknown')`,
        [here.fixture.connectionId]
      )
      await waitsEnd()
    }

    /** Time passes until nothing is on its way any longer. */
    const settled = async () =>
      eventually(async () => {
        await timePasses()
        await drainInbox(getContainer(), here.fixture.connectionId)
        await drained()
        await expectNothingLeft({ knex: dbConnection, connectionId: here.fixture.connectionId })
      })

    const sent = async (sku: string) => {
      const { variantUuid } = await driver.productOf(sku)
      const { rows } = statesSchema.parse(
        await dbConnection.raw(
          `SELECT movement.change, movement.state, movement.identifier FROM pos_stock_movement AS movement
           JOIN pos_variant_link AS link ON link.id = movement.variant_link_id
           WHERE link.variant_uuid = ? AND movement.kind = 'pushed' ORDER BY movement.created_at`,
          [variantUuid]
        )
      )
      // The first is the first sync's.
      return rows.slice(1)
    }

    /** Its outcome is unknown, or was by now looked for at the POS. */
    const isLost = async (sku: string) =>
      eventually(async () => expect((await sent(sku))[0]?.state).toMatch(/^(unknown|presumed-lost|presumed-applied)$/))

    const loseAnswer = async (fault: object) =>
      here.fixture.posDriver.fault({ kind: "", interface: "inventory", method: "POST", times: 1, ...fault })

    describe.each([
      ["a reset before", { kind: "reset", when: "before" }, ["presumed-lost", "applied"]],
      ["a reset after", { kind: "reset", when: "after" }, ["presumed-applied"]],
      ["a 503 before", { kind: "status", status: 503, when: "before" }, ["presumed-lost", "applied"]],
      ["a 503 after", { kind: "status", status: 503, when: "after" }, ["presumed-applied"]],
    ])("an answer that is lost by %s the effect", (_name, fault, states) => {
      it("moves the POS once, also where no event reports it", async () => {
        await here.fixture.stopWebhooks()
        await loseAnswer(fault)
        await setLevel("TROJA-M", 7)
        await isLost("TROJA-M")
        await settled()
        await both("TROJA-M", 7, "7")
        expect((await sent("TROJA-M")).map(({ state }) => state)).toEqual(states)
      })

      it("moves the POS once, while it sells", async () => {
        await loseAnswer(fault)
        await setLevel("TROJA-M", 7)
        await change("TROJA-M", -3)
        await settled()
        await both("TROJA-M", 4, "4")
      })
    })

    it("is known by its echo, before anybody looks", async () => {
      await loseAnswer({ kind: "reset", when: "after" })
      await setLevel("TROJA-M", 7)
      await eventually(async () => expect(await sent("TROJA-M")).toMatchObject([{ state: "applied" }]))
      await settled()
      await both("TROJA-M", 7, "7")
      expect(await sent("TROJA-M")).toHaveLength(1)
    })

    it("sends nothing more for a variant before the outcome is known, and continues with the others", async () => {
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "before" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      // Nobody looks at it before the other variant was sent.
      await dbConnection.raw(
        "UPDATE pos_stock_movement SET updated_at = now() + interval '1 minute' WHERE state = 'unknown'"
      )
      await waitsEnd()
      await setLevel("TROJA-M", 6)
      await setLevel("TROJA-L", 6)
      await both("TROJA-L", 6, "6")
      expect(await posBalance("TROJA-M")).toBe("10")
      await settled()
      await both("TROJA-M", 6, "6")
    })

    it("finds the outcome of one while the POS continues to report others", async () => {
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "before" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      const { pos, connectionId } = here.fixture
      const { productUuid } = await driver.productOf("TROJA-L")
      const news = await pos.createPosInboxEntries({
        connection_id: connectionId,
        natural_key: "busy",
        event_name: "InventoryBalanceChanged",
        aggregate: `stock:${productUuid}`,
        source: "webhook",
        payload: await balanceChanged("TROJA-L", ["10", "9"]),
        next_attempt_at: new Date(Date.now() + 3_600_000),
      })
      await eventually(async () => {
        await timePasses()
        await drained()
        expect(await posBalance("TROJA-M")).toBe("7")
      })
      expect((await pos.retrievePosInboxEntry(news.id)).state).toBe("pending")
    })

    it("recognizes a late event of an abandoned movement as its own, and corrects the movement sent instead", async () => {
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "before" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      await settled()
      await both("TROJA-M", 7, "7")
      const [given] = await sent("TROJA-M")
      expect(given).toMatchObject({ state: "presumed-lost", change: "-3" })
      // It had only been slow: the POS moves now, and says so.
      await change("TROJA-M", -3)
      const at = new Date(Date.now() + 60_000)
      await notify(
        "InventoryBalanceChanged",
        await balanceChanged("TROJA-M", ["7", "4"], { at, externalUuid: given?.identifier })
      )
      await settled()
      await both("TROJA-M", 7, "7")
    })

    it("counts the very sale that made the level look as if it had been applied", async () => {
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "before" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      await change("TROJA-M", -3)
      await settled()
      expect(await sent("TROJA-M")).toMatchObject([{ state: "presumed-applied" }])
      // The sale is reported late.
      const at = new Date(Date.now() + 60_000)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "7"], { at }))
      await settled()
      await both("TROJA-M", 4, "4")
    })

    it("finds a wrong presumption by comparing, and takes it for no movement of the POS", async () => {
      await settings({ drift_policy: "report" })
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "before" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      await change("TROJA-M", -3)
      await settled()
      // The sale was cancelled, which nobody reported either.
      await change("TROJA-M", 3)
      await reconcile()
      await settled()
      await both("TROJA-M", 7, "7")
    })

    it("keeps what was presumed in its ledger, when a comparison corrects the level", async () => {
      await settings({ drift_policy: "trust-pos" })
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "after" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      await settled()
      await change("TROJA-M", -1)
      await reconcile()
      await both("TROJA-M", 6, "6")
      const { variantUuid } = await driver.productOf("TROJA-M")
      await expectStockBalanced({
        knex: dbConnection,
        posDriver: here.fixture.posDriver,
        connectionId: here.fixture.connectionId,
        locationId: here.shop.stockLocationId,
        readOrders: async () => [],
        start: { [variantUuid]: "10" },
        movedByShop: { [variantUuid]: "-3" },
        movedByPos: { [variantUuid]: "-1" },
      })
    })

    it("reverts what a comparison attributed to the POS, when a late event shows that it was ours", async () => {
      await settings({ drift_policy: "trust-pos" })
      await here.fixture.stopWebhooks()
      await loseAnswer({ kind: "reset", when: "after" })
      await setLevel("TROJA-M", 7)
      await isLost("TROJA-M")
      const at = new Date(Date.now() - 60_000)
      // Three come back to the POS, so that its level looks as if nothing had been applied.
      await change("TROJA-M", 3)
      await settled()
      await both("TROJA-M", 7, "7")
      const [given] = await sent("TROJA-M")
      expect(given).toMatchObject({ state: "presumed-lost" })
      await change("TROJA-M", -1)
      await reconcile()
      await both("TROJA-M", 6, "6")
      const echo = await balanceChanged("TROJA-M", ["10", "7"], { at, externalUuid: given?.identifier })
      await notify("InventoryBalanceChanged", echo)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["7", "10"], { at }))
      await both("TROJA-M", 9, "9")
      await notify("InventoryBalanceChanged", echo, "again")
      await settled()
      await both("TROJA-M", 9, "9")
    })

    it("sends what a process had written and died over, once, whether it had sent it or not", async () => {
      const { pos, connectionId } = here.fixture
      for (const [at, isSent] of [
        [8, false],
        [5, true],
      ] as const) {
        await here.fixture.stopWebhooks().catch(() => undefined)
        // Nothing else is on its way, which the process could die over instead.
        await settled()
        dropStatement(pos, ENDINGS.stock)
        await loseAnswer({ kind: "reset", when: isSent ? "after" : "before" })
        await setLevel("TROJA-M", at)
        await eventually(async () => expect(await sent("TROJA-M")).not.toEqual([]))
        jest.restoreAllMocks()
        await dbConnection.raw(`UPDATE pos_stock_movement SET state = 'sending' WHERE state = 'unknown'`)
        await pos.query((sql) => markAllStockDue(sql, connectionId))
        await settled()
        await both("TROJA-M", at, String(at))
      }
    })

    it("reckons no difference twice where two workers push at once", async () => {
      await here.fixture.stopWebhooks()
      const variants = ["TROJA-M", "TROJA-L"]
      for (const quantity of [9, 4, 12]) {
        await Promise.all(variants.map(async (sku) => setLevel(sku, quantity)))
        await timePasses()
        const mark = async () => here.fixture.pos.query((sql) => markAllStockDue(sql, here.fixture.connectionId))
        await Promise.all([drained(), mark(), drained()])
      }
      await settled()
      for (const sku of variants) {
        await both(sku, 12, "12")
        expect(await stocked(sku)).toBe(12)
      }
    })

    it("switches on tracking at the POS, and then sends the stock", async () => {
      await here.fixture.stopWebhooks()
      const { productUuid } = await driver.productOf("TROJA-M")
      await here.fixture.posDriver.track(productUuid, "disable")
      await setLevel("TROJA-M", 3)
      await setLevel("TROJA-L", 2)
      await both("TROJA-M", 3, "3")
      await both("TROJA-L", 2, "2")
    })
  },
})
