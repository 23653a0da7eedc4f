import type { RawCall } from "./raw-call"

/** The newest calls that are kept; fewer when their texts come to more than the memory they may have. */
export const MAX_CALLS = 10_000
const MAX_BYTES = 33_554_432

/** What a call takes beside its bodies, roughly. */
const OVERHEAD_BYTES = 1_024

/** A call with its number, counted from 1 in the order in which calls ended. */
export type KeptCall = { id: number; call: RawCall }

/** Every call of the service, the newest ones: a ring whose memory has a limit. */
export class Journal {
  private slots: (KeptCall | undefined)[] = []
  private first = 1
  private next = 1
  private bytes = 0

  /** @returns its id */
  add(call: RawCall): number {
    const id = this.next++
    if (id - this.first >= MAX_CALLS) {
      this.forgetFirst()
    }
    this.slots[id % MAX_CALLS] = { id, call }
    this.bytes += bytesOf(call)
    while (this.bytes > MAX_BYTES && this.first < id) {
      this.forgetFirst()
    }
    return id
  }

  /** Ids go on, so that whoever asks for what came since is told right. */
  clear(): void {
    this.slots = []
    this.first = this.next
    this.bytes = 0
  }

  /** The calls after one, the oldest first. */
  *after(id: number): Generator<KeptCall> {
    for (let current = Math.max(id + 1, this.first); current < this.next; current++) {
      yield* this.at(current)
    }
  }

  /** The calls before one, the newest first. */
  *before(id: number): Generator<KeptCall> {
    for (let current = Math.min(id, this.next) - 1; current >= this.first; current--) {
      yield* this.at(current)
    }
  }

  private *at(id: number): Generator<KeptCall> {
    const slot = this.slots[id % MAX_CALLS]
    if (slot) {
      yield slot
    }
  }

  private forgetFirst(): void {
    const index = this.first++ % MAX_CALLS
    const slot = this.slots[index]
    this.bytes -= slot ? bytesOf(slot.call) : 0
    this.slots[index] = undefined
  }
}

/** A body may hold on to as much again of the memory that it was cut out of. */
function bytesOf({ request, response, path, query }: RawCall): number {
  return OVERHEAD_BYTES + path.length + query.length + 2 * (request.body.kept + response.body.kept)
}
