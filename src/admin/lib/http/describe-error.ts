import { FetchError } from "@medusajs/js-sdk"
import { UnreadableAnswerError } from "./ask"

/** Which sentence tells a person what to do; `detail` is what the server said, for what only it knows. */
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
