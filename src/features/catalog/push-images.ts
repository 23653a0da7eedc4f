import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isIP } from "node:net"
import type { OutboundSettings } from "../../contract/settings"
import { fetchPublic, classifyAddress, shownUrl } from "../../images/guarded-fetch"
import {
  ImageAddressRefusedError,
  ImageError,
  ImageTooLargeError,
  ImageUnavailableError,
} from "../../images/image-errors"
import { prepareImage } from "../../images/prepare-image"
import { readLimited } from "../../images/read-limited"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { isLastAttempt, longestWaitSeconds } from "../../modules/pos/queue-policies"
import { type PosClient, PosRefusedError } from "../../pos-api/client"
import type { ImageFormat, ImageImport, ImageResult } from "../../pos-api/contract"
import { getErrorMessage } from "../../runtime/errors"
import {
  findImages,
  type ImageUploadResult,
  type KnownImage,
  MAX_IMAGE_ADDRESS,
  recordImages,
  shortAddress,
} from "./image-store"
import type { StoredImage, StoredImages } from "./product-mapping"
import { concernsAllCalls } from "./send-results"

/** The images of a batch: those that the POS has, and why it does not have the others. */
export type BatchImages = { stored: StoredImages; notes: Map<string, string> }

type Wanted = { connection: ConnectionRecord; settings: OutboundSettings; urls: string[] }

/**
 * Sends images that the POS does not have yet, each once. An image that cannot be fetched or used does not block its
 * products.
 * @throws the client's error when every call would fail, for example when the POS is unreachable
 */
export async function ensureImages(
  container: MedusaContainer,
  { client, ...wanted }: Wanted & { client: PosClient }
): Promise<BatchImages> {
  const { connection, settings } = wanted
  const pos = container.resolve(POS_MODULE)
  const knownImages = await findKnown(container, wanted)
  const urls = settings.images === "off" ? [] : [...new Set(wanted.urls)]
  const byUrl = new Map(knownImages.map((image) => [image.url, image]))
  const missing = urls.filter((url) => byUrl.get(url)?.is_due ?? !byUrl.has(url))
  if (missing.length === 0) {
    return toBatch(settings, knownImages)
  }
  const attempts = new Map(knownImages.map((image) => [image.url, image.attempts]))
  const unusable = missing.flatMap((url): ImageUploadResult[] => {
    const reason = getRefusal(url)
    return reason === null ? [] : [{ url, state: "invalid", reason, next_attempt_at: null }]
  })
  const refused = new Set(unusable.map(({ url }) => url))
  const usable = missing.filter((url) => !refused.has(url))
  const stored = await storeImages(container, client, { urls: usable, settings, attempts, now: await pos.now() })
  const results = [...unusable, ...stored]
  await pos.query((sql) => recordImages(sql, connection.id, results))
  const fresh = new Set(missing)
  return toBatch(settings, [...knownImages.filter(({ url }) => !fresh.has(url)), ...results])
}

/** Returns why an image is never fetched from this URL, regardless of what its host returns; null: it may be fetched. */
function getRefusal(url: string): string | null {
  if (url.length > MAX_IMAGE_ADDRESS) {
    const cause = `its address has ${url.length} characters, at most ${MAX_IMAGE_ADDRESS} are read`
    return new ImageAddressRefusedError(shortAddress(url), cause).message
  }
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase() ?? null
  return scheme === null || scheme === "http:" || scheme === "https:"
    ? null
    : new ImageAddressRefusedError(shortAddress(url), `its address begins with ${scheme}`).message
}

/** Returns the images of a batch as they are known; nothing is sent. */
export async function findStoredImages(container: MedusaContainer, wanted: Wanted): Promise<BatchImages> {
  return toBatch(wanted.settings, await findKnown(container, wanted))
}

async function findKnown(container: MedusaContainer, { connection, settings, urls }: Wanted): Promise<KnownImage[]> {
  if (settings.images === "off" || urls.length === 0) {
    return []
  }
  return container.resolve(POS_MODULE).query((sql, now) => findImages(sql, connection.id, [...new Set(urls)], now))
}

function toBatch({ images }: OutboundSettings, results: (KnownImage | ImageUploadResult)[]): BatchImages {
  const stored = new Map<string, StoredImage>()
  const notes = new Map<string, string>()
  for (const image of results) {
    if (image.state === "stored" && image.lookup_key !== null) {
      stored.set(image.url, { lookupKey: image.lookup_key, imageUrl: image.image_url })
    } else if ("reason" in image && image.reason) {
      notes.set(image.url, image.reason)
    }
  }
  return { stored: images === "off" ? null : stored, notes }
}

/** Maximum number of images in one bulk call; the POS publishes no limit. */
const MOST_IN_ONE_CALL = 100

const UPLOADS_AT_ONCE = 4

type Missing = { urls: string[]; settings: OutboundSettings; attempts: ReadonlyMap<string, number>; now: Date }

/**
 * Sends images to the POS. Those that it can fetch itself are imported by URL in bulk. The others, and those that it
 * could not import, are uploaded once.
 * @throws the client's error when every call would fail, so that the products wait for their images
 */
