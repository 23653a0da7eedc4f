import { randomBytes } from "node:crypto"
import { inEnvironment } from "./environment.mjs"
import { doorFigures, mirrorFigures } from "./mirror-report.mjs"

export const options = {
  notifications: { type: "string", default: "3000" },
  receipts: { type: "string", default: "2000" },
  backfill: { type: "string", default: "20000" },
  "door-only": { type: "boolean", default: false },
}

/** The mirror: the door beside a bare route, receipts and stock beside Medusa's workflows, a sale's way, a backfill. */
export const prepare = inEnvironment(
  async (environment, { notifications, receipts, backfill, "door-only": isDoorOnly }) => {
    await environment.start()
    if (isDoorOnly) {
      return doorFigures(await measureDoor(environment, Number(notifications)))
    }
    const worked = await environment.measure("benchmarks/mirror/receipts.ts", Number(receipts))
    const filled = await environment.measure("benchmarks/mirror/backfill.ts", Number(backfill))
    const door = await measureDoor(environment, Number(notifications))
    return { ...doorFigures(door), ...mirrorFigures(worked, filled, Number(backfill)) }
  }
)

/** Shop, floor and load each in a process of its own, on the same database. */
async function measureDoor(environment, notifications) {
  environment.say(`The door, ${notifications.toLocaleString("en")} notifications a round …`)
  const env = { ...(await environment.freshShop()), BENCH_SIGNING_KEY: randomBytes(24).toString("hex") }
  const shop = await environment.serve("benchmarks/mirror/serve-shop.ts", env)
  const floor = await environment.serve("benchmarks/mirror/serve-floor.ts", env)
  const addresses = [floor.url, shop.url, shop.recipeUrl, shop.emptyUrl]
  const beside = await environment.load("benchmarks/mirror/door-load.ts", env, ...addresses, String(notifications))
  return { ...beside, ...(await measureTraced(environment, env, notifications)) }
}

/** The same door without telemetry, with all of its spans told to a collector, and with a tenth. */
async function measureTraced(environment, { BENCH_SIGNING_KEY }, notifications) {
  environment.say("The door with telemetry …")
  const { url: collector } = await environment.serve("benchmarks/mirror/serve-collector.ts", {})
  const env = { BENCH_SIGNING_KEY, OTEL_EXPORTER_OTLP_ENDPOINT: collector }
  const shop = { ...(await environment.freshShop("pos_bench_traced")), ...env }
  const door = { collector, ...(await environment.serve("benchmarks/mirror/serve-shop.ts", shop)) }
  return environment.load(
    "benchmarks/mirror/traced-load.ts",
    { BENCH_SIGNING_KEY },
    String(notifications),
    JSON.stringify(door)
  )
}
