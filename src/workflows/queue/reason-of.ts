import { z } from "@medusajs/framework/zod"

const tellingSchema = z.looseObject({ message: z.string() })

/** What zod throws of something that the shop itself keeps; of an answer of the service the client tells (PosContractError). */
const ofSchemaSchema = z.looseObject({
  issues: z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])) })),
})

/** Why something failed, for a person. Errors of a workflow's steps arrive without their class. */
export function reasonOf(error: unknown): string {
  const ofSchema = ofSchemaSchema.safeParse(error)
  if (ofSchema.success) {
    const fields = ofSchema.data.issues.map(({ path }) => path.join(".") || "all of it")
    return `The shop keeps something in a form that it does not understand: ${[...new Set(fields)].join(", ")}`
  }
  const telling = tellingSchema.safeParse(error instanceof Error ? { message: error.message } : error)
  return telling.success ? telling.data.message : String(error)
}
