import { z } from "zod"
import { percentile } from "../measure"
import { rateOf } from "./webhook-rate"

const webhookSchema = z.object({
  url: z.string(),
  /** says which share of notifications is traced */
  telemetryUrl: z.string(),
  /** where spans are reported */
  collector: z.string(),
})

/**
 * What telemetry costs the webhook endpoint: the same one without, with all notifications traced, and with a tenth, turn by turn.
 * scripts/bench/mirror.mjs starts it and reads the last line. Parameters: how many notifications a round, and the webhook endpoint.
 */
const [perRound = "0", endpoint = "{}"] = process.argv.slice(2)

/** Without telemetry, with all of it, and with a part. */
const SHARES = [0, 1, 0.1]

/** A single round on two cores says little: they differ by a tenth among themselves. */
const ROUNDS = 21

/** Code is compiled and connections are open after so many. */
const WARM_UP = 2

/** The traced webhook endpoint reported nobody; its figure would be that of the other one. */
class NothingTracedError extends Error {
  constructor(expected: number, reported: number) {
    super(`The collector was notified of ${reported} bytes while ${expected} notifications were traced`)
    this.name = "NothingTracedError"
  }
}

/** Who comes first changes, and every other round goes backwards: else each would always come after the same one. */
function orderOf(round: number): number[] {
  const order = SHARES.map((_share, turn) => (round + turn) % SHARES.length)
  return round % 2 === 0 ? order : order.reverse()
}

async function main(): Promise<void> {
  const count = Number(perRound)
  const { url, telemetryUrl, collector } = webhookSchema.parse(JSON.parse(endpoint))
  const rounds: number[][] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const rates: number[] = []
    for (const index of orderOf(round)) {
      await fetch(`${telemetryUrl}?share=${SHARES[index]}`, { method: "POST" })
      rates[index] = await rateOf(url, count)
    }
    rounds.push(rates)
  }
  const reported = Number(await (await fetch(collector)).text())
  const traced = count * ROUNDS * SHARES.reduce((sum, share) => sum + share, 0)
  if (reported < traced) {
    throw new NothingTracedError(traced, reported)
  }
  const [, whole, part] = SHARES.map((_share, index) =>
    percentile(
      rounds.slice(WARM_UP).map((rates) => (rates[index] ?? 0) / (rates[0] ?? 0)),
      0.5
    )
  )
  process.stdout.write(`RESULT ${JSON.stringify({ traced_share: whole, tenth_traced_share: part })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
