import { z } from "@medusajs/framework/zod"

const runningSchema = z.object({ posSandbox: z.object({ close: z.custom<() => Promise<void>>() }) })

export default async function tearDown(): Promise<void> {
  await runningSchema.parse(globalThis).posSandbox.close()
}
