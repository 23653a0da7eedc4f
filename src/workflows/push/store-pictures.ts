import type { MedusaContainer } from "@medusajs/framework/types"
import { isLastAttempt, longestWaitSeconds } from "../../modules/pos/queue-terms"
import type { PictureResult } from "../../modules/pos/queries/catalogue/pictures"
import { PictureError, PictureUnavailableError } from "../../pictures/picture-errors"
import { type PosClient, PosRefusedError } from "../../pos-api/client"
import type { ImageImport } from "../../pos-api/contract"
import type { PushSettings } from "../../vocabulary/push-settings"
import { concernsAllCalls } from "./send-results"
import { isForTheServiceToFetch } from "./picture-address"
import { uploadPicture } from "./upload-picture"
import { reasonOf } from "../queue/reason-of"

/** Pictures that one bulk call names; the service publishes no limit. */
const MOST_IN_ONE_CALL = 100

const UPLOADS_AT_ONCE = 4

type Missing = { urls: string[]; settings: PushSettings; attempts: ReadonlyMap<string, number>; now: Date }

/**
 * Brings pictures to the service: those that it can fetch itself by their addresses in bulk, the others, and those that
 * it could not use, by upload once.
 * @throws the client's error when the service is out of reach, so that the products wait for their pictures
 */
export async function storePictures(
  container: MedusaContainer,
  client: PosClient,
  { urls, settings, attempts, now }: Missing
): Promise<PictureResult[]> {
  const fetchable = urls.flatMap((url): ImageImport[] => {
    const format = settings.images === "url" ? isForTheServiceToFetch(url) : null
    return format ? [{ imageFormat: format, imageUrl: encoded(url) }] : []
  })
  const urlOf = new Map(urls.map((url) => [encoded(url), url]))
  const results = new Map<string, PictureResult>()
  for (let start = 0; start < fetchable.length; start += MOST_IN_ONE_CALL) {
    for (const result of await importByAddress(client, fetchable.slice(start, start + MOST_IN_ONE_CALL))) {
      const url = urlOf.get(result.url) ?? result.url
      results.set(url, { ...result, url })
    }
  }
  const rest = urls.filter((url) => !results.has(url))
  for (let start = 0; start < rest.length; start += UPLOADS_AT_ONCE) {
    const some = rest.slice(start, start + UPLOADS_AT_ONCE)
    for (const result of await Promise.all(
      some.map(async (url) => tryUpload(container, client, { url, now, attempts: attempts.get(url) ?? 0 }))
    )) {
      results.set(result.url, result)
    }
  }
  return [...results.values()]
}

/** The service wants the path of an address percent-encoded, and names the picture by the address as it was sent. */
const encoded = (url: string) => (URL.canParse(url) ? new URL(url).href : url)

/** A call that fails as a whole tells nothing of a single picture; all of it is uploaded then. */
async function importByAddress(client: PosClient, images: ImageImport[]): Promise<PictureResult[]> {
  try {
    const { uploaded } = await client.images.importFromUrls(images)
    return uploaded.flatMap(({ source, imageLookupKey, imageUrls }): PictureResult[] =>
      source === undefined
        ? []
        : [{ url: source, state: "stored", lookup_key: imageLookupKey, image_url: imageUrls[0] ?? null }]
    )
  } catch (error) {
    if (concernsAllCalls(error)) {
      throw error
    }
    return []
  }
}

async function tryUpload(
  container: MedusaContainer,
  client: PosClient,
  { url, attempts, now }: { url: string; attempts: number; now: Date }
): Promise<PictureResult> {
  try {
    const { imageLookupKey, imageUrls } = await uploadPicture(container, client, url)
    return { url, state: "stored", lookup_key: imageLookupKey, image_url: imageUrls[0] ?? null }
  } catch (error) {
    if (concernsAllCalls(error)) {
      throw error
    }
    const isLasting = error instanceof PictureError && !(error instanceof PictureUnavailableError && error.retryable)
    const isFinal = isLasting || error instanceof PosRefusedError || isLastAttempt("pictures", attempts + 1)
    const again = new Date(now.getTime() + longestWaitSeconds("pictures", attempts + 1) * 1_000).toISOString()
    const reason = reasonOf(error)
    return { url, state: "invalid", reason, next_attempt_at: isFinal ? null : again }
  }
}
