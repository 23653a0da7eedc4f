import { IMAGE_LIMITS, type ImageImport, type ImageResult } from "../../pos-api/contract"
import { fetchPublic } from "../../pictures/guarded-fetch"
import { PictureError } from "../../pictures/picture-errors"
import { HttpError } from "../http-error"
import type { OrganizationState } from "../state/organization"
import { storeImage } from "./store-image"

const FETCH_TIMEOUT_MS = 10_000

/**
 * Fetches a picture from its URL, as the service does, and keeps it.
 * @param allowPrivate lets the URL lead to this machine or its network
 * @throws HttpError 422 when it cannot be fetched or kept
 */
export async function importImage(
  organization: OrganizationState,
  { imageUrl, imageFormat }: ImageImport,
  origin: string,
  allowPrivate: boolean
): Promise<ImageResult> {
  const picture = await fetchPublic(imageUrl, {
    maxBytes: IMAGE_LIMITS.maxBytes,
    timeoutMs: FETCH_TIMEOUT_MS,
    allowPrivate,
  }).catch((error: unknown) => {
    throw error instanceof PictureError ? new HttpError(422, "CONSTRAINT_VIOLATION", error.message) : error
  })
  return storeImage(organization, picture.bytes, origin, imageFormat)
}
