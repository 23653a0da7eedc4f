/** Ticks of 100 ns from the start of the Gregorian calendar to that of Unix. */
const GREGORIAN_OFFSET = 122_192_928_000_000_000n

/** A UUID of version 1, as the POS wants them of its callers. */
export function uuidVersion1() {
  const random = crypto.getRandomValues(new Uint8Array(10))
  const ticks = BigInt(Date.now()) * 10_000n + BigInt((random[8] ?? 0) * 39) + GREGORIAN_OFFSET
  const time = ticks.toString(16).padStart(15, "0")
  const bytes = [...random.slice(0, 8)].map((byte, index) =>
    index === 0 ? (byte & 0x3f) | 0x80 : index === 2 ? byte | 1 : byte
  )
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${time.slice(7)}-${time.slice(3, 7)}-1${time.slice(0, 3)}-${hex.slice(0, 4)}-${hex.slice(4)}`
}
