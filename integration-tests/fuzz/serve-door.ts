import { inspect } from "node:util"
import { bootShop } from "../../benchmarks/boot-shop"
import { connect } from "../../benchmarks/connect"
import { seedBenchmarkShop } from "../../benchmarks/seed-shop"
import { POS_MODULE } from "../../src/modules/pos"
import { signingKeyOwner } from "../../src/modules/pos/secret-owners"
import { Counter } from "../shop/support/counter"

/**
 * A whole shop in a process of its own, whose door takes notifications under the key of the environment. It says where
 * the door is in a line of JSON, and to its parent how large the heap is after a collection, when it is asked; start it
 * with `--expose-gc`. The connection is paused: it is the door that is tried, not what comes after it.
 */
async function main(): Promise<void> {
  const { container } = await bootShop()
  const shop = await seedBenchmarkShop(container)
  const counter = await Counter.open()
  const { connectionId } = await connect(container, shop, counter.apiKey)
  const pos = container.resolve(POS_MODULE)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  await pos.updatePosSubscriptions({
    id: subscription?.id,
    signing_key_sealed: await pos.seal(signingKeyOwner(connectionId), process.env.FUZZ_SIGNING_KEY ?? ""),
  })
  await pos.updatePosConnections({ id: connectionId, state: "paused" })
  process.on("message", () => {
    // What one collection lets go of may hold on to what the next one takes.
    global.gc?.()
    global.gc?.()
    process.send?.({ heapBytes: process.memoryUsage().heapUsed })
  })
  process.stdout.write(`${JSON.stringify({ url: process.env.POS_PUBLIC_URL, connectionId })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
})
