import type { z } from "zod"
import { memberAt } from "../contract"
import { readErrorBody } from "./error-body"

/** characters */
const MAX_SHOWN = 200

/** The part of an answer that a schema did not understand first, as it was sent, cut short and without secrets. */
export function misunderstoodPart(answer: unknown, error: z.ZodError): string {
  const path = error.issues[0]?.path ?? []
  const part = memberAt(answer, path)
  // With its name, since that tells what is a secret.
  const { body } = readErrorBody(path.length === 0 ? part : { [String(path.at(-1))]: part ?? null })
  return body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body || "an empty answer"
}
