import { mkdirSync } from "node:fs"
import path from "node:path"
import { Children } from "../demo-environment.mjs"
import { root } from "../install-locked.mjs"
import { number, round, table } from "./table.mjs"

export const options = {
  products: { type: "string", default: "10000" },
  receipts: { type: "string", default: "50000" },
}

const RESULT = "RESULT "

/** The budget of a page's first content, in milliseconds. */
const BUDGET_MS = 1_500

/** Every page of the admin in a real browser, on a demo shop with many products and receipts: when it shows something. */
export function prepare(directory, say) {
  const children = new Children()
  mkdirSync(directory, { recursive: true })
  return {
    get stopping() {
      return children.stopping
    },
    stop: () => children.stopAll(),
    async run({ products, receipts }) {
      say(`A demo shop with ${products} products and ${receipts} receipts …`)
      const output = await children.run(
        "The measurement",
        process.execPath,
        ["--import", "tsx", path.join(root, "benchmarks", "admin", "pages.ts"), products, receipts],
        { env: { MEDUSA_DISABLE_TELEMETRY: "true" }, logFile: path.join(directory, "bench.log") }
      )
      const line = output.split("\n").find((text) => text.startsWith(RESULT))
      const { products: made, receipts: stored, pages } = JSON.parse(line.slice(RESULT.length))
      const slowest = Math.max(...Object.values(pages))
      const rows = Object.entries(pages).map(([name, ms]) => [
        `${name.replaceAll("_", " ")}, ms`,
        number(round(ms, 0)),
        ms > BUDGET_MS ? `> ${number(BUDGET_MS)}` : "",
      ])
      return {
        figures: {
          ...{ products: made, receipts: stored, slowest_ms: round(slowest, 0) },
          pages_ms: Object.fromEntries(Object.entries(pages).map(([name, ms]) => [name, round(ms, 0)])),
        },
        table: table([
          [`First content with ${number(made)} products and ${number(stored)} receipts`, "", ""],
          ...rows,
          ["Slowest, ms", number(round(slowest, 0)), `≤ ${number(BUDGET_MS)}`],
        ]),
      }
    },
  }
}
