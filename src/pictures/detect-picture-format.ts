export type PictureFormat = "JPEG" | "PNG" | "GIF" | "WEBP" | "AVIF" | "SVG" | "unknown"

/** Bytes in which the text of an SVG must show its root; sharp looks no further either. */
const SVG_HEAD_BYTES = 1_000

/** Tells a picture's format by its content: names and content types of hosts lie. */
export function detectPictureFormat(bytes: Buffer): PictureFormat {
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

/** The file type box lists brands: the main one at 8, compatible ones from 16 to the box's end. */
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
