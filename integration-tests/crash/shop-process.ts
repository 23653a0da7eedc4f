import { setTimeout as sleep } from "node:timers/promises"
import { inspect } from "node:util"
import { bootStore } from "../../test-support/boot-store"
import carryOnAllRuns from "../../src/jobs/pos-resume-runs"
import findChanges from "../../src/jobs/pos-find-changes"
import sweep from "../../src/jobs/pos-sweep"
import { SHOP_IS_UP } from "./process-marks"

/** The clock's jobs come this often instead of every minute, so that a test need not wait for the minute. */
const ROUND_MS = 200

/**
 * `node --import tsx integration-tests/crash/shop-process.ts`: the whole shop in a process that may be killed at any
 * moment. Database, port and service come from the environment, as medusa-config.ts reads them. It says SHOP_IS_UP and
 * pumps until it dies.
 */
async function main(): Promise<void> {
  const { container } = await bootStore()
  process.stdout.write(`${SHOP_IS_UP}\n`)
  for (;;) {
    for (const job of [sweep, carryOnAllRuns, findChanges]) {
      await job(container).catch((error: unknown) => process.stderr.write(`${inspect(error)}\n`))
    }
    await sleep(ROUND_MS)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
})
