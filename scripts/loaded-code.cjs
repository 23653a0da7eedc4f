/**
 * Prints how many bytes of heap the built code of the server holds once it is loaded, beside Medusa's own. Run with
 * `--expose-gc` from the project's folder.
 */
const { existsSync, readdirSync } = require("node:fs")
const path = require("node:path")

const SERVER = path.resolve(__dirname, "..", ".medusa", "server", "src")
const FOLDERS = ["modules", "workflows", "subscribers", "jobs", "api", "links", "providers"]
/** What a store has loaded before it loads a plugin. */
const MEDUSA = [
  "@medusajs/medusa",
  "@medusajs/medusa/core-flows",
  "@medusajs/framework/utils",
  "@medusajs/framework/workflows-sdk",
  "@medusajs/framework/http",
  "@medusajs/framework/zod",
  ...["inventory", "order", "pricing", "product", "sales-channel", "stock-location", "tax"].map(
    (name) => `@medusajs/${name}`
  ),
]

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !name.includes("migrations"))
    .map((name) => path.join(folder, name))

for (const name of MEDUSA) {
  require(name)
}
globalThis.gc()
const before = process.memoryUsage().heapUsed
for (const file of FOLDERS.map((name) => path.join(SERVER, name))
  .filter(existsSync)
  .flatMap(filesIn)) {
  require(file)
}
globalThis.gc()
process.stdout.write(String(process.memoryUsage().heapUsed - before))
