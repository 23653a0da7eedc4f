import type { FileText } from "./read-texts"

/** A word that is not used, what is used in its place, and where it is right nevertheless. */
export type TermRule = {
  /** whole words, in any case */
  term: string
  use: string
  /** default: everywhere */
  appliesTo?: (text: Pick<FileText, "kind" | "file">) => boolean
  exceptions?: { line: RegExp; reason: string }[]
}

const isSourceOrLabel = ({ kind }: Pick<FileText, "kind">) => kind !== "page"

/** One name for the remote system. */
const POS_RULES: TermRule[] = [
  {
    term: "counters?",
    use: "POS, or register",
    exceptions: [
      { line: /over the counter/i, reason: "the name of the fulfillment provider" },
      {
        line: /metric counter|Type of a metric: a counter|^Counters continue|Counters continue/,
        reason: "a counter of OpenTelemetry",
      },
    ],
  },
  { term: "tills?", use: "register, or POS; until" },
  { term: "the (?:running |real )?service(?! charge)", use: "the POS, or the POS API" },
  { term: "shops?", use: "store" },
]

/** Metaphors and old words, with the usual word. */
const PLAIN_WORD_RULES: TermRule[] = [
  { term: "told|tells?|telling", use: "notify, report, show, return" },
  { term: "heard|hears?|hearing", use: "receive, record" },
  { term: "judg\\w*", use: "classify, compare" },
  { term: "reckon\\w*", use: "compute" },
  { term: "mend(?:s|ed|ing)?", use: "fix, repair" },
  { term: "strangers?", use: "unlinked, unknown sender" },
  { term: "stands?|stood|standing", use: "is, is in, means" },
  { term: "anew", use: "again" },
  { term: "(?:go|goes|going|went|carry|carries|carried) on", use: "continue, resume" },
  { term: "whoever|whatever|whichever", use: "the noun; regardless of, any" },
  { term: "what (?:came|is there)", use: "the noun: the payload, the stored value" },
  { term: "look(?:s|ed|ing)? at|look up again", use: "check, show, refresh" },
  { term: "in vain", use: "without success" },
  { term: "hence|thereof|whence|lest|besides", use: "therefore, so, also" },
  { term: "begun", use: "started, in progress" },
  { term: "given back", use: "refunded, returned" },
  { term: "lies", use: "is" },
  { term: "held by", use: "verified by, kept by" },
  { term: "asleep|awake|mishaps?|breaths?|night watch", use: "the standard term: idle, running, fault, pause" },
  { term: "announc\\w*", use: "publish, send an event about" },
]

/** Names of parts and of records. */
const NAME_RULES: TermRule[] = [
  { term: "pictures?", use: "image" },
  {
    term: "attention",
    use: "issue, Issues",
    exceptions: [
      {
        line: /needs attention/i,
        reason: "the title of the list and the state of a rejected product: usual words in an admin",
      },
    ],
  },
  { term: "mirror(?:s|ed|ing)?", use: "import, imported order" },
  { term: "rooms?", use: "module, layer" },
  { term: "translat\\w*", use: "map, mapping", appliesTo: ({ file }) => file === "docs/architecture.md" },
  { term: "doors?", use: "webhook endpoint" },
  { term: "alarms?", use: "alert" },
  { term: "papers?", use: "document, receipt" },
  { term: "(?<!e-)books", use: "accounting, posts" },
  {
    term: "figures?",
    use: "amount, total, metric, value",
    appliesTo: isSourceOrLabel,
    exceptions: [{ line: /blockquote dd div dl/, reason: "names of HTML elements" }],
  },
]

/** Spellings of British English. */
const SPELLING_RULES: TermRule[] = [
  { term: "catalogue[sd]?|cataloguing|dialogues?|cheques?|programmes?", use: "catalog, dialog, check, program" },
  { term: "\\w*colour\\w*|\\w*behaviour\\w*|\\w*favour\\w*|\\w*neighbour\\w*|\\w*honour\\w*", use: "-or" },
  {
    term: "\\w*(?:al|an|or|er|imi|ogn|ron|ar|tom|min|ut)is(?:e|es|ed|ing|ations?)",
    use: "-ize",
  },
  { term: "\\w*analys(?:e|es|ed|ing)", use: "analyze" },
  {
    term: "cancell(?:ed|ing)|labell\\w+|modell\\w+|travell\\w+|fulfil|fulfils|fulfilment\\w*",
    use: "canceled, labeled, fulfill",
  },
  {
    term: "licence\\w*|centre\\w*|grey|judgement|spelt|misspelt|learnt|whilst|amongst|artefacts?",
    use: "the American spelling",
  },
]

export const TERM_RULES: TermRule[] = [...POS_RULES, ...PLAIN_WORD_RULES, ...NAME_RULES, ...SPELLING_RULES]
