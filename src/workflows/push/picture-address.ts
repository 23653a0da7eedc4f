import { isIP } from "node:net"
import { reachOf } from "../../pictures/address-reach"
import type { ImageFormat } from "../../pos-api/contract"

const FORMATS = new Map<string, ImageFormat>([
  ["jpg", "JPEG"],
  ["jpeg", "JPEG"],
  ["png", "PNG"],
  ["gif", "GIF"],
])

const INSIDE = /(^|\.)(localhost|local|internal|lan|home\.arpa|test)$/i

/**
 * The format of a picture that the service can fetch by itself, or null where an upload is needed: its name does not tell
 * a format that the service takes, or its address is one of the shop's own network.
 */
export function isForTheServiceToFetch(url: string): ImageFormat | null {
  if (!URL.canParse(url)) {
    return null
  }
  const { protocol, hostname, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isPublic = isIP(host) === 0 ? host.includes(".") && !INSIDE.test(host) : reachOf(host) === "public"
  const extension = pathname.split(".").at(-1)?.toLowerCase() ?? ""
  return isPublic && (protocol === "https:" || protocol === "http:") ? (FORMATS.get(extension) ?? null) : null
}
