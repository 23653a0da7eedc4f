const ESCAPE = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g

/**
 * Serializes a value as JSON that PostgreSQL accepts. PostgreSQL rejects U+0000 and unpaired surrogates, so both become
 * U+FFFD. Text typed at a register may contain them.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  // JSON.stringify keeps surrogate pairs and escapes only unpaired surrogates.
  return text.includes("\\u0000") || text.includes("\\ud")
    ? text.replace(ESCAPE, (escape) => (escape.length > 2 ? "\\ufffd" : escape))
    : text
}
