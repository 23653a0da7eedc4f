import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { renewProductClaims } from "../../modules/pos/queries/product-claims"
import { reasonOf } from "../reason-of"

/** A pump that dies holds its claims at most this long; afterwards another takes the products. */
const CLAIM_MS = 30_000

/** A pump that lives renews them so often, since an import may take minutes. */
const RENEW_MS = 8_000

export const claimUntil = (now: Date) => new Date(now.getTime() + CLAIM_MS)

/** Renews the claims under a token until the function that it returns is called. */
export function holdClaims(container: MedusaContainer, token: string): () => void {
  const timer = setInterval(() => {
    container
      .resolve(POS_MODULE)
      .query((sql, now) => renewProductClaims(sql, token, claimUntil(now)))
      .catch((error: unknown) => {
        // The claims run out then, and another pump sends the same once more, which harms nothing.
        container.resolve(ContainerRegistrationKeys.LOGGER).warn(`pos: claims could not be renewed: ${reasonOf(error)}`)
      })
  }, RENEW_MS)
  timer.unref()
  return () => clearInterval(timer)
}
