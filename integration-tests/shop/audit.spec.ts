import { z } from "zod"
import { auditProducts } from "../../src/features/catalog/audit"
import { readAuditBasis } from "../../src/features/catalog"
import findChanges from "../../src/jobs/pos-find-changes"
import { POS_MODULE } from "../../src/modules/pos"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { shutdownWorkers } from "../../src/runtime/workers"
import { ageStore } from "./support/statements/idle-minutes"
import { recordStatements } from "./support/statements/record-statements"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

/** Reads the links whose content is checked. */
const READS_LINKS = "revision <= pushed_revision AND state <> 'unsent'"

/** Changes that leave no time of change, each with what it may set back. */
const TRACELESS = [
  "UPDATE product SET title = title || ' å' WHERE title = 'Tröja'",
  "UPDATE product_variant SET sku = sku || '-東京' WHERE sku = 'TROJA-M'",
  "UPDATE price SET amount = amount + 1, raw_amount = jsonb_build_object('value', (amount + 1)::text, 'precision', 20)",
  "UPDATE product_option_value SET value = value || '!'",
  "UPDATE product_option SET title = title || '!'",
  "UPDATE product_category SET name = name || '!'",
  "DELETE FROM product_category_product",
  "UPDATE tax_rate SET rate = rate + 1",
  "UPDATE price_preference SET is_tax_inclusive = NOT is_tax_inclusive",
  "DELETE FROM product_variant_price_set WHERE variant_id = (SELECT id FROM product_variant ORDER BY id LIMIT 1)",
  "DELETE FROM product_variant_option WHERE variant_id = (SELECT id FROM product_variant ORDER BY id LIMIT 1)",
]

storeSuite({
  moduleName: "audit",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => here.open())

    const audit = async () => {
      const container = getContainer()
      const connection = await container.resolve(POS_MODULE).findConnection(here.fixture.connectionId)
      return auditProducts(container, connection, await readAuditBasis(container))
    }

    /** Checks and sends until nothing is left to do. */
    const comeToRest = async () => {
      do {
        await findChanges(getContainer())
        await shutdownWorkers()
      } while ((await audit()).isDue)
    }

    it("[D148] does not read the products again when rows that decide nothing of them were written", async () => {
      await ageStore(dbConnection)
      await comeToRest()
      await dbConnection.raw("CREATE TABLE IF NOT EXISTS written_by_others (id serial)")
      await dbConnection.raw("INSERT INTO written_by_others DEFAULT VALUES")
      const statements = await recordStatements(getContainer(), async () => findChanges(getContainer()))
      expect(statements.filter((statement) => statement.includes(READS_LINKS))).toEqual([])
      expect(await audit()).toEqual({ checked: 0, isDue: false, isStable: true })
    })

    it.each(TRACELESS)("finds at once: %s", async (statement) => {
      await comeToRest()
      expect((await audit()).checked).toBe(0)
      const { rowCount } = await dbConnection.raw(statement)
      expect(rowCount).toBeGreaterThan(0)
      expect((await audit()).checked).toBeGreaterThan(0)
    })

    it("finds at once what changed in the links of one connection", async () => {
      await comeToRest()
      await dbConnection.raw("UPDATE pos_product_link SET fingerprint = 'another'")
      expect(await audit()).toMatchObject({ isDue: true, isStable: false })
    })

    it("asks for the version of every table of Medusa that it reads", async () => {
      const names = await sqlOn(dbConnection)(
        z.object({ name: z.string() }),
        "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
      )
      const tables = new Set(names.map(({ name }) => name))
      const kinds = ["all", "sales_channel", "collection", "category", "tag"]
      const statements: string[] = []
      for (const by of kinds) {
        await here.fixture.settings({ selection: by === "all" ? { by } : { by, ids: ["none"] } })
        await shutdownWorkers()
        await dbConnection.raw("UPDATE product SET title = title")
        statements.push(...(await recordStatements(getContainer(), audit)))
      }
      const [asked = new Set(), read = new Set()] = [true, false].map(
        (isOfVersion) =>
          new Set(
            statements
              .filter((statement) => statement.includes("xmin") === isOfVersion)
              .flatMap((statement) => Array.from(statement.matchAll(/\b(?:FROM|JOIN) (\w+)/g), ([, name = ""]) => name))
              .filter((name) => tables.has(name) && !name.startsWith("pos_"))
          )
      )
      expect([...asked].sort()).toEqual([...read].sort())
      expect(asked.size).toBeGreaterThan(20)
    })
  },
})
