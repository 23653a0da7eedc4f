import { z } from "@medusajs/framework/zod"
import { percentile } from "../measure"
import { rateOf } from "./door-rate"

const doorsSchema = z.array(
  z.object({
    url: z.string(),
    /** which share of notifications is traced */
    share: z.number(),
    /** where spans are told, null where none are */
    collector: z.string().nullable(),
  })
)
type Door = z.infer<typeof doorsSchema>[number]

/**
 * What telemetry costs the door: shops of which one is not traced are asked turn by turn, and who comes first changes;
 * scripts/bench/mirror.mjs starts it and reads the last line. Parameters: how many a round, and the doors, the one that is
 * not traced first, then one that is traced whole and one in part.
 */
const [perRound = "0", doors = "[]"] = process.argv.slice(2)

/** A single round on two cores says little: they differ by a tenth among themselves. */
const ROUNDS = 15

/** The traced door told nobody; its figure would be that of the other one. */
class NothingTracedError extends Error {
  constructor(expected: number, told: number) {
    super(`The collector was told of ${told} bytes while ${expected} notifications were traced`)
    this.name = "NothingTracedError"
  }
}

async function mustHaveTold({ collector, share }: Door, count: number): Promise<void> {
  if (collector !== null) {
    const told = Number(await (await fetch(collector)).text())
    const expected = count * ROUNDS * share
    if (told < expected) {
      throw new NothingTracedError(expected, told)
    }
  }
}

async function main(): Promise<void> {
  const count = Number(perRound)
  const asked = doorsSchema.parse(JSON.parse(doors))
  const rounds: number[][] = []
  for (let number = 0; number <= ROUNDS; number++) {
    const rates: number[] = []
    for (let turn = 0; turn < asked.length; turn++) {
      const index = (number + turn) % asked.length
      rates[index] = await rateOf(asked[index]?.url ?? "", count)
    }
    rounds.push(rates)
  }
  for (const door of asked) {
    await mustHaveTold(door, count)
  }
  // Code is compiled and connections are open after the first.
  const [, whole, part] = asked.map((_door, index) =>
    percentile(
      rounds.slice(1).map((rates) => (rates[index] ?? 0) / (rates[0] ?? 0)),
      0.5
    )
  )
  process.stdout.write(`RESULT ${JSON.stringify({ traced_share: whole, tenth_traced_share: part })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
