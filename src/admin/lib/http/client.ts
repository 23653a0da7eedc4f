import type { z } from "zod"
import Medusa, { FetchError } from "@medusajs/js-sdk"

/** An answer that this admin does not understand: the store's server is of another version than the page. */
class UnreadableAnswerError extends Error {
  constructor(path: string, detail: string) {
    super(`${path}: ${detail}`)
    this.name = "UnreadableAnswerError"
  }
}

type Query = Record<string, string | number | boolean | string[] | undefined>

/** Calls a route of the store and parses its answer. @throws FetchError, UnreadableAnswerError */
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

/** Calls a route of the store that answers a PDF. @throws FetchError, UnreadableAnswerError */
export async function askForPdf(path: string, query: Record<string, boolean | string>): Promise<Blob> {
  const headers = { accept: "application/pdf" }
  const answer = await sdk.client.fetch<unknown>(path, { query, headers })
  if (!(answer instanceof Response)) {
    throw new UnreadableAnswerError(path, "no file")
  }
  return answer.blob()
}

/** The dashboard's own session; the globals are set where the store's admin is built. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: { type: __AUTH_TYPE__ ?? "session", jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ },
})

/** Which sentence says what to do; `detail` is what the server said, for what only it knows. */
export type ErrorDescription = {
  key: "signedOut" | "forbidden" | "gone" | "refused" | "unreadable" | "offline"
  detail: string
}

/** What an error of a call means to the person at the page. */
export function describeError(error: unknown): ErrorDescription {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof UnreadableAnswerError) {
    return { key: "unreadable", detail }
  }
  if (!(error instanceof FetchError)) {
    return { key: "offline", detail }
  }
  const byStatus: Record<number, ErrorDescription["key"]> = { 401: "signedOut", 403: "forbidden", 404: "gone" }
  return { key: byStatus[error.status ?? 0] ?? "refused", detail }
}
