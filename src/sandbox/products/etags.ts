import { createHash } from "node:crypto"
import type { Request } from "express"
import { type SandboxContext, speaksField } from "../context/sandbox-context"

/** What a library keeps the version of. */
export type Versioned = { etag?: string | null }

/** The ETag that an entity is kept with: quoted, as the specified form has it in bodies and headers. */
export function etagOf(entity: Versioned): string {
  const text = JSON.stringify({ ...entity, etag: undefined })
  return `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`
}

/** The ETag as the header carries it, quoted in both dialects (docs/service.md, etagForm). */
export function etagInHeader(context: SandboxContext, { etag }: Versioned): string {
  return speaksField(context, "etagForm") ? (etag ?? "").toUpperCase() : (etag ?? "")
}

/** The ETag as a body carries it: bare where the running service is followed. */
export function etagInBody(context: SandboxContext, entity: Versioned): string | null {
  const { etag = null } = entity
  return speaksField(context, "etagForm") && etag !== null ? etag.replaceAll('"', "").toUpperCase() : etag
}

/**
 * True where a conditional write is not to be applied (docs/service.md, lostUpdate): the running service wants
 * If-Match with the current ETag, the specification If-None-Match with another one.
 */
export function failsPrecondition(context: SandboxContext, request: Request, entity: Versioned): boolean {
  const current = etagInHeader(context, entity)
  if (speaksField(context, "lostUpdate")) {
    const expected = request.headers["if-match"]
    // If-Match compares strongly: a weak tag never matches (RFC 9110, 13.1.1).
    return expected !== undefined && !namesTag(listTags(expected), current)
  }
  const tags = listTags(request.headers["if-none-match"] ?? "").map((tag) => tag.replace(/^W\//, ""))
  return namesTag(tags, current)
}

/** Both headers may list several tags, or "*" for any (RFC 9110, 13.1). */
const listTags = (header: string) => header.split(",").map((tag) => tag.trim())

const namesTag = (tags: string[], etag: string) => tags.includes("*") || tags.includes(etag)
