const ELLIPSIS = "…"

/**
 * The text where it has at most `limit` characters, as the service counts them (UTF-16 units); else as many of its words
 * as fit, and an ellipsis. A word that is too long by itself is cut between two characters as a reader sees them, so that
 * neither a surrogate pair nor an emoji of several is split.
 */
export function fitText(text: string, limit: number): string {
  if (text.length <= limit) {
    return text
  }
  const room = limit - ELLIPSIS.length
  const end = lastBoundary(text, room, "word") || lastBoundary(text, room, "grapheme")
  return text.slice(0, end).trimEnd() + ELLIPSIS
}

/** Words of other scripts have no spaces between them, so the language's own rules say where one ends. */
function lastBoundary(text: string, room: number, granularity: "word" | "grapheme"): number {
  let end = 0
  // Twice as much tells where the word ends that the limit falls into, and bounds the work for a text of any length.
  for (const { index } of new Intl.Segmenter("und", { granularity }).segment(text.slice(0, room * 2))) {
    if (index > room) {
      break
    }
    end = index
  }
  return end
}
