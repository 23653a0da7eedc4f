import { createRequire } from "node:module"
import path from "node:path"
import { RECIPES } from "../additions"
import type { Load } from "./recipe"

/** In a process of its own: what each recipe has added to the scratch copy, as JSON in the last line. */
const [scratch = ""] = process.argv.slice(2)

const requireThere = createRequire(path.join(scratch, "package.json"))
const load: Load = (file) => requireThere(path.join(scratch, file))

async function seeAll(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const { title, see } of RECIPES) {
    try {
      seen[title] = await see(load)
    } catch (error) {
      seen[title] = error instanceof Error ? error.stack : String(error)
    }
  }
  return seen
}

void seeAll().then((seen) => {
  process.stdout.write(`\n${JSON.stringify(seen)}\n`, () => process.exit(0))
})
