/**
 * JSON laid out for a person; anything else as it is.
 * @param {string} text
 */
export function prettyJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // A form, a cut text, a page: it is shown as it came.
    return text
  }
}
