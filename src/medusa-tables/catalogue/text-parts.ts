/** A character that no title and no code has. */
const BETWEEN = "chr(31)"

const pairsOf = (text: string) =>
  `string_to_array(regexp_replace(${text}, '(..)', '\\1' || ${BETWEEN}, 'g'), ${BETWEEN})`

/**
 * Every character of a text and every two that stand together. A text that holds another has all of its parts, so that an
 * index of parts finds words in the midst of others, in any script: pg_trgm needs three characters, knows no script but
 * the database's own, and is not to be had everywhere.
 */
export const partsOf = (text: string): string =>
  `(string_to_array(${text}, NULL) || ${pairsOf(text)} || ${pairsOf(`substr(${text}, 2)`)})`

/** What of a product a person searches by. */
export const SEARCHED_TITLE = "lower(title)"

/** What of a variant. */
export const SEARCHED_CODES =
  "lower(coalesce(sku, '') || ' ' || coalesce(barcode, '') || ' ' || coalesce(ean, '') || ' ' || coalesce(upc, ''))"

/** The text as LIKE takes it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
