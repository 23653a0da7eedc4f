import { parse as uuidBytes, v1 as uuidVersion1 } from "uuid"
import { IMAGE_FORMATS, IMAGE_LIMITS, type ImageFormat } from "../../pos-api/contract"
import { detectPictureFormat } from "../../pictures/detect-picture-format"
import { loadSharp, type Sharp } from "../../pictures/load-sharp"
import { PictureError } from "../../pictures/picture-errors"
import { readPictureHeader } from "../../pictures/picture-header"
import { HttpError } from "../http/http-error"
import type { OrganizationState } from "../state/organization"

/** Sides of the stored copies in pixels (observed "Images"). */
const SIDES = { original: 2_000, large: 560 } as const

const MAX_PIXELS = 100_000_000

const refuse = (message: string) => new HttpError(422, "CONSTRAINT_VIOLATION", message)

/** A kept picture: `fileName` is its key with the extension of its format. */
export type KeptImage = { key: string; fileName: string }

/**
 * Checks a picture by its content and keeps it in two sizes.
 * @param claimed the format that the caller names; it must be the content's
 * @throws HttpError 422 for another format, more than 5 MB, or less than 50 pixels
 */
export async function storeImage(
  organization: OrganizationState,
  bytes: Buffer,
  claimed?: ImageFormat
): Promise<KeptImage> {
  const format = checkFormat(bytes, claimed)
  const sharp = await loadSharp()
  const sizes = sharp ? await resize(sharp, bytes, format) : { original: bytes, large: bytes }
  const key = Buffer.from(uuidBytes(uuidVersion1())).toString("base64url")
  const fileName = `${key}.${format.toLowerCase()}`
  organization.images.set(fileName, { contentType: `image/${format.toLowerCase()}`, ...sizes })
  return { key, fileName }
}

function checkFormat(bytes: Buffer, claimed: ImageFormat | undefined): ImageFormat {
  const detected = detectPictureFormat(bytes)
  const format = IMAGE_FORMATS.find((known) => known === detected)
  if (!format) {
    throw refuse(`The content is not ${IMAGE_FORMATS.join(", ")} but ${detected}`)
  }
  if (claimed !== undefined && claimed !== format) {
    throw refuse(`The content is ${format}, not ${claimed}`)
  }
  if (bytes.length > IMAGE_LIMITS.maxBytes) {
    throw refuse(`The picture has more than ${IMAGE_LIMITS.maxBytes} bytes`)
  }
  return format
}

async function resize(sharp: Sharp, bytes: Buffer, format: ImageFormat) {
  try {
    const { width, height } = await readPictureHeader(sharp, bytes)
    if (Math.min(width, height) < IMAGE_LIMITS.minPixels) {
      throw refuse(`The picture has ${width} × ${height} pixels, at least ${IMAGE_LIMITS.minPixels} each are needed`)
    }
    const fit = (side: number) =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: format === "GIF" })
        .rotate()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .toBuffer()
    const [original, large] = await Promise.all([fit(SIDES.original), fit(SIDES.large)])
    return { original, large }
  } catch (error) {
    if (error instanceof HttpError) {
      throw error
    }
    const reason = error instanceof PictureError ? error.message : "its content is damaged"
    throw new HttpError(422, "CONSTRAINT_VIOLATION", `The picture cannot be read: ${reason}`)
  }
}
