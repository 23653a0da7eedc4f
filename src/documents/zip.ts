import { Zip, ZipDeflate } from "fflate"
import type { Write } from "./table-export"

/** Adds a file to a zip. Resolves with the result of `produce`, which writes the file's content. */
export type AddToZip = <Result>(path: string, produce: (write: Write) => Promise<Result>) => Promise<Result>

/**
 * Writes a zip piece by piece, so that it is never in memory as a whole. The files are added one after another.
 * @param now the modification time of its files; a zip has no time zone, so it is UTC
 */
export async function writeZip(write: Write, now: Date, fill: (add: AddToZip) => Promise<void>): Promise<void> {
  const compressed: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) {
      throw error
    }
    compressed.push(Buffer.from(chunk))
  })
  const flush = async () => {
    for (const chunk of compressed.splice(0)) {
      await write(chunk)
    }
  }
  await fill(async (path, produce) => {
    const entry = new ZipDeflate(path)
    entry.mtime = withLocalFieldsOfUtc(now)
    zip.add(entry)
    const result = await produce(async (piece) => {
      entry.push(Buffer.from(piece))
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
