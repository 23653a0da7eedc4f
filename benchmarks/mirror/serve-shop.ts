import { inspect } from "node:util"
import { NodeSDK } from "@medusajs/framework/opentelemetry/sdk-node"
import { setTraceShare } from "../../src/telemetry/spans"
import { shopWithDoor } from "../../test-support/shop-with-door"
import { addRecipeRoute } from "./recipe-route"

const RECIPE_PATH = "/bench/recipe"
const EMPTY_PATH = "/bench/empty"

/**
 * A shop whose door takes notifications under the key that the bench signs with, and the recipe's route and
 * one that does nothing beside it. It is the door that is measured: neither floor nor recipe does anything with what they store, and the connection is
 * paused, so that nor does the shop. Where a shop has workers, another process would. With a collector's address
 * (OTEL_EXPORTER_OTLP_ENDPOINT) it is traced, as by a shop's `instrumentation.ts`: all notifications or a share
 * (BENCH_TRACE_SHARE), as by the option `monitoring.traceShare`.
 */
async function main(): Promise<void> {
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    new NodeSDK({ serviceName: "shop" }).start()
  }
  const { container, app, connectionId } = await shopWithDoor(process.env.BENCH_SIGNING_KEY ?? "")
  setTraceShare(Number(process.env.BENCH_TRACE_SHARE ?? "1"))
  addRecipeRoute(app, container, RECIPE_PATH)
  app.post(EMPTY_PATH, (_request, response) => void response.status(200).json({ received: true }))
  const origin = process.env.POS_PUBLIC_URL ?? ""
  const addresses = {
    url: `${origin}/hooks/pos/${connectionId}`,
    recipeUrl: origin + RECIPE_PATH,
    emptyUrl: origin + EMPTY_PATH,
  }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
})
