import { createHash } from "node:crypto"

/** A SHA-256 over content in canonical JSON: keys sorted, absent ones and undefined alike. */
export function fingerprint(content: unknown): string {
  return createHash("sha256").update(canonicalJson(content)).digest("hex")
}

export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner
    ) ?? "null"
  )
}
