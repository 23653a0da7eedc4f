/** Separators of paths, what Windows does not accept in a name, and characters that are not visible. */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Names that Windows reserves for devices, also with an extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Characters of a name. In UTF-8 each has at most four bytes, and file systems accept 255. */
const LONGEST_NAME = 50

/**
 * Returns a name as one that every file system accepts as a folder: without separators, ".." and dots or spaces at its
 * ends. Letters of all languages stay. "" if nothing is left.
 */
export function folderName(name: string): string {
  const safe = name
    .normalize("NFC")
    .replace(UNSAFE, "-")
    .replace(/\s+/g, " ")
    .replace(/\.{2,}/g, ".")
  const short = [...trimmed(safe)].slice(0, LONGEST_NAME).join("")
  return trimmed(short).replace(RESERVED, "_$1")
}

const trimmed = (name: string): string => name.replace(/^[. ]+|[. ]+$/g, "")

/**
 * Returns a folder for each name, in their order. Equal names get a number; names that differ only in case are equal,
 * because some file systems do not distinguish them.
 * @param taken names that the folders must not have
 */
export function folderNames(names: string[], taken: string[]): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  return names.map((name) => {
    const wanted = folderName(name) || "-"
    let folder = wanted
    for (let number = 2; used.has(folder.toLowerCase()); number += 1) {
      folder = `${wanted} (${number})`
    }
    used.add(folder.toLowerCase())
    return folder
  })
}
