import { z } from "@medusajs/framework/zod"

const tellingSchema = z.looseObject({ message: z.string() })

/** Why something failed, for a person. Errors of a workflow's steps arrive without their class. */
export function reasonOf(error: unknown): string {
  const telling = tellingSchema.safeParse(error instanceof Error ? { message: error.message } : error)
  return telling.success ? telling.data.message : String(error)
}
