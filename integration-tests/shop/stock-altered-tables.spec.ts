import { createReservationsWorkflow } from "@medusajs/medusa/core-flows"
import { sweepChanges } from "../../src/features/background/sweep-changes"
import { drainOutbox } from "../../src/features/catalog/push"
import { getTableAccess, probeAgain } from "../../src/runtime/schema-compatibility"
import { drainStoreWrites } from "../../src/runtime/store-write-drain"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { createStockDriver } from "./support/stock-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** A store whose tables of stock are not those that the plugin knows. */
storeSuite({
  moduleName: "stock-altered-tables",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { both, level, setLevel } = createStockDriver({ api, getContainer, dbConnection }, here)

    const issues = async () =>
      (await here.fixture.get<{ issues: { kind: string; reason: string }[] }>("/admin/pos/issues")).issues
    const alter = async (...statements: string[]) => {
      await shutdownWorkers()
      for (const statement of statements) {
        await dbConnection.raw(statement)
      }
      probeAgain()
    }
    const sell = async (quantity = 1) => {
      const variantUuid = (await here.fixture.variant("TROJA-M")).uuid
      return here.fixture.posDriver.sell([{ variantUuid, quantity }])
    }
    const access = async () => getTableAccess(getContainer(), "stock")

    afterEach(() => probeAgain())

    it.each<[string, string[], RegExp]>([
      [
        "a column that wants a value",
        [
          "ALTER TABLE inventory_level ADD COLUMN novelty text NOT NULL DEFAULT ''",
          "ALTER TABLE inventory_level ALTER COLUMN novelty DROP DEFAULT",
        ],
        /stock: addToLevels: the table "inventory_level" wants a value for "novelty"/,
      ],
      [
        "a trigger",
        [
          "CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.incoming_quantity = 1; RETURN NEW; END'",
          "CREATE TRIGGER stamped BEFORE UPDATE ON inventory_level FOR EACH ROW EXECUTE FUNCTION stamp()",
        ],
        /stock: stamped: the table "inventory_level" has the trigger "stamped"/,
      ],
      [
        "a check",
        ["ALTER TABLE inventory_level ADD CONSTRAINT sane CHECK (stocked_quantity < 1000000)"],
        /stock: sane: the table "inventory_level" has the check "sane"/,
      ],
      [
        "another unique index",
        [
          'DROP INDEX "IDX_inventory_level_location_id_inventory_item_id"',
          `CREATE UNIQUE INDEX another ON inventory_level (inventory_item_id, location_id, (metadata ->> 'batch'))`,
        ],
        /stock: addToLevels: .*ON CONFLICT/,
      ],
    ])("with %s: stock is in step on both sides by Medusa's services", async (_name, statements, reason) => {
      await alter(...statements)
      expect(await access()).toBe("services")
      await sell()
      await both("TROJA-M", 9, "9")
      await setLevel("TROJA-M", 20)
      await both("TROJA-M", 20, "20")
      const { inventory_item_id } = await level("TROJA-M")
      await createReservationsWorkflow(getContainer()).run({
        input: { reservations: [{ inventory_item_id, location_id: here.shop.stockLocationId, quantity: 2 }] },
      })
      await both("TROJA-M", 20, "18")
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "tables_by_services", reason: expect.stringMatching(reason) })
      )
    })

    it("finds what changed in the store without an event", async () => {
      await alter("ALTER TABLE inventory_level ADD CONSTRAINT sane CHECK (stocked_quantity < 1000000)")
      await sweepChanges(getContainer())
      const { inventory_item_id } = await level("TROJA-M")
      await dbConnection.raw(
        `UPDATE inventory_level SET stocked_quantity = 15, raw_stocked_quantity = '{"value":"15","precision":20}',
           updated_at = now() WHERE inventory_item_id = ?`,
        [inventory_item_id]
      )
      await sweepChanges(getContainer())
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await both("TROJA-M", 15, "15")
    })

    it.each<[string, string, string, string]>([
      [
        "a renamed column of reservations, which Medusa itself misses",
        "ALTER TABLE inventory_level RENAME COLUMN reserved_quantity TO renamed",
        "ALTER TABLE inventory_level RENAME COLUMN renamed TO reserved_quantity",
        "reserved_quantity",
      ],
      [
        "a renamed column of stock, which Medusa itself misses",
        "ALTER TABLE inventory_level RENAME COLUMN stocked_quantity TO renamed",
        "ALTER TABLE inventory_level RENAME COLUMN renamed TO stocked_quantity",
        "stocked_quantity",
      ],
      [
        "a check that rejects the level",
        "ALTER TABLE inventory_level ADD CONSTRAINT never CHECK (stocked_quantity >= 10)",
        "ALTER TABLE inventory_level DROP CONSTRAINT never",
        "never",
      ],
    ])("with %s: the sale becomes an order, its write waits with the reason, and nothing is lost", async (...given) => {
      const [, change, undo, reason] = given
      const { inventory_item_id } = await level("TROJA-M")
      await alter(change)
      const sale = await sell()
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
      await eventually(async () => {
        expect(await issues()).toContainEqual(
          expect.objectContaining({ kind: "store_writes_waiting", reason: expect.stringContaining(reason) })
        )
      })
      const { rows } = await dbConnection.raw(
        "SELECT raw_stocked_quantity ->> 'value' AS stocked FROM inventory_level WHERE inventory_item_id = ?",
        [inventory_item_id]
      )
      expect(rows).toEqual([{ stocked: "10" }])
      // The POS has counted the sale: a level that does not show it yet is not sent there as a change of the store's.
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await alter(undo, "UPDATE pos_store_write SET next_attempt_at = NULL, claimed_until = NULL")
      await drainStoreWrites(getContainer())
      await both("TROJA-M", 9, "9")
      expect((await issues()).map(({ kind }) => kind)).not.toContain("store_writes_waiting")
    })
  },
})
