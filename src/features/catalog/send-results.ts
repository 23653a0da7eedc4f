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
import type { FieldChange } from "./field-changes"

/** A product to write to the POS. */
export type ProductToSend = {
  /** identifies it within a batch */
  key: string
  /** complete content, as for a new product */
  content: ProductContent
  /** the part that the store writes */
  store: ProductContent
  /** what the POS last accepted; null: it never did */
  accepted: ProductContent | null
  etag: string | null
  /** content that belongs to the POS, as last seen */
  posContent: Partial<ProductContent> | null
  /** true when the POS owns fields, which the store takes over only when their change is imported */
  posOwnsFields: boolean
  /** true when the POS may have changed it since */
  posChanged: boolean
  /** false only when it was never tried before */
  mayBeThere: boolean
  /** true when an import, which replaces, could undo changes at the POS that it has not reported yet */
  patchOnly: boolean
}

/** The result of writing one product. */
export type SendResult = { key: string } & (
  | {
      kind: "accepted"
      content: ProductContent
      etag: string | null
      posContent: object | null
      /** true when the POS did not have the product before */
      created: boolean
      /** error of an answer that could not be read; the write counts as accepted */
      misunderstood: PosContractError | null
      /** edits at the POS that the store's values replaced */
      restored: FieldChange[]
    }
  | { kind: "refused"; reason: string }
  /** the product is not the cause: it is tried again */
  | { kind: "failed"; error: unknown }
)

/**
 * True for errors that affect every call: the POS is unreachable, rejects the credentials or permissions, limits the
 * rate, or its whole answer is invalid.
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

/** Converts an error to the result of the product that was sent. */
export function toResult(key: string, error: unknown): SendResult {
  return error instanceof PosRefusedError
    ? { key, kind: "refused", reason: getReason(error) }
    : { key, kind: "failed", error }
}

/**
 * Describes for a person what the POS rejected, followed in parentheses by the POS's own messages, which are for
 * developers.
 */
function getReason({ violations, body }: PosRefusedError): string {
  const said = [...new Set(violations.flatMap(getFault))]
  const raw = violations.map(({ propertyName, developerMessage, constraintType }) =>
    [propertyName, developerMessage ?? constraintType].filter(Boolean).join(": ")
  )
  const details = raw.filter(Boolean).join("; ") || body
  const says = said.length === 0 ? "The POS refused the product" : `The POS refused the product: ${said.join(", ")}`
  return details ? `${says} (${details})` : says
}

/** Plain descriptions of the POS's constraint types, as observed. */
const FAULTS: Partial<Record<string, string>> = {
  MUST_NOT_BE_NULL: "is missing",
  MUST_NOT_BE_EMPTY: "is empty",
  INVALID_SIZE: "is too long or too short",
  MUST_MATCH_PATTERN: "is in a form that it does not take",
  INVALID_RANGE: "is too large or too small",
}

function getFault({ propertyName, constraintType }: PosRefusedError["violations"][number]): string[] {
  return propertyName ? [`${propertyName} ${FAULTS[constraintType ?? ""] ?? "is not taken"}`] : []
}
