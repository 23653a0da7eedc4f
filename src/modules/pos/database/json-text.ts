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

/** A class of its own, because Medusa's repositories merge plain objects only. */
class ReplacedJson {}

/**
 * Returns a JSON object that an update of a record stores as it is. Medusa's `update…` methods merge a plain object into
 * the stored one, so that members which the new object lacks would stay.
 */
export function replacedJson<Value extends object>(value: Value): Value {
  return Object.assign(new ReplacedJson(), value)
}
