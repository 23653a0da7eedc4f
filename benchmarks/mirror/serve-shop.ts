import { inspect } from "node:util"
import { NodeSDK } from "@medusajs/framework/opentelemetry/sdk-node"
import { setTraceShare } from "../../src/telemetry/spans"
import { shopWithDoor } from "../../test-support/shop-with-door"
import { addRecipeRoute } from "./recipe-route"

const RECIPE_PATH = "/bench/recipe"
const EMPTY_PATH = "/bench/empty"
const TELEMETRY_PATH = "/bench/telemetry"

/**
 * A shop whose door takes notifications under the key that the bench signs with, and the recipe's route and one that does
 * nothing beside it. It is the door that is measured: neither floor nor recipe does anything with what they store, and the
 * connection is paused, so that nor does the shop. Where a shop has workers, another process would. It is traced from when
 * it is asked to, as by a shop's `instrumentation.ts`: a share of notifications, as by the option `monitoring.traceShare`,
 * is told to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. What is counted is handed over once a minute, and is not measured.
 */
async function main(): Promise<void> {
  const { container, app, connectionId } = await shopWithDoor(process.env.BENCH_SIGNING_KEY ?? "")
  addRecipeRoute(app, container, RECIPE_PATH)
  app.post(TELEMETRY_PATH, (request, response) => {
    setTraceShare(Number(request.query.share))
    new NodeSDK({ serviceName: "shop" }).start()
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
