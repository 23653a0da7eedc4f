import { sdk } from "./sdk"
import { UnreadableAnswerError } from "./ask"

/** Calls a route of the shop that answers a PDF. @throws FetchError, UnreadableAnswerError */
export async function askForPdf(path: string, query: Record<string, boolean | string>): Promise<Blob> {
  const headers = { accept: "application/pdf" }
  const answer = await sdk.client.fetch<unknown>(path, { query, headers })
  if (!(answer instanceof Response)) {
    throw new UnreadableAnswerError(path, "no file")
  }
  return answer.blob()
}
