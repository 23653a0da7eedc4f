/**
 * What the webhook endpoint owes a request. `kept`: signed as it should be, to be answered 2xx and to be in the inbox; `either`:
 * bent where nothing says which; `refused`: a 4xx, and nothing of it anywhere.
 */
type Due = "kept" | "either" | "refused"

export type WebhookRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  /** sent in pieces, without its length */
  inPieces: boolean
  due: Due
  /** of what was signed, if it was: the mark under which the inbox keeps it */
  digest: string | null
}

/** `now`: what is signed much earlier is old news, and another case */
export type WebhookTarget = { connectionId: string; signingKey: string; now: number }
