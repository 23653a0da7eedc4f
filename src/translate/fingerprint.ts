import { createHash } from "node:crypto"

/** A SHA-256 (hex) over content in canonical JSON: contents that mean the same have the same. */
export function fingerprint(content: unknown): string {
  return createHash("sha256").update(canonicalJson(content)).digest("hex")
}

const NOTHING = "null"

/**
 * JSON with sorted keys and without members that are null: the service shows an unset field as null, and a merge patch
 * (RFC 7386) knows no difference between a null and an absent member. An object with nothing set is null, too, and so is an
 * empty list, which the service's notifications leave out. A null in a list keeps its place.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? NOTHING : `[${value.map(canonicalJson).join(",")}]`
  }
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value) ?? NOTHING
  }
  let members = ""
  for (const name of Object.keys(value).sort()) {
    const member = canonicalJson(Reflect.get(value, name))
    if (member !== NOTHING) {
      members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${member}`
    }
  }
  return members === "" ? NOTHING : `{${members}}`
}
