import type { AxiosResponse } from "axios"
import { PosForeignLinkError } from "./errors"

/** `<https://…?cursor=…>; rel="next"`, among other links */
const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s;,"]+))*)/g
const NEXT = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i

/**
 * The address of the next page as the service gives it in `Link`, or null on the last one. The access token goes to the
 * configured origin only.
 * @param asked the address that answered; a relative link starts there
 * @throws PosForeignLinkError when the link leads elsewhere
 */
export function nextPage(headers: AxiosResponse["headers"], asked: string, call: string): string | null {
  const link: unknown = headers.link
  if (typeof link !== "string") {
    return null
  }
  const next = [...link.matchAll(LINK)].find(([, , parameters]) => NEXT.test(parameters ?? ""))?.[1]
  if (next === undefined) {
    return null
  }
  const url = URL.canParse(next, asked) ? new URL(next, asked) : null
  if (url?.origin !== new URL(asked).origin) {
    throw new PosForeignLinkError({ call }, url?.origin ?? next)
  }
  return url.href
}
