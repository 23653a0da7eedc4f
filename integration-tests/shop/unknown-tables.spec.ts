import fs from "node:fs"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { checkStore } from "../../src/features/monitoring/doctor-store-checks"
import { repairOrder } from "../../src/features/reconciliation/repair-order"
import { writeMetrics } from "../../src/features/monitoring/metrics"
import { probeSchema } from "../../src/medusa/schema-probe"
import {
  accessByArea,
  chooseAccess,
  knownTablesPart,
  probeAgain,
  unknownTables,
} from "../../src/runtime/schema-compatibility"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const idempotencyKeySchema = z.looseObject({ idempotency_key: z.string().nullish() })

/** A Medusa that is not among those that we know, or whose tables are not. */
storeSuite({
  moduleName: "unknown-tables",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    afterEach(() => {
      probeAgain()
      jest.restoreAllMocks()
    })

    const probe = async () => here.fixture.pos.query(probeSchema)
    const issues = async () =>
      (await here.fixture.get<{ issues: { kind: string; reason: string }[] }>("/admin/pos/issues")).issues

    it.each([
      ["2.99.0", [expect.stringMatching(/Medusa 2\.99\.0 is none .* tested with \(2\.\d+.*\)/)]],
      ["2.22.0-snapshot-20260911212358", [expect.stringContaining("2.22.0-snapshot")]],
      ["2.15.0", [expect.stringContaining("Medusa 2.15.0 is none")]],
      ["2.16.0", []],
      ["2.21.2", []],
    ])("says in the log at boot when it is %s", async (version, said) => {
      const read = fs.readFileSync
      jest
        .spyOn(fs, "readFileSync")
        .mockImplementation((file, options) =>
          String(file).endsWith("@medusajs/medusa/package.json") ? JSON.stringify({ version }) : read(file, options)
        )
      const warn = jest.spyOn(getContainer().resolve(ContainerRegistrationKeys.LOGGER), "warn")
      knownTablesPart.start()
      await unknownTables(getContainer())
      expect(warn.mock.calls.flat().filter((line) => String(line).includes("tested with"))).toEqual(said)
    })

    it("is none when it is the one that we are tested with", async () => {
      expect(await probe()).toEqual([])
    })

    it.each([
      ["product_variant", "barcode", /column .*barcode.* does not exist/],
      ["price", "price_list_id", /price_list_id/],
      ["inventory_level", "reserved_quantity", /reserved_quantity/],
      ["order_line_item_adjustment", "is_tax_inclusive", /is_tax_inclusive/],
      ["return_item", "received_quantity", /received_quantity/],
      ["refund", "raw_amount", /raw_amount/],
    ])("is reported when %s has no %s", async (table, column, reason) => {
      await dbConnection.raw(`ALTER TABLE "${table}" RENAME COLUMN "${column}" TO renamed`)
      try {
        expect(await probe()).toContainEqual(
          expect.objectContaining({ name: expect.any(String), reason: expect.stringMatching(reason) })
        )
      } finally {
        await dbConnection.raw(`ALTER TABLE "${table}" RENAME COLUMN renamed TO "${column}"`)
      }
    })

    it("is reported when a table requires a value that the plugin does not write", async () => {
      await dbConnection.raw(`ALTER TABLE "order_line_item" ADD COLUMN novelty text NOT NULL DEFAULT ''`)
      await dbConnection.raw(`ALTER TABLE "order_line_item" ALTER COLUMN novelty DROP DEFAULT`)
      try {
        expect(await probe()).toEqual([
          {
            name: "insertRows",
            reason: 'the table "order_line_item" wants a value for "novelty"',
            areas: ["orders"],
            kind: "statement",
          },
        ])
      } finally {
        await dbConnection.raw(`ALTER TABLE "order_line_item" DROP COLUMN novelty`)
      }
    })

    const sell = async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      return here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
    }

    const access = async () => (await accessByArea(getContainer())).orders

    /**
     * Alterations of the tables of orders with which Medusa's own modules still work, as a newer version of Medusa
     * would with its own. A trigger gives the required column the value that a newer module would.
     */
    const ALTERATIONS: Record<string, { alter: string; revert: string; reason: RegExp }> = {
      "a required column without default": {
        alter: `ALTER TABLE order_line_item ADD COLUMN novelty text;
          CREATE FUNCTION pos_test_novelty() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.novelty := ''new''; RETURN NEW; END';
          CREATE TRIGGER pos_test_novelty BEFORE INSERT ON order_line_item
            FOR EACH ROW EXECUTE FUNCTION pos_test_novelty();
          UPDATE order_line_item SET novelty = 'old';
          ALTER TABLE order_line_item ALTER COLUMN novelty SET NOT NULL`,
        revert: `DROP TRIGGER pos_test_novelty ON order_line_item; DROP FUNCTION pos_test_novelty();
          ALTER TABLE order_line_item DROP COLUMN novelty`,
        reason: /wants a value for "novelty"/,
      },
      "a check": {
        alter: `ALTER TABLE payment ADD CONSTRAINT pos_test_check CHECK (amount < 1000000000)`,
        revert: `ALTER TABLE payment DROP CONSTRAINT pos_test_check`,
        reason: /"payment" has the check "pos_test_check"/,
      },
      "a renamed column": {
        alter: `ALTER TABLE order_change_action RENAME COLUMN raw_amount TO renamed`,
        revert: `ALTER TABLE order_change_action RENAME COLUMN renamed TO raw_amount`,
        reason: /raw_amount/,
      },
      "a trigger": {
        alter: `CREATE FUNCTION pos_test_trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
          CREATE TRIGGER pos_test_trigger AFTER INSERT ON order_item
            FOR EACH ROW EXECUTE FUNCTION pos_test_trigger()`,
        revert: `DROP TRIGGER pos_test_trigger ON order_item; DROP FUNCTION pos_test_trigger()`,
        reason: /"order_item" has the trigger "pos_test_trigger"/,
      },
    }

    it.each(Object.keys(ALTERATIONS))(
      "lets Medusa's services write sales with %s, until the tables fit",
      async (name) => {
        const { alter = "", revert = "", reason = /./ } = ALTERATIONS[name] ?? {}
        const feed = jest.spyOn(getContainer().resolve(Modules.NOTIFICATION), "createNotifications")
        // As at boot: nothing is under way that was begun with tables that fitted.
        await shutdownWorkers()
        await dbConnection.raw(alter)
        try {
          probeAgain()
          expect(await access()).toBe("services")
          const created = jest.spyOn(getContainer().resolve(Modules.ORDER), "createOrders")
          const sale = await sell()
          await eventually(async () => {
            const order = await here.fixture.order(sale.purchaseUUID1)
            expect(order).toMatchObject({
              status: "completed",
              payment_status: "captured",
              fulfillment_status: "delivered",
            })
          })
          expect(created).toHaveBeenCalledTimes(1)
          expect(await issues()).toContainEqual(
            expect.objectContaining({ kind: "tables_by_services", reason: expect.stringMatching(reason) })
          )
          expect((await issues()).map(({ kind }) => kind)).not.toContain("tables_unknown")
          expect(await writeMetrics(getContainer())).toContain('pos_table_access{area="orders",access="services"} 1')
          expect((await checkStore(getContainer())).find(({ check }) => check === "medusa-tables")).toMatchObject({
            state: "notice",
            message: expect.stringMatching(reason),
            facts: { orders: "services", stock: "sql" },
          })
          // However often the tables are probed, the admin is reported once.
          probeAgain()
          await access()
          const keys = feed.mock.calls.map(([message]) => idempotencyKeySchema.parse(message).idempotency_key)
          expect(new Set(keys.filter((key) => key?.startsWith("pos-unknown-tables-"))).size).toBe(1)
        } finally {
          await here.fixture.waitUntilProcessed()
          await shutdownWorkers()
          await dbConnection.raw(revert)
        }
        probeAgain()
        expect(await access()).toBe("sql")
        expect((await issues()).map(({ kind }) => kind)).not.toContain("tables_by_services")
        const created = jest.spyOn(getContainer().resolve(Modules.ORDER), "createOrders").mockClear()
        expect((await here.fixture.order((await sell()).purchaseUUID1)).status).toBe("completed")
        expect(created).not.toHaveBeenCalled()
      }
    )

    it("writes by SQL in spite of a trigger where the option says so, and pauses where a statement does not fit", async () => {
      const mismatch = { areas: ["orders" as const] }
      expect(chooseAccess("orders", [{ ...mismatch, kind: "guard" }], "sql")).toBe("sql")
      expect(chooseAccess("orders", [{ ...mismatch, kind: "statement" }], "sql")).toBe("paused")
      expect(chooseAccess("orders", [], "services")).toBe("services")
      expect(chooseAccess("orders", [{ ...mismatch, kind: "guard" }], "auto")).toBe("services")
      expect(chooseAccess("catalog", [{ areas: ["catalog"], kind: "statement" }], "auto")).toBe("services")
      expect(chooseAccess("reports", [{ areas: ["reports"], kind: "guard" }], "auto")).toBe("sql")
      expect(chooseAccess("reports", [{ areas: ["reports"], kind: "statement" }], "auto")).toBe("paused")
    })

    it("keeps what neither SQL nor Medusa can write, says so, and goes on when the tables fit", async () => {
      await shutdownWorkers()
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN variant_barcode TO renamed`)
      probeAgain()
      const sale = await sell()
      await eventually(async () => {
        expect(await issues()).toContainEqual(expect.objectContaining({ kind: "store_writes_waiting" }))
      })
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "tables_by_services", reason: expect.stringMatching(/variant_barcode/) })
      )
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN renamed TO variant_barcode`)
      probeAgain()
      await dbConnection.raw("UPDATE pos_store_write SET next_attempt_at = NULL")
      await here.fixture.sweepNow()
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
      await eventually(async () => {
        expect((await issues()).map(({ kind }) => kind)).not.toContain("store_writes_waiting")
      })
    })

    it("[D71] notices tables that change while it runs, and keeps the sale without an attempt", async () => {
      await here.fixture.drain()
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN variant_barcode TO renamed`)
      const sale = await sell()
      await eventually(async () => {
        expect(await access()).toBe("services")
      })
      const entries = (await here.fixture.entries()).filter(({ event_name }) => event_name === "PurchaseCreated")
      expect(entries.map(({ attempts }) => Number(attempts)).filter((attempts) => attempts > 1)).toEqual([])
      expect(entries.map(({ state }) => state)).not.toContain("dead")
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN renamed TO variant_barcode`)
      probeAgain()
      await dbConnection.raw("UPDATE pos_store_write SET next_attempt_at = NULL")
      await here.fixture.sweepNow()
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
    })

    it.each([
      ["inventory_level", "addToLevels", ["stock"]],
      ["order_shipping", "copyToNextVersion", ["orders"]],
    ])("[D34] reports a value that %s wants, as %s does not give it", async (table, name, areas) => {
      await dbConnection.raw(`ALTER TABLE "${table}" ADD COLUMN novelty text NOT NULL DEFAULT ''`)
      await dbConnection.raw(`ALTER TABLE "${table}" ALTER COLUMN novelty DROP DEFAULT`)
      try {
        expect(await probe()).toContainEqual({
          name,
          reason: expect.stringContaining("novelty"),
          areas,
          kind: "statement",
        })
      } finally {
        await dbConnection.raw(`ALTER TABLE "${table}" DROP COLUMN novelty`)
      }
    })

    it("[D34] goes on with sales and stock while only prices do not fit", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      await shutdownWorkers()
      await dbConnection.raw(`ALTER TABLE "price" RENAME COLUMN price_list_id TO renamed`)
      probeAgain()
      try {
        const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
        await here.fixture.waitUntilProcessed()
        expect(await issues()).toContainEqual(
          expect.objectContaining({ kind: "tables_by_services", reason: expect.stringMatching(/^catalog: /) })
        )
      } finally {
        await dbConnection.raw(`ALTER TABLE "price" RENAME COLUMN renamed TO price_list_id`)
      }
    })

    it("[D72] attaches a customer and erases details by Medusa's services while SQL does not know the tables", async () => {
      const sale = await sell()
      const { id: orderId } = await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.waitUntilProcessed()
      const { id = "" } = await here.fixture.receipt(sale.purchaseUUID1)
      const post = async (path: string, body: object) =>
        api.post(`/admin/pos/receipts/${id}/${path}`, body, { ...here.fixture.admin, validateStatus: () => true })
      const { alter = "", revert = "" } = ALTERATIONS["a trigger"] ?? {}
      const stored = async () => {
        const orders = getContainer().resolve(Modules.ORDER)
        return orders.retrieveOrder(orderId, { select: ["id", "email", "metadata"] })
      }
      expect((await stored()).metadata).toHaveProperty("pos_cashier")
      await shutdownWorkers()
      await dbConnection.raw(alter)
      try {
        probeAgain()
        expect(await access()).toBe("services")
        expect((await post("customer", { email: "asa@example.com" })).status).toBe(200)
        expect((await stored()).email).toBe("asa@example.com")
        expect((await post("erase", {})).status).toBe(200)
        await eventually(async () => expect((await stored()).metadata).not.toHaveProperty("pos_cashier"))
        await shutdownWorkers()
        const left = await dbConnection.raw(
          `SELECT DISTINCT data->'pos_attributes' AS attributes FROM payment JOIN order_payment_collection AS link
           USING (payment_collection_id) WHERE link.order_id = ?`,
          [orderId]
        )
        expect(left.rows.flatMap(({ attributes }: { attributes: object }) => Object.keys(attributes))).not.toContain(
          "maskedPan"
        )
      } finally {
        await shutdownWorkers()
        await dbConnection.raw(revert)
      }
    })

    it("refuses to repair an order while SQL does not know the tables, and says why", async () => {
      const sale = await sell()
      await here.fixture.order(sale.purchaseUUID1)
      const { alter = "", revert = "" } = ALTERATIONS["a check"] ?? {}
      await shutdownWorkers()
      await dbConnection.raw(alter)
      try {
        probeAgain()
        const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
        await expect(repairOrder(getContainer(), connection, sale.purchaseUUID1)).rejects.toThrow(
          /^Could not change orders: .*pos_test_check/
        )
      } finally {
        await dbConnection.raw(revert)
      }
    })
  },
})
