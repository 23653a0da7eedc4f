const MAX_SHOWN = 200

/** A URL for messages and logs: query, fragment, user name and password may be secrets and go; cut at 200 characters. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) {
    // What cannot be parsed cannot be parted from a password for sure.
    return url.includes("@") ? "(an address that cannot be read)" : cut(url.split(/[?#]/, 1).join(""))
  }
  const shown = new URL(url)
  shown.username = ""
  shown.password = ""
  shown.search = ""
  shown.hash = ""
  return cut(shown.href)
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
