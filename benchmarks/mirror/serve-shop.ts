import { inspect } from "node:util"
import { createWebhookStore } from "../../test-support/webhook-store"
import { addRecipeRoute } from "./recipe-route"
import { switchedTelemetry } from "./switched-telemetry"

const RECIPE_PATH = "/bench/recipe"
const EMPTY_PATH = "/bench/empty"
const TELEMETRY_PATH = "/bench/telemetry"

/**
 * A store whose webhook endpoint takes notifications under the key that the bench signs with, and the recipe's route and one that does
 * nothing beside it. It is the webhook endpoint that is measured: neither floor nor recipe does anything with what they store, and the
 * connection is paused, so that nor does the store. Where a store has workers, another process would. With a collector's
 * address (OTEL_EXPORTER_OTLP_ENDPOINT) it has telemetry that can be switched.
 */
async function main(): Promise<void> {
  const trace = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? switchedTelemetry() : null
  const { container, app, connectionId } = await createWebhookStore(process.env.BENCH_SIGNING_KEY ?? "")
  addRecipeRoute(app, container, RECIPE_PATH)
  app.post(TELEMETRY_PATH, (request, response) => {
    trace?.(Number(request.query.share))
    response.status(204).end()
  })
  app.post(EMPTY_PATH, (_request, response) => void response.status(200).json({ received: true }))
  const origin = process.env.POS_PUBLIC_URL ?? ""
  const addresses = {
    url: `${origin}/hooks/pos/${connectionId}`,
    recipeUrl: origin + RECIPE_PATH,
    emptyUrl: origin + EMPTY_PATH,
    telemetryUrl: origin + TELEMETRY_PATH,
  }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
})
