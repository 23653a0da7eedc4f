import { updateProductsWorkflow, updateProductVariantsWorkflow } from "@medusajs/medusa/core-flows"
import { sweepChanges } from "../../src/features/background/sweep-changes"
import { drainOutbox } from "../../src/features/catalog/push"
import { findUnchanged } from "../../src/features/catalog/runs"
import { writeMetrics } from "../../src/features/monitoring/metrics"
import { getTableAccess, probeAgain } from "../../src/runtime/schema-compatibility"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** A store whose tables of products, prices and taxes are not those that the plugin knows. */
storeSuite({
  moduleName: "catalog-altered-tables",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    afterEach(() => probeAgain())

    const issues = async () =>
      (await here.fixture.get<{ issues: { kind: string; reason: string }[] }>("/admin/pos/issues")).issues
    const alter = async (statements: string[]) => {
      await shutdownWorkers()
      for (const statement of statements) {
        await dbConnection.raw(statement)
      }
      probeAgain()
    }
    const atPos = async (name: string) =>
      eventually(async () => {
        const found = (await here.fixture.posDriver.products()).find((product) => product.name === name)
        expect(found).toBeDefined()
        return found
      })
    const rename = async (title: string) =>
      updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: here.shop.sweaterId }, update: { title } },
      })

    /**
     * Alterations with which Medusa's own modules still work, as a newer version of Medusa would with its own tables:
     * columns of another type, for which SQL has no such operator or function.
     */
    const ALTERATIONS: [string, string[], RegExp][] = [
      [
        "rules of price lists as another JSON",
        [
          'DROP INDEX IF EXISTS "IDX_price_list_rule_value"',
          "ALTER TABLE price_list_rule ALTER COLUMN value TYPE json USING value::json",
        ],
        /catalog: .*operator does not exist: json @> jsonb/,
      ],
      [
        "prices as text",
        ["ALTER TABLE price ALTER COLUMN amount TYPE text"],
        /catalog: .*function trim_scale\(text\) does not exist/,
      ],
      [
        "ranks of variants as text",
        [
          "ALTER TABLE product_variant ALTER COLUMN variant_rank DROP DEFAULT",
          "ALTER TABLE product_variant ALTER COLUMN variant_rank TYPE text",
        ],
        /catalog: .*COALESCE/,
      ],
      ["tax rates as text", ["ALTER TABLE tax_rate ALTER COLUMN rate TYPE text"], /catalog: .*COALESCE/],
    ]

    it.each(ALTERATIONS)("with %s: an edit in the store reaches the POS", async (_name, statements, reason) => {
      await alter(statements)
      expect(await getTableAccess(getContainer(), "catalog")).toBe("services")
      await rename("Tröja 東京 å")
      const sold = await atPos("Tröja 東京 å")
      expect(sold).toMatchObject({ vatPercentage: "25", variants: [{ sku: "TROJA-M" }, { sku: "TROJA-L" }] })
      expect(await issues()).toContainEqual(
        expect.objectContaining({ kind: "tables_by_services", reason: expect.stringMatching(reason) })
      )
      expect((await issues()).map(({ kind }) => kind)).not.toContain("tables_unknown")
      expect(await writeMetrics(getContainer())).toContain('pos_table_access{area="catalog",access="services"} 1')
    })

    it("sends new prices, new products, and what changed without an event", async () => {
      await alter(ALTERATIONS[0]?.[1] ?? [])
      const [medium = ""] = here.shop.sweaterVariantIds
      // Prices are without tax in the store, and with 25 % at the POS.
      await updateProductVariantsWorkflow(getContainer()).run({
        input: { selector: { id: medium }, update: { prices: [{ amount: 600, currency_code: "sek" }] } },
      })
      await eventually(async () => {
        expect((await here.fixture.variant("TROJA-M")).price).toMatchObject({ amount: 75_000 })
      })
      await createSimpleProducts(getContainer(), here.shop, ["Ny å"])
      await atPos("Ny å")
      await sweepChanges(getContainer())
      await dbConnection.raw("UPDATE product SET title = 'Utan händelse', updated_at = now() WHERE id = ?", [
        here.shop.sweaterId,
      ])
      await sweepChanges(getContainer())
      await drainOutbox(getContainer(), here.fixture.connectionId)
      await atPos("Utan händelse")
    })

    it("syncs everything on request, and sends nothing that has not changed", async () => {
      await alter(ALTERATIONS[0]?.[1] ?? [])
      const { data } = await api.post(
        `/admin/pos/connections/${here.fixture.connectionId}/push`,
        {},
        { ...here.fixture.admin, validateStatus: () => true }
      )
      await eventually(async () => {
        const [run] = await here.fixture.pos.listPosRuns({ id: data.run_id })
        expect(run).toMatchObject({ state: "finished", rejected: expect.any(Number) })
      })
    })

    it("returns to SQL, which finds nothing changed, once the tables fit", async () => {
      await alter(ALTERATIONS[0]?.[1] ?? [])
      await rename("Tröja igen")
      await atPos("Tröja igen")
      await here.fixture.waitUntilProcessed()
      await eventually(async () => {
        const [link] = await here.fixture.pos.listPosProductLinks({ product_id: here.shop.sweaterId })
        expect(link).toMatchObject({ state: "synced", pushed_revision: link?.revision })
      })
      await alter(["ALTER TABLE price_list_rule ALTER COLUMN value TYPE jsonb USING value::jsonb"])
      expect(await getTableAccess(getContainer(), "catalog")).toBe("sql")
      // Both adapters compute the same fingerprint of the store's data, so nothing is sent again.
      const connection = await here.fixture.pos.findConnection(here.fixture.connectionId)
      expect(await findUnchanged(getContainer(), connection, [here.shop.sweaterId])).toEqual(
        new Set([here.shop.sweaterId])
      )
    })
  },
})
