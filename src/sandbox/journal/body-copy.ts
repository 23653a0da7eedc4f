/** Bytes of a body that are kept. */
export const BODY_LIMIT = 16_384

const TEXT = /json|text|xml|form-urlencoded|javascript/

/** A copy of the beginning of what goes by. It is made of what is there anyway, and becomes text when it is asked for. */
export class BodyCopy {
  private readonly chunks: (Buffer | string)[] = []
  /** bytes that are kept, and those that went by */
  kept = 0
  private total = 0

  /** @param chunk what a stream was given; anything but bytes and text is none */
  add(chunk: unknown): void {
    if (typeof chunk === "string") {
      this.addPart(chunk.length > BODY_LIMIT ? Buffer.from(chunk) : chunk, Buffer.byteLength(chunk))
    } else if (chunk instanceof Uint8Array) {
      this.addPart(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length), chunk.length)
    }
  }

  /** The body for a person: as text, of anything else what it was; null: there was none. */
  text(contentType: string): string | null {
    if (this.total === 0) {
      return null
    }
    if (contentType !== "" && !TEXT.test(contentType)) {
      return `[${contentType}, ${this.total} bytes]`
    }
    const bytes = this.chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk))
    const text = Buffer.concat(bytes, this.kept).toString("utf8")
    return this.total > this.kept ? `${text}… [${this.kept} of ${this.total} bytes]` : text
  }

  private addPart(part: Buffer | string, length: number): void {
    this.total += length
    const room = BODY_LIMIT - this.kept
    if (length === 0 || room <= 0) {
      return
    }
    // A piece of its own where it is cut: else the whole would stay in memory with it.
    this.chunks.push(length <= room ? part : Buffer.from(Buffer.from(part).subarray(0, room)))
    this.kept += Math.min(length, room)
  }
}
