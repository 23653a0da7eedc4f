import { once } from "node:events"
import { PassThrough } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** A file of the shop's file module. */
export type WrittenFile = { id: string; url: string; filename: string }

/** Writes a piece of the file; done when the next piece may follow. */
export type Write = (piece: string | Buffer) => Promise<void>

/** Streams a file into the shop's file module; one that breaks off is removed again. */
export async function writeFile(
  container: MedusaContainer,
  file: { filename: string; mimeType: string },
  produce: (write: Write) => Promise<void>
): Promise<WrittenFile> {
  const files = container.resolve(Modules.FILE)
  const { writeStream, promise, fileKey } = await files.getUploadStream({ ...file, access: "private" })
  const source = new PassThrough()
  // What breaks the stream is told by the pipeline; waiting for its end or for room would only tell it again.
  promise.catch(() => undefined)
  const write: Write = async (piece) => {
    if (!source.write(piece) && !source.destroyed) {
      await Promise.race([once(source, "drain"), once(source, "close")])
    }
  }
  const produced = produce(write).then(
    () => source.end(),
    (error: unknown) => source.destroy(error instanceof Error ? error : new Error(String(error)))
  )
  try {
    await Promise.all([pipeline(source, writeStream), produced])
    const { key } = await promise
    const { url } = await files.retrieveFile(key)
    return { id: key, url, filename: file.filename }
  } catch (error) {
    await files.deleteFiles([fileKey])
    throw error
  }
}
