import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { Sql } from "../../modules/pos/queries/sql"
import { reasonOf } from "../reason-of"
import { leaseUntil, RENEW_MS } from "./lease-terms"

/**
 * Renews what a process holds until the function that it returns is called.
 * @param what is held, for the log
 */
export function keepRenewing(
  container: MedusaContainer,
  what: string,
  renew: (sql: Sql, until: Date) => Promise<unknown>
): () => void {
  const timer = setInterval(() => {
    container
      .resolve(POS_MODULE)
      .query((sql, now) => renew(sql, leaseUntil(now)))
      .catch((error: unknown) => {
        // It runs out then, and another process does the same once more, which harms nothing.
        container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: ${what} was not renewed: ${reasonOf(error)}`)
      })
  }, RENEW_MS)
  timer.unref()
  return () => clearInterval(timer)
}
