import { drainOutbox } from "../../src/features/catalog/push"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"
import { createStockDriver } from "./support/stock-driver"

const MINUTE_MS = 60_000

storeSuite({
  moduleName: "mirror-stock-late",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const driver = createStockDriver({ api, getContainer, dbConnection }, here)
    const { both, change, settings, reconcile, notify, balanceChanged, setLevel, productOf, forget } = driver

    const drained = () => drainOutbox(getContainer(), here.fixture.connectionId)

    it("complaint 1: a movement that is reported after a comparison had found it counts once", async () => {
      await settings({ drift_policy: "trust-pos" })
      const sold = new Date()
      await here.fixture.stopWebhooks()
      await change("TROJA-M", -4)
      expect(await reconcile()).toMatchObject({ corrected: 1 })
      await both("TROJA-M", 6, "6")
      // The store was down for an hour; the POS reports it now.
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "6"], { at: sold }), "late")
      await drained()
      await both("TROJA-M", 6, "6")
      await change("TROJA-M", -1)
      const at = new Date(Date.now() + MINUTE_MS)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["6", "5"], { at }))
      await both("TROJA-M", 5, "5")
    })

    it("[D104] a reconciliation that is requested before the last check of the one in progress settles what it finds", async () => {
      await settings({ drift_policy: "trust-pos" })
      await here.fixture.stopWebhooks()
      const details = { reason: "scheduled", looks: 4, looked_at: new Date().toISOString() }
      await here.fixture.pos.createPosRuns({ connection_id: here.fixture.connectionId, kind: "reconcile", details })
      await change("TROJA-M", -4)
      expect(await reconcile()).toMatchObject({ reason: "scheduled", corrected: 1 })
      await both("TROJA-M", 6, "6")
    })

    it("complaint 1: an echo that does not name what we sent ends, too", async () => {
      await here.fixture.stopWebhooks()
      await setLevel("TROJA-M", 7)
      await both("TROJA-M", 7, "7")
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "7"]), "echo")
      await drained()
      await both("TROJA-M", 7, "7")
      // A second movement of the same size is the POS's own.
      await change("TROJA-M", -3)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["7", "4"]))
      await both("TROJA-M", 4, "4")
    })

    it("complaint 1: a sale as large as what the store has just reported counts, whichever is reported first", async () => {
      await here.fixture.stopWebhooks()
      await setLevel("TROJA-M", 9)
      await both("TROJA-M", 9, "9")
      const [sent] = await here.fixture.pos.listPosStockMovements({ kind: "pushed", change: "-1" })
      await change("TROJA-M", -1)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["9", "8"]))
      const echo = await balanceChanged("TROJA-M", ["10", "9"], { externalUuid: sent?.identifier })
      await notify("InventoryBalanceChanged", echo)
      await drained()
      await both("TROJA-M", 8, "8")
      // Under another message id, too, it stays one echo.
      await notify("InventoryBalanceChanged", echo, "again")
      await drained()
      await both("TROJA-M", 8, "8")
    })

    it.each([
      ["an hour ahead", 3_600],
      ["an hour behind", -3_600],
    ])("reports what came before and after a level was read by the POS's clock, which is %s", async (_name, skew) => {
      await settings({ initial_stock_source: "pos" })
      const before = Date.now()
      await here.fixture.stopWebhooks()
      // The first movement ends before the level is read, the second begins after; both are reported later.
      await change("TROJA-M", -3)
      await forget("TROJA-M")
      await drained()
      await both("TROJA-M", 7, "7")
      const [read] = await here.fixture.pos.listPosStockMovements(
        { kind: "baseline", change: "7", identifier: null },
        { order: { created_at: "DESC" } }
      )
      const readAt = read?.occurred_at.getTime() ?? NaN
      // The POS's clock has seconds.
      expect(readAt).toBeGreaterThanOrEqual(Math.floor(before / 1_000) * 1_000)
      expect(readAt).toBeLessThanOrEqual(Date.now())
      const shifted = new Date(readAt + skew * 1_000)
      await dbConnection.raw(
        `UPDATE pos_stock_movement SET occurred_at = ? WHERE natural_key IN (
          SELECT natural_key FROM pos_stock_movement WHERE natural_key LIKE 'baseline:%' OR natural_key LIKE 'difference:%')`,
        [shifted]
      )
      await dbConnection.raw("UPDATE pos_variant_link SET read_at = ? WHERE read_at IS NOT NULL", [shifted])
      const at = (seconds: number) => new Date(shifted.getTime() + seconds * 1_000)
      await change("TROJA-M", 5)
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["7", "12"], { at: at(60) }))
      await notify("InventoryBalanceChanged", await balanceChanged("TROJA-M", ["10", "7"], { at: at(-60) }))
      await both("TROJA-M", 12, "12")
    })

    it("keeps the moment of a level by the POS's clock", async () => {
      await here.fixture.posDriver.advance(7_200)
      await settings({ initial_stock_source: "pos" })
      await change("TROJA-L", -2)
      await both("TROJA-L", 8, "8")
      await forget("TROJA-L")
      await drained()
      await eventually(async () => {
        const { variantUuid } = await productOf("TROJA-L")
        const [link] = await here.fixture.pos.listPosVariantLinks({ variant_uuid: variantUuid })
        const [read] = await here.fixture.pos.listPosStockMovements(
          { variant_link_id: link?.id, kind: "baseline", change: "8" },
          { order: { created_at: "DESC" } }
        )
        expect((read?.occurred_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(7_000_000)
      })
      await here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-L")).uuid, quantity: 1 }])
      await both("TROJA-L", 7, "7")
    })

    it("follows what the POS says of tracking, in any order of events", async () => {
      const { productUuid, variantUuid } = await productOf("TROJA-L")
      const link = async () => (await here.fixture.pos.listPosVariantLinks({ variant_uuid: variantUuid }))[0]
      await here.fixture.stopWebhooks()
      // Switched off and on again; the first is reported last.
      await here.fixture.posDriver.track(productUuid, "disable")
      await here.fixture.posDriver.track(productUuid, "enable")
      await notify("InventoryTrackingStarted", { productUuid })
      await notify("InventoryTrackingStopped", { productUuid })
      await drained()
      expect(await link()).toMatchObject({ stock_off: false, tracked: true, stock_error: null })
      await both("TROJA-L", 10, "10")
      // Switched on and off again; the first is reported last.
      await here.fixture.posDriver.track(productUuid, "disable")
      await notify("InventoryTrackingStopped", { productUuid })
      await notify("InventoryTrackingStarted", { productUuid })
      await setLevel("TROJA-L", 3)
      await drained()
      expect(await link()).toMatchObject({ stock_off: true, tracked: false, pos_balance: null })
      // Switched on: both sides meet anew, and their difference is shown.
      await here.fixture.posDriver.track(productUuid, "enable")
      await notify("InventoryTrackingStarted", { productUuid })
      await drained()
      expect(await link()).toMatchObject({ stock_off: false })
      expect(await driver.differences()).toMatchObject([{ store_level: "3", pos_level: "10" }])
    })

    it.each([
      ["trust-pos", 7, "7"],
      ["trust-store", 10, "10"],
    ])(
      "finishes a decision of a first contact that a crash has cut in two: %s",
      async (decision, storeLevel, posLevel) => {
        await here.fixture.stopWebhooks()
        await change("TROJA-M", -3)
        await forget("TROJA-M")
        await drained()
        expect(await driver.differences()).toMatchObject([{ store_level: "10", pos_level: "7" }])
        // The ledger has begun, and the process died before the store's stock moved.
        const { variantUuid } = await productOf("TROJA-M")
        await dbConnection.raw(`UPDATE pos_variant_link SET tracked = true, pos_balance = '7' WHERE variant_uuid = ?`, [
          variantUuid,
        ])
        const body = { connection_id: here.fixture.connectionId, decision }
        expect((await api.post("/admin/pos/stock-differences/decide", body, here.fixture.admin)).data).toEqual({
          decided: 1,
        })
        await both("TROJA-M", storeLevel, posLevel)
        await drained()
        await both("TROJA-M", storeLevel, posLevel)
      }
    )
  },
})
