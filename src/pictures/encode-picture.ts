import { IMAGE_LIMITS, type ImageFormat } from "../pos-api/contract"
import type { Sharp } from "./load-sharp"
import { PictureUnreadableError } from "./picture-errors"
import type { PictureHeader } from "./picture-header"
import { MAX_INPUT_PIXELS, scaleTo } from "./picture-size"

/** The service keeps no copy beyond 2,000 pixels; one of 1,000 has few enough bytes even uncompressed. */
const LONGEST_SIDES = [2_000, 1_500, 1_000]
/** What the service shows in lists; uncompressed it has bytes enough, and not too many. */
const LIST_SIDE = 560
/** An SVG has no pixels of its own, only a size at the density of 72. */
const SVG = { side: 1_000, density: 72, minDensity: 1, maxDensity: 100_000 }

const PNG_COMPRESSION = { usual: 6, none: 0 }
const JPEG_QUALITY = 85
const MAX_SECONDS = 30

export type EncodedPicture = { bytes: Buffer; format: Extract<ImageFormat, "JPEG" | "PNG"> }

/**
 * Encodes a picture anew in the service's bounds: PNG when it has alpha, else JPEG; upright; in sRGB; of an animation
 * the first frame.
 * @throws PictureUnreadableError when it does not decode, PictureTooNarrowError
 */
export async function encodePicture(
  sharp: Sharp,
  bytes: Buffer,
  header: PictureHeader & { isVector: boolean }
): Promise<EncodedPicture> {
  const own = header.isVector ? SVG.side : Math.max(header.width, header.height)
  const encode = async (longest: number, encoding: { format: EncodedPicture["format"]; compression: number }) => {
    const size = scaleTo(Math.min(longest, own), header)
    const density = header.isVector ? { density: svgDensity(size.width / header.width) } : {}
    const upright = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: "error", ...density })
      .timeout({ seconds: MAX_SECONDS })
      .rotate()
      .resize({ ...size, fit: "fill" })
    const { format, compression } = encoding
    const encoded =
      format === "PNG" ? upright.png({ compressionLevel: compression }) : upright.jpeg({ quality: JPEG_QUALITY })
    const result = await encoded.toBuffer().catch((cause: unknown) => {
      throw new PictureUnreadableError("its file is damaged", { cause })
    })
    return { bytes: result, format }
  }

  const usual = { format: header.hasAlpha ? "PNG" : "JPEG", compression: PNG_COMPRESSION.usual } as const
  const [largest, ...smaller] = LONGEST_SIDES
  let encoded = await encode(largest ?? own, usual)
  for (const side of smaller) {
    if (encoded.bytes.length > IMAGE_LIMITS.maxBytes) {
      encoded = await encode(side, usual)
    }
  }
  // Plain surfaces compress to less than the service takes.
  return encoded.bytes.length < IMAGE_LIMITS.minBytes
    ? encode(LIST_SIDE, { format: "PNG", compression: PNG_COMPRESSION.none })
    : encoded
}

function svgDensity(scale: number): number {
  return Math.min(Math.max(SVG.density * scale, SVG.minDensity), SVG.maxDensity)
}
