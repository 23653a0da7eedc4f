import { z } from "zod"

/** A value as the bytes of its JSON: outside the heap, and half of what the object takes there. */
const compact = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()

/**
 * A map of plain objects that keeps each as the bytes of its JSON, for the many things that a sandbox holds and seldom
 * looks at. What `get` returns is a copy: a change of it changes nothing until it is set again.
 */
export class CompactMap<Value extends object> {
  /** What was stored here has passed a schema on its way in. */
  private readonly schema = z.custom<Value>((value) => typeof value === "object" && value !== null)

  /** @param bytes what a snapshot has kept */
  constructor(readonly bytes: Map<string, Uint8Array> = new Map()) {}

  get size(): number {
    return this.bytes.size
  }

  has(key: string): boolean {
    return this.bytes.has(key)
  }

  get(key: string): Value | undefined {
    const bytes = this.bytes.get(key)
    return bytes && this.read(bytes)
  }

  set(key: string, value: Value): void {
    this.bytes.set(key, compact(value))
  }

  delete(key: string): boolean {
    return this.bytes.delete(key)
  }

  keys(): IterableIterator<string> {
    return this.bytes.keys()
  }

  *values(): Generator<Value> {
    for (const bytes of this.bytes.values()) {
      yield this.read(bytes)
    }
  }

  private read(bytes: Uint8Array): Value {
    return this.schema.parse(JSON.parse(textOf(bytes)))
  }
}
