import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { compareScreenshots, listScreenshots } from "../compare-screenshots"
import { fingerprintPage } from "../fingerprint"
import { PAGES } from "../pages"
import { listUsedTexts } from "../used-texts"

const FILES: Record<string, string> = {
  "admin/routes/sales/page.tsx": `
    import { useTexts } from "../../texts"
    import { Heading } from "../../heading"
    import { LIMIT } from "../../../contract/limit"
    const Sales = () => { const { t } = useTexts(); return <Heading text={t("sales.title")} limit={LIMIT} /> }
    export default Sales`,
  "admin/routes/stock/page.tsx": `
    import { useTexts } from "../../texts"
    const Stock = ({ state }: { state: string }) => { const { t } = useTexts(); return <p>{t(\`states.\${state}\`)}</p> }
    export default Stock`,
  "admin/texts.ts": `
    import { useTranslation } from "react-i18next"
    export const useTexts = () => useTranslation("pos")`,
  "admin/heading.tsx": "export const Heading = ({ text }: { text: string }) => <h1>{text}</h1>",
  "contract/limit.ts": "export const LIMIT = 20",
  "admin/i18n/start/en.json": JSON.stringify({ menu: { sales: "Sales" } }),
  "admin/i18n/en.json": JSON.stringify({
    sales: { title: "Sales", count_one: "{{count}} sale" },
    states: { failed: "Failed" },
  }),
}

describe("npm run check:screenshots", () => {
  let source: string

  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(source, file)), { recursive: true })
    writeFileSync(path.join(source, file), text)
  }
  const edit = (file: string, from: string | RegExp, to: string) => write(file, (FILES[file] ?? "").replace(from, to))
  const fingerprint = async () => ({
    sales: await fingerprintPage(["routes/sales/page.tsx"], source),
    stock: await fingerprintPage(["routes/stock/page.tsx"], source),
  })
  const screenshots = [...listScreenshots("sales"), ...listScreenshots("stock")]

  beforeEach(() => {
    source = mkdtempSync(path.join(os.tmpdir(), "screenshots-"))
    Object.entries(FILES).forEach(([file, text]) => write(file, text))
  })

  afterEach(() => rmSync(source, { recursive: true }))

  it("accepts screenshots of pages that did not change", async () => {
    expect(compareScreenshots(await fingerprint(), await fingerprint(), [...screenshots, "manifest.json"])).toEqual([])
  })

  it.each([
    ["a comment", "admin/heading.tsx", "export", "/** A heading. */\nexport"],
    ["a type", "admin/heading.tsx", "{ text: string }", "{ text: string; size?: number }"],
    [
      "the name of a variable",
      "admin/heading.tsx",
      "({ text }: { text: string }) => <h1>{text}</h1>",
      "({ text: eeeShown }: { text: string }) => <h1>{eeeShown}</h1>",
    ],
    ["the name of a component", "admin/routes/stock/page.tsx", /Stock\b/g, "StockLevels"],
    ["a text that no page shows", "admin/i18n/en.json", "{{count}} sale", "{{count}} receipt"],
    ["a file outside of the admin", "contract/limit.ts", "20", "30"],
  ])("accepts a change of %s", async (_what, file, from, to) => {
    const taken = await fingerprint()
    edit(file, from, to)
    expect(compareScreenshots(taken, await fingerprint(), screenshots)).toEqual([])
  })

  it.each([
    ["a page", "admin/routes/sales/page.tsx", "<Heading", "<Heading large", ["sales"]],
    ["a component of a page", "admin/heading.tsx", /h1>/g, "h2>", ["sales"]],
    ["code of two pages", "admin/texts.ts", '"pos"', '"other"', ["sales", "stock"]],
    ["a text", "admin/i18n/en.json", '"title":"Sales"', '"title":"All sales"', ["sales"]],
    ["a text whose key is put together", "admin/i18n/en.json", '"Failed"', '"Rejected"', ["stock"]],
    ["a text of the menu", "admin/i18n/start/en.json", '{"sales":"Sales"}', '{"sales":"Receipts"}', ["sales", "stock"]],
  ])("names the screenshots that a change of %s made old, and the command", async (_what, file, from, to, pages) => {
    const taken = await fingerprint()
    edit(file, from, to)
    expect(compareScreenshots(taken, await fingerprint(), screenshots)).toEqual(
      pages.flatMap(listScreenshots).map((name) => `${name} is older than its page. Run \`npm run screenshots\`.`)
    )
  })

  it("names a missing screenshot and a screenshot without a page", async () => {
    const prints = await fingerprint()
    const [first = "", ...others] = screenshots
    expect(compareScreenshots(prints, prints, [...others, "admin-money-phone-dark.png"])).toEqual([
      `${first} is missing. Run \`npm run screenshots\`.`,
      "admin-money-phone-dark.png has no page. Delete it, or add its page to scripts/screenshots/pages.ts.",
    ])
  })

  it("counts a page without a record as changed", async () => {
    const { stock, ...others } = await fingerprint()
    expect(compareScreenshots(others, { ...others, stock }, screenshots)).toHaveLength(4)
  })

  it("finds plural forms, whole namespaces and texts below a key in minified code", () => {
    const texts = new Map(
      ["sales.count_one", "sales.count_other", "sales.title", "accounting.a.b", "none", "no"].map((key) => [key, key])
    )
    const used = (code: string) => listUsedTexts(code, texts).map(([key]) => key)
    expect(used('t("sales.count",{count:1})')).toEqual(["sales.count_one", "sales.count_other"])
    expect(used('t(`${"accounting"}.title`)')).toEqual(["accounting.a.b"])
    expect(used('t("none")')).toEqual(["none"])
  })

  it("knows an existing file for each page", () => {
    const files = Object.values(PAGES).flat()
    expect(files.filter((file) => !existsSync(path.join(__dirname, "../../../src/admin", file)))).toEqual([])
  })
})
