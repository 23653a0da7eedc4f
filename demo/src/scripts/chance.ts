import { createHash } from "node:crypto"

/** 0 ≤ n < 1: looks like chance, and is the same for the same words. */
export const chance = (...words: (string | number)[]): number =>
  createHash("sha256").update(words.join(" ")).digest().readUInt32BE() / 2 ** 32

/** One of several, by chance. */
export function pick<const Items extends readonly [unknown, ...unknown[]]>(
  items: Items,
  ...words: (string | number)[]
): Items[number] {
  return items[Math.floor(chance(...words) * items.length)] ?? items[0]
}
