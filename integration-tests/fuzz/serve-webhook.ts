import { inspect } from "node:util"
import { createWebhookStore } from "../../test-support/webhook-store"

/**
 * A whole shop in a process of its own, whose webhook endpoint takes notifications under the key of the environment. It says where
 * the webhook endpoint is in a line of JSON, and to its parent how large the heap is after a collection, when it is asked; start it
 * with `--expose-gc`.
 */
async function main(): Promise<void> {
  const { connectionId } = await createWebhookStore(process.env.FUZZ_SIGNING_KEY ?? "")
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
