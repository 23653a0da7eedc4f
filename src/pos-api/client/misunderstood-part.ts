import { z } from "zod"
import { readErrorBody } from "./error-body"

/** characters */
const MAX_SHOWN = 200

const membersSchema = z.record(z.string(), z.unknown())

/** The part of an answer that a schema did not understand first, as it was sent, cut short and without secrets. */
export function misunderstoodPart(answer: unknown, error: z.ZodError): string {
  const path = error.issues[0]?.path ?? []
  const part = path.reduce<unknown>((inner, name) => memberOf(inner, name), answer)
  // With its name, since that tells what is a secret.
  const { body } = readErrorBody(path.length === 0 ? part : { [String(path.at(-1))]: part ?? null })
  return body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body || "an empty answer"
}

function memberOf(value: unknown, name: PropertyKey): unknown {
  return Array.isArray(value) ? value[Number(name)] : membersSchema.safeParse(value).data?.[String(name)]
}
