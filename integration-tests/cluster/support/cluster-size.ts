import { randomInt } from "node:crypto"

/** Of a build; `CLUSTER_NOTIFICATIONS=5000` is a long day. */
const SAMPLE = 300

/** How many notifications the POS shall make; edits, former receipts and further products go with them. */
export function clusterSize() {
  const notifications = Number(process.env.CLUSTER_NOTIFICATIONS ?? SAMPLE)
  return { notifications, edits: notifications / 5, receipts: notifications, products: notifications / 10 }
}

/** What decides a run: CLUSTER_SEED, to replay one, or a new seed; it is printed. */
export function clusterSeed(): number {
  const seed = Number(process.env.CLUSTER_SEED ?? randomInt(2 ** 31 - 1))
  process.stderr.write(`CLUSTER_SEED=${seed}\n`)
  return seed
}