async function storeImages(
  container: MedusaContainer,
  client: PosClient,
  { urls, settings, attempts, now }: Missing
): Promise<ImageUploadResult[]> {
  const fetchable = urls.flatMap((url): ImageImport[] => {
    const format = settings.images === "url" ? isForTheServiceToFetch(url) : null
    return format ? [{ imageFormat: format, imageUrl: encoded(url) }] : []
  })
  const urlByEncoded = new Map(urls.map((url) => [encoded(url), url]))
  const results = new Map<string, ImageUploadResult>()
  for (let start = 0; start < fetchable.length; start += MOST_IN_ONE_CALL) {
    for (const result of await importByAddress(client, fetchable.slice(start, start + MOST_IN_ONE_CALL))) {
      const url = urlByEncoded.get(result.url) ?? result.url
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

/** Percent-encodes the path of a URL, as the POS requires. Its answer names the image by the URL that was sent. */
const encoded = (url: string) => (URL.canParse(url) ? new URL(url).href : url)

/**
 * Imports images by URL. A call that fails as a whole gives no result for single images; all of them are then uploaded.
 */
async function importByAddress(client: PosClient, images: ImageImport[]): Promise<ImageUploadResult[]> {
  try {
    const { uploaded } = await client.images.importFromUrls(images)
    return uploaded.flatMap(({ source, imageLookupKey, imageUrls }): ImageUploadResult[] =>
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
): Promise<ImageUploadResult> {
  try {
    const { imageLookupKey, imageUrls } = await uploadImage(container, client, url)
    return { url, state: "stored", lookup_key: imageLookupKey, image_url: imageUrls[0] ?? null }
  } catch (error) {
    if (concernsAllCalls(error)) {
      throw error
    }
    const isLasting = error instanceof ImageError && !(error instanceof ImageUnavailableError && error.retryable)
    const isFinal = isLasting || error instanceof PosRefusedError || isLastAttempt("images", attempts + 1)
    const again = new Date(now.getTime() + longestWaitSeconds("images", attempts + 1) * 1_000).toISOString()
    const reason = getErrorMessage(error)
    return { url, state: "invalid", reason, next_attempt_at: isFinal ? null : again }
  }
}

/**
 * Maximum number of bytes to read. It is more than the POS accepts, because larger images are scaled down before they
 * are sent.
 */
const MAX_BYTES = 25 * 1024 * 1024
const TIMEOUT_MS = 20_000

const EXTENSIONS = { JPEG: "jpeg", PNG: "png", GIF: "gif" } as const

/**
 * Uploads an image: read from the store's own files if the URL is one of theirs, otherwise fetched from its public URL.
 * It is converted to the formats and limits of the POS first.
 * @throws ImageError when it cannot be fetched or used, and the client's errors
 */
async function uploadImage(container: MedusaContainer, client: PosClient, url: string): Promise<ImageResult> {
  const bytes = (await readOwnFile(container, url)) ?? (await download(container, url))
  const { bytes: data, format } = await prepareImage(bytes)
  const extension = EXTENSIONS[format]
  return client.images.upload({ name: `image.${extension}`, contentType: `image/${extension}`, data })
}

async function download(container: MedusaContainer, url: string): Promise<Buffer> {
  const { allowPrivateImages: allowPrivate } = await container.resolve(POS_MODULE).getOptions()
  return (await fetchPublic(url, { allowPrivate, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })).bytes
}

/**
 * Reads a file of Medusa's file module as a stream; null when the URL is not one of its files. It reads only a file
 * that the module itself shows under this URL, so a URL from an untrusted source reaches no private file.
 */
async function readOwnFile(container: MedusaContainer, url: string): Promise<Buffer | null> {
  const files = container.resolve(Modules.FILE, { allowUnregistered: true })
  const key = getFileKey(url)
  if (!files || key === "" || key.startsWith("private-") || !(await isShownAt(files, key, url))) {
    return null
  }
  return readLimited(
    await files.getDownloadStream(key),
    MAX_BYTES,
    () => new ImageTooLargeError(shownUrl(url), MAX_BYTES)
  )
}

/**
 * Returns the file key: providers name a file by the last part of its URL. A URL that does not parse is none of theirs.
 */
function getFileKey(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "")
  } catch {
    return ""
  }
}

type Files = { retrieveFile: (id: string) => Promise<{ url: string }> }

async function isShownAt(files: Files, key: string, url: string): Promise<boolean> {
  try {
    return (await files.retrieveFile(key)).url === url
  } catch {
    return false
  }
}

const FORMATS = new Map<string, ImageFormat>([
  ["jpg", "JPEG"],
  ["jpeg", "JPEG"],
  ["png", "PNG"],
  ["gif", "GIF"],
])

const INSIDE = /(^|\.)(localhost|local|internal|lan|home\.arpa|test)$/i

/**
 * Returns the format of an image that the POS can fetch itself. Null means that an upload is needed: the name does not
 * show a format that the POS accepts, or the URL is in the store's own network.
 */
function isForTheServiceToFetch(url: string): ImageFormat | null {
  if (!URL.canParse(url)) {
    return null
  }
  const { protocol, hostname, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isPublic = isIP(host) === 0 ? host.includes(".") && !INSIDE.test(host) : classifyAddress(host) === "public"
  const extension = pathname.split(".").at(-1)?.toLowerCase() ?? ""
  return isPublic && (protocol === "https:" || protocol === "http:") ? (FORMATS.get(extension) ?? null) : null
}
