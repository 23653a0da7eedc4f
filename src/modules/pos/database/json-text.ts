const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g

/**
 * A value as JSON that PostgreSQL can hold: it refuses the character U+0000 and halves of surrogate pairs, which stand
 * as U+FFFD then. Whoever types at a till does not know that.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  // JSON.stringify writes whole pairs as they are and escapes only a half.
  return text.includes("\\u0000") || text.includes("\\ud")
    ? text.replace(ESCAPE, (escape) => (escape.length > 2 ? "\\ufffd" : escape))
    : text
}
