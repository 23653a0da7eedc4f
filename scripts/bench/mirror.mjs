import { randomBytes } from "node:crypto"
import { BenchEnvironment } from "./environment.mjs"
import { doorFigures, doorTable, mirrorFigures, mirrorTable } from "./mirror-report.mjs"

export const options = {
  notifications: { type: "string", default: "3000" },
  receipts: { type: "string", default: "2000" },
  backfill: { type: "string", default: "20000" },
  "door-only": { type: "boolean", default: false },
}

/** The mirror: the door beside a bare route, receipts and stock beside Medusa's workflows, a sale's way, a backfill. */
export function prepare(directory, say) {
  const environment = new BenchEnvironment(directory, say)
  return {
    get stopping() {
      return environment.stopping
    },
    stop: () => environment.stop(),
    async run({ notifications, receipts, backfill, "door-only": isDoorOnly }) {
      await environment.start()
      if (isDoorOnly) {
        const figures = doorFigures(await measureDoor(environment, Number(notifications)))
        return { figures, table: doorTable(figures) }
      }
      const worked = await environment.measure("benchmarks/mirror/receipts.ts", Number(receipts))
      const filled = await environment.measure("benchmarks/mirror/backfill.ts", Number(backfill))
      const door = await measureDoor(environment, Number(notifications))
      const figures = { ...doorFigures(door), ...mirrorFigures(worked, filled) }
      return { figures, table: `${doorTable(figures)}\n${mirrorTable(figures, Number(backfill))}` }
    },
  }
}

/** Shop, floor and load each in a process of its own, on the same database. */
async function measureDoor(environment, notifications) {
  environment.say(`The door, ${notifications.toLocaleString("en")} notifications a round …`)
  const env = { ...(await environment.freshShop()), BENCH_SIGNING_KEY: randomBytes(24).toString("hex") }
  const shop = await environment.serve("benchmarks/mirror/serve-shop.ts", env)
  const floor = await environment.serve("benchmarks/mirror/serve-floor.ts", env)
  const addresses = [floor.url, shop.url, shop.recipeUrl, shop.emptyUrl]
  return environment.load("benchmarks/mirror/door-load.ts", env, ...addresses, String(notifications))
}
