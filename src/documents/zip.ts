import { Zip, ZipDeflate } from "fflate"
import { PosError } from "../modules/pos/errors"
import type { Write } from "./table-export"

/** Adds a file to a zip. Resolves with the result of `produce`, which writes the file's content. */
export type AddToZip = <Result>(path: string, produce: (write: Write) => Promise<Result>) => Promise<Result>

/** The most bytes of a zip and of each file in it: their sizes and places are numbers of 32 bits. */
const MOST_BYTES = 2 ** 32 - 1

/** A zip, or a file in it, has more bytes than the format can say. */
export class ZipTooLargeError extends PosError {
  constructor(what: string) {
    super(
      "pos_request_invalid",
      `Could not write the zip: ${what} is larger than 4 GiB. Export fewer connections or tables at once.`
    )
  }
}

/**
 * Writes a zip piece by piece, so that it is never in memory as a whole. The files are added one after another.
 * @param now the modification time of its files; a zip has no time zone, so it is UTC
 * @param most the most bytes of the zip and of each file in it
 * @throws ZipTooLargeError; what was written until then is no zip
 */
export async function writeZip(
  write: Write,
  now: Date,
  fill: (add: AddToZip) => Promise<void>,
  most: number = MOST_BYTES
): Promise<void> {
  const compressed: Buffer[] = []
  let length = 0
  const zip = new Zip((error, chunk) => {
    if (error) {
      throw error
    }
    compressed.push(Buffer.from(chunk))
  })
  const flush = async () => {
    for (const chunk of compressed.splice(0)) {
      length += chunk.length
      if (length > most) {
        throw new ZipTooLargeError("it")
      }
      await write(chunk)
    }
  }
  await fill(async (path, produce) => {
    const entry = new ZipDeflate(path)
    entry.mtime = withLocalFieldsOfUtc(now)
    zip.add(entry)
    let size = 0
    const result = await produce(async (piece) => {
      const bytes = Buffer.from(piece)
      size += bytes.length
      if (size > most) {
        throw new ZipTooLargeError(path)
      }
      entry.push(bytes)
      await flush()
    })
    entry.push(Buffer.alloc(0), true)
    await flush()
    return result
  })
  zip.end()
  await flush()
}

/** Returns a moment whose date and time in the process's own zone, which the library writes, are those of UTC. */
const withLocalFieldsOfUtc = (moment: Date): Date =>
  new Date(
    moment.getUTCFullYear(),
    moment.getUTCMonth(),
    moment.getUTCDate(),
    moment.getUTCHours(),
    moment.getUTCMinutes(),
    moment.getUTCSeconds()
  )

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
    const wantedName = folderName(name) || "-"
    let folder = wantedName
    for (let number = 2; used.has(folder.toLowerCase()); number += 1) {
      folder = `${wantedName} (${number})`
    }
    used.add(folder.toLowerCase())
    return folder
  })
}
