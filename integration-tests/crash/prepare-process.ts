import path from "node:path"
import { inspect } from "node:util"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { bootStore } from "../../test-support/boot-store"
import { PREPARED } from "./process-marks"

/** Fills a store before its process is killed; input and result pass between it and the test as JSON. */
export type Preparation = (container: MedusaContainer, input: unknown) => Promise<object>

const moduleSchema = z.looseObject({ prepare: z.custom<Preparation>((value) => typeof value === "function") })

/**
 * `node --import tsx integration-tests/crash/prepare-process.ts FILE INPUT`: boots the store, runs what FILE exports as
 * `prepare`
 * with INPUT (JSON), prints its result and ends.
 */
async function main(): Promise<void> {
  const { prepare } = moduleSchema.parse(await import(path.resolve(process.argv[2] ?? "")))
  const { container } = await bootStore()
  const prepared = await prepare(container, JSON.parse(process.argv[3] ?? "{}"))
  process.stdout.write(`\n${PREPARED}${JSON.stringify(prepared)}\n`, () => process.exit(0))
}

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`, () => process.exit(1))
})
