import fs from "node:fs"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { probeSchema } from "../../src/medusa/schema-probe"
import { knownTablesPart, probeAgain, unknownTables } from "../../src/runtime/schema-compatibility"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

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
      ["2.16.0", [expect.stringContaining("Medusa 2.16.0 is none")]],
      ["2.17.2", []],
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
    ])("is told when %s has no %s", async (table, column, reason) => {
      await dbConnection.raw(`ALTER TABLE "${table}" RENAME COLUMN "${column}" TO renamed`)
      try {
        expect(await probe()).toContainEqual(
          expect.objectContaining({ name: expect.any(String), reason: expect.stringMatching(reason) })
        )
      } finally {
        await dbConnection.raw(`ALTER TABLE "${table}" RENAME COLUMN renamed TO "${column}"`)
      }
    })

    it("is told when a table wants a value that we do not give", async () => {
      await dbConnection.raw(`ALTER TABLE "order_line_item" ADD COLUMN novelty text NOT NULL DEFAULT ''`)
      await dbConnection.raw(`ALTER TABLE "order_line_item" ALTER COLUMN novelty DROP DEFAULT`)
      try {
        expect(await probe()).toEqual([
          {
            name: "insertRows",
            reason: 'the table "order_line_item" wants a value for "novelty"',
            areas: ["orders"],
          },
        ])
      } finally {
        await dbConnection.raw(`ALTER TABLE "order_line_item" DROP COLUMN novelty`)
      }
    })

    it("keeps what comes instead of giving it up, says so, and goes on when the tables fit", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      // As at boot: nothing is under way that was begun with tables that fitted.
      await shutdownWorkers()
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN variant_barcode TO renamed`)
      probeAgain()
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await eventually(async () => expect((await here.fixture.posDriver.deliveries()).at(-1)?.state).toBe("delivered"))
      await here.fixture.drain()
      const arrived = (await here.fixture.entries()).filter(({ state }) => state === "pending")
      expect(arrived.map(({ event_name }) => event_name)).toContain("PurchaseCreated")
      expect(arrived.map(({ attempts }) => attempts)).toEqual(arrived.map(() => 0))
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "tables_unknown", reason: expect.stringMatching(/variant_barcode/) })
      )
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN renamed TO variant_barcode`)
      probeAgain()
      await here.fixture.sweepNow()
      expect((await here.fixture.order(sale.purchaseUUID1)).status).toBe("completed")
      expect((await issues()).map(({ kind }) => kind)).not.toContain("tables_unknown")
    })

    it("[D71] notices tables that change while it runs, and keeps the sale without an attempt", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      await here.fixture.drain()
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN variant_barcode TO renamed`)
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await eventually(async () => {
        const [entry] = (await here.fixture.entries()).filter(({ event_name }) => event_name === "PurchaseCreated")
        expect(entry).toMatchObject({ state: "pending", attempts: 0, reason: expect.any(String) })
      })
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "tables_unknown", reason: expect.stringMatching(/variant_barcode/) })
      )
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN renamed TO variant_barcode`)
      probeAgain()
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
        expect(await probe()).toContainEqual({ name, reason: expect.stringContaining("novelty"), areas })
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
          expect.objectContaining({ kind: "tables_unknown", reason: expect.stringMatching(/^catalog: /) })
        )
      } finally {
        await dbConnection.raw(`ALTER TABLE "price" RENAME COLUMN renamed TO price_list_id`)
      }
    })

    it("[D72] refuses a customer and erases nothing while the tables of orders do not fit, and does both later", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await here.fixture.order(sale.purchaseUUID1)
      await here.fixture.waitUntilProcessed()
      const { id = "" } = await here.fixture.receipt(sale.purchaseUUID1)
      const anyStatus = { ...here.fixture.admin, validateStatus: () => true }
      const post = async (path: string, body: object) => api.post(`/admin/pos/receipts/${id}/${path}`, body, anyStatus)
      const attach = async () => post("customer", { email: "asa@example.com" })
      const erase = async () => post("erase", {})
      const owner = async () =>
        (await dbConnection.raw(`SELECT email FROM "order" WHERE email = 'asa@example.com'`)).rows.length
      await shutdownWorkers()
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN variant_barcode TO renamed`)
      probeAgain()
      for (const change of [attach, erase]) {
        expect(await change()).toMatchObject({
          status: 400,
          data: { message: expect.stringMatching(/^Could not change orders: .*variant_barcode.*try again\.$/) },
        })
      }
      expect(await owner()).toBe(0)
      await dbConnection.raw(`ALTER TABLE "order_line_item" RENAME COLUMN renamed TO variant_barcode`)
      probeAgain()
      expect((await attach()).status).toBe(200)
      expect(await owner()).toBe(1)
      expect((await erase()).status).toBe(200)
    })
  },
})
