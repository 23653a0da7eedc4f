import { z } from "zod"

/**
 * An ETag, bare: the service quotes it in the header and, as the case may be, in a body or not ([etagForm] in
 * docs/service.md). Read by this schema all forms are the same text, and only a header gets its quotes back.
 */
export const etagSchema = z.string().transform((etag) => etag.replace(/^W\//, "").replace(/^"(.*)"$/, "$1"))

/** An ETag as a header names it. */
export const quotedEtag = (etag: string) => `"${etagSchema.parse(etag)}"`
