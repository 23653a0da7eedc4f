import { IMAGE_FORMATS, IMAGE_LIMITS, type ImageFormat } from "../pos-api/contract"
import {
  ImageNeedsSharpError,
  ImageTooManyPixelsError,
  ImageTooNarrowError,
  ImageTooSmallError,
  ImageUnreadableError,
} from "./image-errors"

export type PreparedImage = {
  bytes: Buffer
  format: ImageFormat
  /** true when the bytes differ from the given ones */
  changed: boolean
}

/**
 * Converts an image so that it is within the limits of the POS ({@link IMAGE_LIMITS}). An image that is within them,
 * upright and of an accepted type stays unchanged. Without sharp such an image passes without a check of its size in
 * pixels.
 * @throws ImageUnreadableError, ImageNeedsSharpError, ImageTooSmallError, ImageTooNarrowError,
 * ImageTooManyPixelsError
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  const detected = detectImageFormat(bytes)
  if (detected === "unknown") {
    throw new ImageUnreadableError("its file is no JPEG, PNG, GIF, WEBP, AVIF or SVG")
  }
  const format = IMAGE_FORMATS.find((known) => known === detected)
  const sharp = await loadSharp()
  if (!sharp) {
    if (!format) {
      throw new ImageNeedsSharpError(`is of the type ${detected}, which the POS does not take`)
    }
    if (bytes.length > IMAGE_LIMITS.maxBytes) {
      throw new ImageNeedsSharpError(`is larger than ${IMAGE_LIMITS.maxBytes / 1024 ** 2} MB`)
    }
    return { bytes, format, changed: false }
  }

  const isVector = detected === "SVG"
  const header = await readImageHeader(sharp, bytes)
  if (!isVector) {
    rejectUnusable(header)
  }
  const inBounds = bytes.length >= IMAGE_LIMITS.minBytes && bytes.length <= IMAGE_LIMITS.maxBytes && !isTooLong(header)
  if (format && inBounds && !header.turned) {
    return { bytes, format, changed: false }
  }
  return { ...(await encodeImage(sharp, bytes, { ...header, isVector })), changed: true }
}

/**
 * Long sides in pixels that are tried, in this order. The POS keeps no copy beyond 2,000 pixels; an image of 1,000 has
 * few enough bytes even uncompressed.
 */
const LONGEST_SIDES = [2_000, 1_500, 1_000]
/**
 * Long side in pixels that the POS shows in lists. Uncompressed, such an image has at least the minimum number of
 * bytes, and not too many.
 */
const LIST_SIDE = 560
/** An SVG has no pixels of its own, only a size at a density of 72. */
const SVG = { side: 1_000, density: 72, minDensity: 1, maxDensity: 100_000 }

const PNG_COMPRESSION = { usual: 6, none: 0 }
const JPEG_QUALITY = 85
const MAX_SECONDS = 30

export type EncodedImage = { bytes: Buffer; format: Extract<ImageFormat, "JPEG" | "PNG"> }

/**
 * Encodes an image within the limits of the POS: PNG when it has alpha, otherwise JPEG; upright; in sRGB; only the
 * first frame of an animation.
 * @throws ImageUnreadableError when it does not decode, ImageTooNarrowError
 */
async function encodeImage(
  sharp: Sharp,
  bytes: Buffer,
  header: ImageHeader & { isVector: boolean }
): Promise<EncodedImage> {
  const own = header.isVector ? SVG.side : Math.max(header.width, header.height)
  const encode = async (longest: number, encoding: { format: EncodedImage["format"]; compression: number }) => {
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
      throw new ImageUnreadableError("its file is damaged", { cause })
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
  // Plain surfaces compress to fewer bytes than the POS accepts.
  return encoded.bytes.length < IMAGE_LIMITS.minBytes
    ? encode(LIST_SIDE, { format: "PNG", compression: PNG_COMPRESSION.none })
    : encoded
}

function svgDensity(scale: number): number {
  return Math.min(Math.max(SVG.density * scale, SVG.minDensity), SVG.maxDensity)
}

/**
 * Metadata of an image before it is decoded. Its size is that of the upright image: a quarter turn by EXIF swaps the
 * sides.
 */
type ImageHeader = PixelSize & {
  /** EXIF rotates or flips it, which not every screen respects */
  turned: boolean
  hasAlpha: boolean
}

/** Reads the metadata of an image. @throws ImageUnreadableError when sharp cannot read it */
export async function readImageHeader(sharp: Sharp, bytes: Buffer): Promise<ImageHeader> {
  // No pixel limit here: nothing is decoded, and the size is needed to explain a rejection.
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageUnreadableError("its file is damaged", { cause })
    })
  const { width, height, orientation = 1, hasAlpha } = metadata
  const size = orientation >= 5 ? { width: height, height: width } : { width, height }
  return { ...size, turned: orientation > 1, hasAlpha }
}

