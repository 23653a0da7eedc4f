import { randomBytes } from "node:crypto"
import { v1 as uuidVersion1 } from "uuid"

/** Crockford's base 32 alphabet, which ULIDs use. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const TIME_LENGTH = 10
const HALF_LENGTH = 8

/** State of the current millisecond: its random half, and the number of its last id, which starts at a random value. */
let last = { time: 0, chance: "", number: 0 }

/**
 * Creates an id in Medusa's format, `prefix_` and a ULID, greater than all earlier ids of this process. Rows of one
 * receipt therefore sort in receipt order.
 *
 * Why not Medusa's `generateEntityId`: it reads system randomness for each character and does not order ids within a
 * millisecond. A receipt needs thirty ids.
 */
export function entityId(prefix: string): string {
  const time = Math.max(Date.now(), last.time)
  if (time > last.time) {
    const bytes = randomBytes(HALF_LENGTH + 4)
    const chance = Array.from(bytes.subarray(0, HALF_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
      ""
    )
    last = { time, chance, number: bytes.readUInt32BE(HALF_LENGTH) }
  } else {
    last.number += 1
  }
  return `${prefix}_${toBase32(time, TIME_LENGTH)}${last.chance}${toBase32(last.number, HALF_LENGTH)}`
}

function toBase32(value: number, length: number): string {
  let text = ""
  for (let rest = value; text.length < length; rest = Math.floor(rest / ALPHABET.length)) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
  }
  return text
}

/** Chooses a UUID of version 1, which the POS requires (observed "Product library"). */
export function chooseUuid(): string {
  return uuidVersion1()
}
