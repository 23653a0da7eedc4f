import { appendFileSync, readFileSync } from "node:fs"
import path from "node:path"
import { eventually } from "./support/eventually"
import { recordFlow } from "./support/record-flow"
import { createStockDriver } from "./support/stock-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const PAGE = path.resolve(__dirname, "../../docs/architecture.md")

/** Files that `docs/architecture.md` names in the section of a flow. */
function readDocumentedFiles(flow: string): string[] {
  const [, section = ""] = readFileSync(PAGE, "utf8").split(`### ${flow},`)
  const [text = ""] = section.split(/\n##/)
  return [...new Set(text.match(/src\/[^`]+\.ts/g))]
}

const countFolders = (files: string[]) => new Set(files.map((file) => path.dirname(file))).size

/** `LIST_FLOWS=flows.txt npm test -- shop flows` writes every file of each flow to that file. */
function report(flow: string, files: string[]): void {
  if (process.env.LIST_FLOWS) {
    const heading = `${flow}: ${files.length} files in ${countFolders(files)} folders`
    appendFileSync(process.env.LIST_FLOWS, `${[heading, ...files].join("\n  ")}\n`)
  }
}

/** The three flows that `docs/architecture.md` lists: each file that it names is really passed. */
storeSuite({
  moduleName: "flows",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const stock = createStockDriver({ api, getContainer, dbConnection }, here)

    const expectDocumented = (flow: string, files: string[]) => {
      report(flow, files)
      const documented = readDocumentedFiles(flow)
      expect(documented.length).toBeGreaterThan(5)
      expect(documented.filter((file) => !files.includes(file))).toEqual([])
    }

    it("a product edit passes the files that the page on the architecture names", async () => {
      const [variant] = (
        await here.fixture.get<{ variants: { product_id: string }[] }>("/admin/product-variants?sku=TROJA-M")
      ).variants
      const files = await recordFlow(async () => {
        await api.post(`/admin/products/${variant?.product_id}`, { title: "Tröja, blå" }, here.fixture.admin)
        await eventually(async () =>
          expect((await here.fixture.posDriver.products()).map(({ name }) => name)).toContain("Tröja, blå")
        )
        await here.fixture.waitUntilProcessed()
      })
      expectDocumented("A product edit", files)
    })

    it("a sale passes the files that the page on the architecture names", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const files = await recordFlow(async () => {
        const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
        await here.fixture.order(sale.purchaseUUID1)
        await here.fixture.waitUntilProcessed()
      })
      expectDocumented("A sale", files)
    })

    it("a stock difference passes the files that the page on the architecture names", async () => {
      const files = await recordFlow(async () => {
        await stock.change("TROJA-M", -1)
        await stock.both("TROJA-M", 9, "9")
        await stock.settings({ drift_policy: "trust-pos" })
        await here.fixture.stopWebhooks()
        await stock.change("TROJA-M", -4)
        await stock.reconcile()
        await stock.both("TROJA-M", 5, "5")
      })
      expectDocumented("A stock difference", files)
    })
  },
})
