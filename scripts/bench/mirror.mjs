import { randomBytes } from "node:crypto"
import { inEnvironment } from "./environment.mjs"
import { webhookFigures, mirrorFigures } from "./mirror-report.mjs"

export const options = {
  notifications: { type: "string", default: "3000" },
  receipts: { type: "string", default: "2000" },
  backfill: { type: "string", default: "20000" },
  "webhook-only": { type: "boolean", default: false },
}

/** The mirror: the webhook endpoint beside a bare route, receipts and stock beside Medusa's workflows, a sale's way, a backfill. */
export const prepare = inEnvironment(
  async (environment, { notifications, receipts, backfill, "webhook-only": isWebhookOnly }) => {
    await environment.start()
    if (isWebhookOnly) {
      return webhookFigures(await measureWebhookEndpoint(environment, Number(notifications)))
    }
    const worked = await environment.measure("benchmarks/mirror/receipts.ts", Number(receipts))
    const filled = await environment.measure("benchmarks/mirror/backfill.ts", Number(backfill))
    const endpoint = await measureWebhookEndpoint(environment, Number(notifications))
    return { ...webhookFigures(endpoint), ...mirrorFigures(worked, filled, Number(backfill)) }
  }
)

/** Shop, floor and load each in a process of its own, on the same database. */
async function measureWebhookEndpoint(environment, notifications) {
  environment.say(`The webhook endpoint, ${notifications.toLocaleString("en")} notifications a round …`)
  const env = { ...(await environment.freshShop()), BENCH_SIGNING_KEY: randomBytes(24).toString("hex") }
  const shop = await environment.serve("benchmarks/mirror/serve-shop.ts", env)
  const floor = await environment.serve("benchmarks/mirror/serve-floor.ts", env)
  const addresses = [floor.url, shop.url, shop.recipeUrl, shop.emptyUrl]
  const beside = await environment.load("benchmarks/mirror/webhook-load.ts", env, ...addresses, String(notifications))
  return { ...beside, ...(await measureTraced(environment, env, notifications)) }
}

/** The same webhook endpoint without telemetry, with all of its spans reported to a collector, and with a tenth. */
async function measureTraced(environment, { BENCH_SIGNING_KEY }, notifications) {
  environment.say("The webhook endpoint with telemetry …")
  const { url: collector } = await environment.serve("benchmarks/mirror/serve-collector.ts", {})
  const env = { BENCH_SIGNING_KEY, OTEL_EXPORTER_OTLP_ENDPOINT: collector }
  const shop = { ...(await environment.freshShop("pos_bench_traced")), ...env }
  const endpoint = { collector, ...(await environment.serve("benchmarks/mirror/serve-shop.ts", shop)) }
  return environment.load(
    "benchmarks/mirror/traced-load.ts",
    { BENCH_SIGNING_KEY },
    String(notifications),
    JSON.stringify(endpoint)
  )
}
