import { IMAGE_FORMATS, IMAGE_LIMITS, type ImageFormat } from "../pos-api/contract"
import { detectPictureFormat } from "./detect-picture-format"
import { encodePicture } from "./encode-picture"
import { loadSharp } from "./load-sharp"
import { PictureNeedsSharpError, PictureUnreadableError } from "./picture-errors"
import { readPictureHeader } from "./picture-header"
import { isTooLong, refuseUnusable } from "./picture-size"

export type PreparedPicture = {
  bytes: Buffer
  format: ImageFormat
  /** true when the bytes are not those that were given */
  changed: boolean
}

/**
 * Brings a picture into the bounds of the service (IMAGE_LIMITS). One that is within them, upright and of a type that
 * the service takes stays as it is. Without sharp such a one passes unmeasured, since its pixels are not known.
 * @throws PictureUnreadableError, PictureNeedsSharpError, PictureTooSmallError, PictureTooNarrowError,
 * PictureTooManyPixelsError
 */
export async function preparePicture(bytes: Buffer): Promise<PreparedPicture> {
  const detected = detectPictureFormat(bytes)
  if (detected === "unknown") {
    throw new PictureUnreadableError("its file is no JPEG, PNG, GIF, WEBP, AVIF or SVG")
  }
  const format = IMAGE_FORMATS.find((one) => one === detected)
  const sharp = await loadSharp()
  if (!sharp) {
    if (!format) {
      throw new PictureNeedsSharpError(`is of the type ${detected}, which the service does not take`)
    }
    if (bytes.length > IMAGE_LIMITS.maxBytes) {
      throw new PictureNeedsSharpError(`is larger than ${IMAGE_LIMITS.maxBytes / 1024 ** 2} MB`)
    }
    return { bytes, format, changed: false }
  }

  const isVector = detected === "SVG"
  const header = await readPictureHeader(sharp, bytes)
  if (!isVector) {
    refuseUnusable(header)
  }
  const inBounds = bytes.length >= IMAGE_LIMITS.minBytes && bytes.length <= IMAGE_LIMITS.maxBytes && !isTooLong(header)
  if (format && inBounds && !header.turned) {
    return { bytes, format, changed: false }
  }
  return { ...(await encodePicture(sharp, bytes, { ...header, isVector })), changed: true }
}
