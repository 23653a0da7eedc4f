import {
  CredentialsRevokedError,
  PosContractError,
  PosForbiddenError,
  PosRateLimitedError,
  PosRefusedError,
  PosUnauthorizedError,
  PosUnreachableError,
} from "../../pos-api/client"
import type { ProductContent } from "../../pos-api/contract"
import type { FieldChange } from "../../translate/field-changes"

/** One product at the counter that shall be written. */
export type ProductToSend = {
  /** tells it apart among those of a batch */
  key: string
  /** whole, as a new product is made */
  content: ProductContent
  /** what of it is the shop's to write */
  shop: ProductContent
  /** what the service took last; null: it never did */
  accepted: ProductContent | null
  etag: string | null
  /** what the counter has beside, as last seen */
  counter: Partial<ProductContent> | null
  /** true when the counter may have changed it since */
  counterChanged: boolean
  /** false only where it was never tried before */
  mayBeThere: boolean
  /** true where an import, which replaces, could undo what the counter did and has not told yet */
  patchOnly: boolean
}

/** How the writing of one product ended. */
export type SendResult = { key: string } & (
  | {
      kind: "accepted"
      content: ProductContent
      etag: string | null
      counter: object | null
      /** true where the POS did not have the product before */
      created: boolean
      /** of an answer that was not understood; the write counts all the same */
      misunderstood: PosContractError | null
      /** edits at the POS that the store's values replaced */
      restored: FieldChange[]
    }
  | { kind: "refused"; reason: string }
  /** not the product's fault: it is tried again */
  | { kind: "failed"; error: unknown }
)

/**
 * True for errors that the next call would meet too: the service is out of reach, does not let us in, or what answers in
 * its place speaks another language altogether.
 */
export function concernsAllCalls(error: unknown): boolean {
  if (error instanceof PosContractError) {
    return error.isOfWholeAnswer
  }
  return [
    PosUnreachableError,
    PosRateLimitedError,
    PosUnauthorizedError,
    PosForbiddenError,
    CredentialsRevokedError,
  ].some((kind) => error instanceof kind)
}

/** What an error says of the product that was sent. */
export function resultOf(key: string, error: unknown): SendResult {
  return error instanceof PosRefusedError
    ? { key, kind: "refused", reason: reasonOf(error) }
    : { key, kind: "failed", error }
}

/** What of it was refused, for a person; the service's own words, which are for programmers, stand in brackets behind. */
function reasonOf({ violations, body }: PosRefusedError): string {
  const said = [...new Set(violations.flatMap(faultOf))]
  const raw = violations.map(({ propertyName, developerMessage, constraintType }) =>
    [propertyName, developerMessage ?? constraintType].filter(Boolean).join(": ")
  )
  const told = raw.filter(Boolean).join("; ") || body
  const says =
    said.length === 0 ? "The service refused the product" : `The service refused the product: ${said.join(", ")}`
  return told ? `${says} (${told})` : says
}

/** The service's words for what is wrong with a field, as it was seen to use them, in ours. */
const FAULTS: Partial<Record<string, string>> = {
  MUST_NOT_BE_NULL: "is missing",
  MUST_NOT_BE_EMPTY: "is empty",
  INVALID_SIZE: "is too long or too short",
  MUST_MATCH_PATTERN: "is in a form that it does not take",
  INVALID_RANGE: "is too large or too small",
}

function faultOf({ propertyName, constraintType }: PosRefusedError["violations"][number]): string[] {
  return propertyName ? [`${propertyName} ${FAULTS[constraintType ?? ""] ?? "is not taken"}`] : []
}
