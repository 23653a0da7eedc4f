import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import {
  findPictures,
  type KnownPicture,
  MAX_PICTURE_ADDRESS,
  type PictureResult,
  recordPictures,
  shortAddress,
} from "../../modules/pos/queries/catalogue/pictures"
import { PictureAddressRefusedError } from "../../pictures/picture-errors"
import type { PosClient } from "../../pos-api/client"
import type { StoredPicture, StoredPictures } from "../../translate/product"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PushSettings } from "../../vocabulary/push-settings"
import { storePictures } from "./store-pictures"

/** The pictures of a batch: those that the service has, and why it has not the others. */
export type BatchPictures = { stored: StoredPictures; notes: Map<string, string> }

type Wanted = { connection: ConnectionRecord; settings: PushSettings; urls: string[] }

/** Brings pictures to the service that it has not yet, each once. A picture that cannot be had holds no product up. */
export async function ensurePictures(
  container: MedusaContainer,
  { client, ...wanted }: Wanted & { client: PosClient }
): Promise<BatchPictures> {
  const { connection, settings } = wanted
  const pos = container.resolve(POS_MODULE)
  const known = await findKnown(container, wanted)
  const urls = settings.images === "off" ? [] : [...new Set(wanted.urls)]
  const byUrl = new Map(known.map((picture) => [picture.url, picture]))
  const missing = urls.filter((url) => byUrl.get(url)?.is_due ?? !byUrl.has(url))
  if (missing.length === 0) {
    return toBatch(settings, known)
  }
  const attempts = new Map(known.map((picture) => [picture.url, picture.attempts]))
  const unusable = missing.flatMap((url): PictureResult[] => {
    const reason = refusalOf(url)
    return reason === null ? [] : [{ url, state: "invalid", reason, next_attempt_at: null }]
  })
  const refused = new Set(unusable.map(({ url }) => url))
  const usable = missing.filter((url) => !refused.has(url))
  const stored = await storePictures(container, client, { urls: usable, settings, attempts, now: await pos.now() })
  const results = [...unusable, ...stored]
  await pos.query((sql) => recordPictures(sql, connection.id, results))
  const fresh = new Set(missing)
  return toBatch(settings, [...known.filter(({ url }) => !fresh.has(url)), ...results])
}

/** Why no picture is fetched from an address, whatever stands behind it; null: one is. */
function refusalOf(url: string): string | null {
  if (url.length > MAX_PICTURE_ADDRESS) {
    const cause = `its address has ${url.length} characters, at most ${MAX_PICTURE_ADDRESS} are read`
    return new PictureAddressRefusedError(shortAddress(url), cause).message
  }
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase() ?? null
  return scheme === null || scheme === "http:" || scheme === "https:"
    ? null
    : new PictureAddressRefusedError(shortAddress(url), `its address begins with ${scheme}`).message
}

/** The pictures of a batch as they stand; nothing is sent. */
export async function lookUpPictures(container: MedusaContainer, wanted: Wanted): Promise<BatchPictures> {
  return toBatch(wanted.settings, await findKnown(container, wanted))
}

async function findKnown(container: MedusaContainer, { connection, settings, urls }: Wanted): Promise<KnownPicture[]> {
  if (settings.images === "off" || urls.length === 0) {
    return []
  }
  return container.resolve(POS_MODULE).query((sql, now) => findPictures(sql, connection.id, [...new Set(urls)], now))
}

function toBatch({ images }: PushSettings, pictures: (KnownPicture | PictureResult)[]): BatchPictures {
  const stored = new Map<string, StoredPicture>()
  const notes = new Map<string, string>()
  for (const picture of pictures) {
    if (picture.state === "stored" && picture.lookup_key !== null) {
      stored.set(picture.url, { lookupKey: picture.lookup_key, imageUrl: picture.image_url })
    } else if ("reason" in picture && picture.reason) {
      notes.set(picture.url, picture.reason)
    }
  }
  return { stored: images === "off" ? null : stored, notes }
}
