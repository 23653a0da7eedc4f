import { randomFillSync } from "node:crypto"

/** Crockford's base 32, in the order of its characters. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

const pool = new Uint8Array(RANDOM_CHARACTERS * 512)
let used = pool.length

/**
 * An id as Medusa's generateEntityId makes them: prefix, and a ULID of now. That one asks the system for each of its
 * random characters, which takes longer than all else that a batch of thousands needs.
 */
export function entityId(prefix: string): string {
  return `${prefix}_${timePart(Date.now())}${randomPart()}`
}

function timePart(milliseconds: number): string {
  let rest = milliseconds
  let text = ""
  for (let place = 0; place < TIME_CHARACTERS; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

function randomPart(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let text = ""
  for (const end = used + RANDOM_CHARACTERS; used < end; used++) {
    // 256 is a multiple of 32, so every character is as likely as any other.
    text += ALPHABET.charAt((pool[used] ?? 0) % ALPHABET.length)
  }
  return text
}
