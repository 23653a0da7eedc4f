import { ETAG, UUID } from "./value-forms"

/**
 * Which identifier or version of the sandbox stands where another stood in the recording: learned from answers, used in what is
 * asked next.
 */
export class MatchingIds {
  private readonly known = new Map<string, string>()

  set(recorded: string, here: string): void {
    const isVersion = ETAG.test(recorded) && ETAG.test(here)
    const isId = UUID.test(recorded) && UUID.test(here)
    if ((isVersion || isId) && !this.known.has(bare(recorded))) {
      this.known.set(bare(recorded), bare(here))
    }
  }

  /** Learns from two answers to the same call, place by place. */
  learn(recorded: unknown, here: unknown): void {
    if (typeof recorded === "string" && typeof here === "string") {
      this.set(recorded, here)
    } else if (Array.isArray(recorded) && Array.isArray(here)) {
      const others: unknown[] = inOrder(here)
      inOrder(recorded).forEach((item, index) => this.learn(item, others[index]))
    } else if (isRecord(recorded) && isRecord(here)) {
      for (const [key, value] of Object.entries(recorded)) {
        this.learn(value, here[key])
      }
    }
  }

  translate(text: string): string {
    return text.replace(/[\da-f][\da-f-]{7,}/gi, (id) => this.known.get(id) ?? id)
  }
}

/** A header quotes a version, a body may not. */
const bare = (id: string) => id.replace(/^W\/|"/g, "")

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The places of stock come in any order; their types tell which is which. */
function inOrder(list: unknown[]): unknown[] {
  const typeOf = (item: unknown) => (isRecord(item) && typeof item.inventoryType === "string" ? item.inventoryType : "")
  return [...list].sort((one, other) => typeOf(one).localeCompare(typeOf(other)))
}
