/** The forms of text that tell nothing of whom it is about. */
export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
export const MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/
export const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/
export const ETAG = /^(W\/)?"?[\dA-F]{8,64}"?$/i
/** A property's name, as a programmer wrote it. */
export const IDENTIFIER = /^[A-Za-z_][\w-]{0,63}$/

/** Properties whose texts are words of the service itself: `PURCHASE`, `ENTITY_NOT_FOUND`, `Europe/Stockholm`. */
const OF_WORDS = new Set([
  ...["type", "state", "status", "source", "errorType", "constraintType", "propertyName", "error", "grant_type"],
  ...["transportName", "eventName", "eventNames", "currency", "currencyId", "country", "language", "timeZone"],
  ...["taxationType", "taxationMode", "customerStatus", "inventoryType", "tracking", "imageFormat", "periodicity"],
  ...["originatorTransactionType", "accountTypeGroup", "payoutPeriodicity"],
])

const WORD = /^[\w.:/+-]{1,64}$/

/** Whether a text is a word of the service, by its property. */
export const isWord = (name: string, text: string) => OF_WORDS.has(name) && WORD.test(text)
