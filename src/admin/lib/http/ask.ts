import type { z } from "zod"
import { sdk } from "./sdk"

/** An answer that this admin does not understand: the shop's server is of another version than the page. */
export class UnreadableAnswerError extends Error {
  constructor(path: string, detail: string) {
    super(`${path}: ${detail}`)
    this.name = "UnreadableAnswerError"
  }
}

type Query = Record<string, string | number | boolean | string[] | undefined>

/** Calls a route of the shop and parses its answer. @throws FetchError, UnreadableAnswerError */
export async function ask<Answer>(
  schema: z.ZodType<Answer>,
  path: string,
  call: { method?: "GET" | "POST" | "DELETE"; query?: Query; body?: object } = {}
): Promise<Answer> {
  const answer = await sdk.client.fetch<unknown>(path, call)
  const parsed = schema.safeParse(answer)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UnreadableAnswerError(path, `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`)
  }
  return parsed.data
}
