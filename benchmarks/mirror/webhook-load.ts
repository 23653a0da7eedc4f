import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { percentile } from "../measure"
import type { WebhookClient } from "./webhook-client"
import { rateOf, requestsFor, withClients } from "./webhook-rate"

/**
 * Sends notifications to running webhook endpoints, turn by turn; scripts/bench/mirror.mjs starts it and reads the last line.
 * Parameters: the addresses of the floor, the plugin's webhook endpoint, the recipe and the empty route, and how many a round.
 */
const [floor = "", endpoint = "", recipe = "", empty = "", perRound = "0"] = process.argv.slice(2)
const ROUNDS = 4

/** Long enough that a large collection of garbage, which a store has now and then, counts as often as it comes. */
const PACED_SECONDS = 30

/** The recipe is slow; rates are compared. */
const RECIPE_SHARE = 0.1

/** Milliseconds of each notification at a steady rate, from when it was due: waiting for a free connection counts. */
async function timesAt(address: string, perSecond: number): Promise<number[]> {
  const url = new URL(address)
  const requests = requestsFor(url, Math.round(perSecond * PACED_SECONDS))
  return withClients(url, async (clients) => {
    const started = performance.now()
    const times: number[] = []
    let next = 0
    const sendOn = async (client: WebhookClient) => {
      for (let index = next++; index < requests.length; index = next++) {
        const due = started + (index * 1_000) / perSecond
        while (performance.now() < due) {
          await sleep(1)
        }
        await client.send(requests[index] ?? Buffer.alloc(0))
        times.push(performance.now() - due)
      }
    }
    await Promise.all(clients.map(sendOn))
    return times
  })
}

async function main(): Promise<void> {
  const count = Number(perRound)
  const rounds: { floor: number; endpoint: number; recipe: number; empty: number }[] = []
  // Code is compiled and connections are open after the first.
  for (let number = 0; number <= ROUNDS; number++) {
    rounds.push({
      floor: await rateOf(floor, count),
      endpoint: await rateOf(endpoint, count),
      recipe: await rateOf(recipe, count * RECIPE_SHARE),
      empty: await rateOf(empty, count),
    })
  }
  const median = (of: "floor" | "endpoint" | "recipe" | "empty") =>
    percentile(
      rounds.slice(1).map((rates) => rates[of]),
      0.5
    )
  const times = await timesAt(endpoint, median("endpoint") / 2)
  const figures = {
    webhook_per_second: median("endpoint"),
    recipe_per_second: median("recipe"),
    empty_per_second: median("empty"),
    floor_per_second: median("floor"),
    webhook_p50_ms: percentile(times, 0.5),
    webhook_p99_ms: percentile(times, 0.99),
  }
  process.stdout.write(`RESULT ${JSON.stringify(figures)}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
