import { IMAGE_LIMITS, type ImageImport } from "../../pos-api/contract"
import { fetchPublic } from "../../pictures/guarded-fetch"
import { PictureError } from "../../pictures/picture-errors"
import { HttpError } from "../http/http-error"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { type KeptImage, storeImage } from "./store-image"

const FETCH_TIMEOUT_MS = 10_000

/** What a URL is made of when nothing in it is left to be encoded (RFC 3986). */
const ENCODED = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/

/**
 * Fetches a picture from its URL, as the service does, and keeps it.
 * @throws HttpError 422 when it cannot be fetched or kept
 */
export async function importImage(
  context: SandboxContext,
  organization: OrganizationState,
  { imageUrl, imageFormat }: ImageImport
): Promise<KeptImage> {
  if (speaksField(context, "imageKeys")) {
    checkAddress(imageUrl, context.allowLoopback)
  }
  const picture = await fetchPublic(imageUrl, {
    maxBytes: IMAGE_LIMITS.maxBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    allowPrivate: context.allowLoopback,
  }).catch((error: unknown) => {
    throw error instanceof PictureError ? new HttpError(422, "CONSTRAINT_VIOLATION", error.message) : error
  })
  return storeImage(organization, picture.bytes, imageFormat)
}

/** The running service fetches by HTTPS only, and encodes nothing itself (docs/service.md, imageKeys). */
function checkAddress(imageUrl: string, allowPlain: boolean): void {
  const isSecure = imageUrl.startsWith("https://") || (allowPlain && imageUrl.startsWith("http://"))
  if (!isSecure) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "imageUrl must be an HTTPS address")
  }
  if (!ENCODED.test(imageUrl)) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "The path of imageUrl must be percent-encoded")
  }
}
