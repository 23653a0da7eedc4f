/**
 * Reads a stream to its end.
 * @param tooLong creates the error for more than `maxBytes`; the stream is ended then
 */
export async function readLimited(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) {
      throw tooLong()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