/** A size in pixels. */
type PixelSize = { width: number; height: number }

/**
 * Maximum number of pixels to decode: 8,000 × 8,000, some 250 MB of memory. A larger image is a mistake or an attack.
 */
const MAX_INPUT_PIXELS = 64_000_000

/** Rejects images that have too many or too few pixels. @throws ImageTooManyPixelsError, ImageTooSmallError */
function rejectUnusable({ width, height }: PixelSize): void {
  if (width * height > MAX_INPUT_PIXELS) {
    throw new ImageTooManyPixelsError(width, height, MAX_INPUT_PIXELS)
  }
  if (Math.min(width, height) < IMAGE_LIMITS.minPixels) {
    throw new ImageTooSmallError(width, height, IMAGE_LIMITS.minPixels)
  }
}

/** True when a side is longer than the POS accepts. */
function isTooLong({ width, height }: PixelSize): boolean {
  return Math.max(width, height) > IMAGE_LIMITS.maxPixels
}

/**
 * Scales a size to `longest` pixels on its long side, or further until the short side reaches its minimum.
 * @throws ImageTooNarrowError when no scale has both sides within the limits
 */
function scaleTo(longest: number, { width, height }: PixelSize): PixelSize {
  const scale = Math.max(longest / Math.max(width, height), IMAGE_LIMITS.minPixels / Math.min(width, height))
  const scaled = { width: Math.round(width * scale), height: Math.round(height * scale) }
  if (isTooLong(scaled)) {
    throw new ImageTooNarrowError(width, height, IMAGE_LIMITS)
  }
  return scaled
}

export type DetectedFormat = "JPEG" | "PNG" | "GIF" | "WEBP" | "AVIF" | "SVG" | "unknown"

/** Number of bytes in which the root element of an SVG must appear. sharp reads no further either. */
const SVG_HEAD_BYTES = 1_000

/** Detects an image's format by its content, because file names and content types may be wrong. */
export function detectImageFormat(bytes: Buffer): DetectedFormat {
  const at = (from: number, to: number) => bytes.toString("latin1", from, to)
  if (at(0, 3) === "\xff\xd8\xff") {
    return "JPEG"
  }
  if (at(0, 8) === "\x89PNG\r\n\x1a\n") {
    return "PNG"
  }
  if (at(0, 6) === "GIF87a" || at(0, 6) === "GIF89a") {
    return "GIF"
  }
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") {
    return "WEBP"
  }
  if (at(4, 8) === "ftyp" && isAvif(bytes)) {
    return "AVIF"
  }
  return isSvg(bytes) ? "SVG" : "unknown"
}

/** The file type box lists brands: the main one at byte 8, compatible ones from byte 16 to the end of the box. */
function isAvif(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands = bytes.toString("latin1", 8, Math.max(end, 12))
  return /^(?:.{4})*avi[fs]/s.test(brands)
}

function isSvg(bytes: Buffer): boolean {
  const head = bytes
    .toString("utf8", 0, SVG_HEAD_BYTES)
    .replace(/^\uFEFF/, "")
    .trimStart()
  return head.startsWith("<") && /<svg[\s>]/i.test(head) && !/<(?:!doctype\s+)?html/i.test(head)
}

export type Sharp = typeof import("sharp")

/**
 * Loads the optional package sharp when an image first needs it, because it is large and native.
 * @returns null when it is not installed or has no build for the machine
 */
export async function loadSharp(): Promise<Sharp | null> {
  try {
    return (await import("sharp")).default
  } catch {
    return null
  }
}
