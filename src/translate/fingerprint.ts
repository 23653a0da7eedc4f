import { createHash } from "node:crypto"

/** A SHA-256 (hex) over content in canonical JSON: contents that mean the same have the same. */
export function fingerprint(content: unknown): string {
  return createHash("sha256").update(canonicalJson(content)).digest("hex")
}

/**
 * JSON with sorted keys and without members that are null: the service shows an unset field as null, and a merge patch
 * (RFC 7386) knows no difference between a null and an absent member. A null in a list keeps its place.
 */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(
            Object.entries(inner)
              .filter(([, member]) => member !== null)
              .sort(([one], [other]) => (one < other ? -1 : 1))
          )
        : inner
    ) ?? "null"
  )
}
