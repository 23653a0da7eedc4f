import { z } from "@medusajs/framework/zod"
import { percentile } from "../measure"
import { rateOf } from "./door-rate"

const doorsSchema = z.array(
  z.object({
    url: z.string(),
    /** which share of notifications is traced in the end, 0 for none */
    share: z.number(),
    telemetryUrl: z.string(),
    /** where spans are told */
    collector: z.string(),
  })
)
type Door = z.infer<typeof doorsSchema>[number]

/**
 * What telemetry costs the door. No two processes are as fast, whatever they do: they differ by more than telemetry costs.
 * So each door is compared with itself before anything was traced, and that with a door which never is: what became of
 * the machine and of the doors meanwhile is in both. scripts/bench/mirror.mjs starts it and reads the last line. Parameters:
 * how many notifications a round, and the doors: one that is never traced, one that is traced whole, and one in part.
 */
const [perRound = "0", doors = "[]"] = process.argv.slice(2)

/** A single round on two cores says little: they differ by a tenth among themselves. */
const ROUNDS = 15

/** Code is compiled, connections are open, and telemetry's first batch is told, after so many. */
const WARM_UP = 3

/** The traced door told nobody; its figure would be that of the other one. */
class NothingTracedError extends Error {
  constructor(expected: number, told: number) {
    super(`The collector was told of ${told} bytes while ${expected} notifications were traced`)
    this.name = "NothingTracedError"
  }
}

async function mustHaveTold({ collector, share }: Door, count: number): Promise<void> {
  const told = Number(await (await fetch(collector)).text())
  const expected = count * ROUNDS * share
  if (told < expected) {
    throw new NothingTracedError(expected, told)
  }
}

/** Each door's share of the first one's rate, of so many rounds the one in the middle. */
async function sharesOf(asked: Door[], count: number, rounds: number): Promise<number[]> {
  const shares = asked.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    const rates: number[] = []
    for (const index of orderOf(asked.length, round)) {
      rates[index] = await rateOf(asked[index]?.url ?? "", count)
    }
    shares.forEach((ofDoor, index) => ofDoor.push((rates[index] ?? 0) / (rates[0] ?? 0)))
  }
  return shares.map((ofDoor) => percentile(ofDoor, 0.5))
}

/** Who comes first changes, and every other round goes backwards: else each would always come after the same one. */
function orderOf(length: number, round: number): number[] {
  const order = Array.from({ length }, (_none, turn) => (round + turn) % length)
  return round % 2 === 0 ? order : order.reverse()
}

async function main(): Promise<void> {
  const count = Number(perRound)
  const asked = doorsSchema.parse(JSON.parse(doors))
  await sharesOf(asked, count, WARM_UP)
  const before = await sharesOf(asked, count, ROUNDS)
  for (const { telemetryUrl, share } of asked.filter(({ share }) => share > 0)) {
    await fetch(`${telemetryUrl}?share=${share}`, { method: "POST" })
  }
  await sharesOf(asked, count, WARM_UP)
  const traced = await sharesOf(asked, count, ROUNDS)
  for (const door of asked) {
    await mustHaveTold(door, count)
  }
  const [, whole, part] = traced.map((share, index) => share / (before[index] ?? 0))
  process.stdout.write(`RESULT ${JSON.stringify({ traced_share: whole, tenth_traced_share: part })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
