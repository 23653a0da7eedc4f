import { inspect } from "node:util"
import type { MedusaContainer } from "@medusajs/framework/types"
import { bootStore } from "../test-support/boot-store"

/** Measures with that many products in a store that has none yet. */
export type Measurement = (container: MedusaContainer, products: number) => Promise<Record<string, unknown>>

/** What scripts/bench.mjs waits for on the standard output. */
const MARK = "RESULT "

/**
 * Runs a measurement in a store of its own, with as many products as the command line says, and hands its figures to the
 * script that started this process.
 */
export function runMeasurement(measure: Measurement): void {
  const run = async () => {
    const { container } = await bootStore()
    return measure(container, Number(process.argv[2]))
  }
  run().then(
    // The store may still have work, of which nobody needs to know; its database goes away with it.
    (figures) => process.stdout.write(`${MARK}${JSON.stringify(figures)}\n`, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
    }
  )
}
