import { setTimeout as sleep } from "node:timers/promises"
import { type ImportStatus, importStatusSchema, isImportFinished, type ProductContent } from "../contract"
import type { Clock } from "../clock"
import type { AuthorizedSend } from "./token-provider"
import { PosNotFoundError, PosUnreachableError } from "./errors"
import { nullIfNotFound } from "./send"

const LABEL = "product import"
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000
const DEFAULT_TIMEOUT_MS = 10 * 60_000

/** How long a started import may be unknown to the POS while its end is awaited, in milliseconds. */
const UNKNOWN_MS = 10_000

/** Bulk import API (spec "POST …/import/v2", asynchronous status as observed). */
export function importsApi(send: AuthorizedSend, baseUrl: string, clock: Clock) {
  const organization = `${baseUrl}/organizations/self`
  const api = {
    /** Starts an import of 1 to 2,000 products; unknown UUIDs are created, known ones replaced. */
    async start(products: ProductContent[]): Promise<ImportStatus> {
      return (
        await send(LABEL, { method: "post", url: `${organization}/import/v2`, data: { products } }, importStatusSchema)
      ).data
    },
    /** Returns the status of an import; null when the POS does not know it. */
    async status(importUuid: string): Promise<ImportStatus | null> {
      return (
        (await nullIfNotFound(send(LABEL, { url: `${organization}/import/status/${importUuid}` }, importStatusSchema)))
          ?.data ?? null
      )
    },
    /** Returns the import that was started last; null when there is none. */
    async latest(): Promise<ImportStatus | null> {
      return (
        (await nullIfNotFound(send(LABEL, { url: `${organization}/import/status` }, importStatusSchema)))?.data ?? null
      )
    },
    /**
     * Polls until the import has ended, with growing intervals.
     * @throws PosUnreachableError when it has not ended within `timeoutMs` (milliseconds); calling again later is safe.
     * PosNotFoundError when the POS does not know it, even some time after its start
     */
    async waitUntilFinished(importUuid: string, options: { timeoutMs?: number } = {}): Promise<ImportStatus> {
      const started = clock.now().getTime()
      const deadline = started + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        const status = await api.status(importUuid)
        if (status && isImportFinished(status)) {
          return status
        }
        const call = `import ${importUuid} (${LABEL})`
        if (!status && clock.now().getTime() >= started + UNKNOWN_MS) {
          throw new PosNotFoundError({ call })
        }
        if (clock.now().getTime() >= deadline) {
          throw new PosUnreachableError({ call }, "it did not finish in time")
        }
        await sleep(wait)
      }
    },
  }
  return api
}
