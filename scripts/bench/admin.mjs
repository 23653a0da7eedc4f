import { mkdirSync } from "node:fs"
import path from "node:path"
import { Children } from "../demo-environment.mjs"
import { root } from "../install-locked.mjs"
import { round } from "./table.mjs"

export const options = {
  products: { type: "string", default: "10000" },
  receipts: { type: "string", default: "50000" },
}

const RESULT = "RESULT "

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
      return {
        products: made,
        receipts: stored,
        pages_ms: Object.fromEntries(Object.entries(pages).map(([name, ms]) => [name, round(ms, 0)])),
        slowest_ms: round(Math.max(...Object.values(pages)), 0),
      }
    },
  }
}
