import { setTimeout as sleep } from "node:timers/promises"
import { type ImportStatus, importStatusSchema, isImportFinished, type ProductContent } from "../contract"
import type { Clock } from "../clock"
import type { AuthorizedSend } from "./authorized"
import { PosUnreachableError } from "./errors"

const LABEL = "product import"
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000
const DEFAULT_TIMEOUT_MS = 10 * 60_000

/** Bulk import (spec "POST …/import/v2", asynchronous status from service-facts). */
export function importsApi(send: AuthorizedSend, baseUrl: string, clock: Clock) {
  const organization = `${baseUrl}/organizations/self`
  const api = {
    /** Starts an import of 1 to 2,000 products; unknown UUIDs are created, known ones replaced. */
    async start(products: ProductContent[]): Promise<ImportStatus> {
      return (
        await send(LABEL, { method: "post", url: `${organization}/import/v2`, data: { products } }, importStatusSchema)
      ).data
    },
    async status(importUuid: string): Promise<ImportStatus> {
      return (await send(LABEL, { url: `${organization}/import/status/${importUuid}` }, importStatusSchema)).data
    },
    async latest(): Promise<ImportStatus> {
      return (await send(LABEL, { url: `${organization}/import/status` }, importStatusSchema)).data
    },
    /**
     * Asks until the import has ended, ever more rarely.
     * @throws PosUnreachableError when it has not ended within `timeoutMs`; asking again later is safe
     */
    async waitUntilFinished(importUuid: string, options: { timeoutMs?: number } = {}): Promise<ImportStatus> {
      const deadline = clock.now().getTime() + (options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
        const status = await api.status(importUuid)
        if (isImportFinished(status)) {
          return status
        }
        if (clock.now().getTime() >= deadline) {
          throw new PosUnreachableError({ call: `import ${importUuid} (${LABEL})` }, "it did not finish in time")
        }
        await sleep(wait)
      }
    },
  }
  return api
}
