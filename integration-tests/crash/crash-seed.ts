import { randomInt } from "node:crypto"

/** How often the store is killed: CRASH_POINTS, or `sample`. */
export function crashPoints(sample: number): number {
  return Number(process.env.CRASH_POINTS ?? sample)
}

/** What decides the points of a run: CRASH_SEED, to replay one, or a new seed; it is printed. */
export function crashSeed(): number {
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31 - 1))
  process.stderr.write(`CRASH_SEED=${seed}\n`)
  return seed
}
