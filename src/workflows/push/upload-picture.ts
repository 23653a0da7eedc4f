import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { fetchPublic } from "../../pictures/guarded-fetch"
import { PictureTooLargeError } from "../../pictures/picture-errors"
import { preparePicture } from "../../pictures/prepare-picture"
import { shownUrl } from "../../pictures/shown-url"
import type { PosClient } from "../../pos-api/client"
import type { ImageResult } from "../../pos-api/contract"

/** More than the service takes, since a larger picture is made smaller before it is sent. */
const MAX_BYTES = 25 * 1024 * 1024
const TIMEOUT_MS = 20_000

const EXTENSIONS = { JPEG: "jpeg", PNG: "png", GIF: "gif" } as const

/**
 * Uploads a picture: from the shop's own files where its address is theirs, else fetched from its public address. It is
 * brought into the service's formats and bounds first.
 * @throws PictureError when it cannot be had or used, the client's errors
 */
export async function uploadPicture(container: MedusaContainer, client: PosClient, url: string): Promise<ImageResult> {
  const bytes = (await readOwnFile(container, url)) ?? (await download(container, url))
  const { bytes: data, format } = await preparePicture(bytes)
  const extension = EXTENSIONS[format]
  return client.images.upload({ name: `picture.${extension}`, contentType: `image/${extension}`, data })
}

async function download(container: MedusaContainer, url: string): Promise<Buffer> {
  const { allowPrivatePictures: allowPrivate } = await container.resolve(POS_MODULE).getOptions()
  return (await fetchPublic(url, { allowPrivate, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })).bytes
}

/**
 * The bytes of a file of Medusa's file module, streamed; null when the address is not one of its. Only what the module
 * itself shows under this very address is read, so that an address written by a stranger reaches no private file.
 */
async function readOwnFile(container: MedusaContainer, url: string): Promise<Buffer | null> {
  const files = container.resolve(Modules.FILE, { allowUnregistered: true })
  const key = fileKeyOf(url)
  if (!files || key === "" || key.startsWith("private-") || !(await isShownAt(files, key, url))) {
    return null
  }
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Uint8Array> = await files.getDownloadStream(key)
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BYTES) {
      throw new PictureTooLargeError(shownUrl(url), MAX_BYTES)
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks, size)
}

/** Providers name a file by the last part of its address; one that does not parse is none of theirs. */
function fileKeyOf(url: string): string {
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
