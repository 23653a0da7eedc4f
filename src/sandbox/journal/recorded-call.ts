import type { InterfaceName } from "../http/interfaces"

type Message = {
  /** by lower-case name; secrets are masked */
  headers: Record<string, string>
  /** as text, secrets masked and cut at a limit; null: none */
  body: string | null
}

/** One call of the service, as the journal keeps it. */
export type RecordedCall = {
  /** counts up from 1, in the order in which the calls ended */
  id: number
  /** when it came, by the sandbox's clock */
  at: string
  /** null: no interface has such a path */
  interface: InterfaceName | null
  method: string
  path: string
  /** with its question mark; empty: none */
  query: string
  /** null: it was broken off before there was one */
  status: number | null
  durationMs: number
  /** whose: which API key, token or client, masked; null: none */
  credential: string | null
  /** the caller went away, or a fault ended the answer in its middle */
  brokenOff: boolean
  request: Message
  response: Message
}
