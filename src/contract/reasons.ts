/**
 * Where a reason is shown: a `rejected` product; something `waiting` for a retry; an inbox entry that was `ignored` or
 * is `dead`; a receipt that is only `recorded`; a `image` or a variant's `stock` that the POS does not have; a `note` on a
 * product that the POS has in another form than the store.
 */
export const REASON_PLACES = ["rejected", "image", "stock", "note", "waiting", "ignored", "dead", "recorded"] as const

type ReasonPlace = (typeof REASON_PLACES)[number]

/** Admin pages on which a person can fix something of a product. */
export const FIX_PLACES = ["edit", "product", "prices", "media", "tax", "connection", "images", "stock"] as const

export type FixPlace = (typeof FIX_PLACES)[number]

/** A reason why something is not, or not yet, on the other side. */
export type Reason = {
  at: readonly ReasonPlace[]
  /** its texts as in the code, with "…" for variable parts; a test compares them with the code */
  says: readonly string[]
  /** the page on which its cause is fixed; missing where no fix is needed, or only a developer can fix it */
  fixedAt?: FixPlace
}

const ANYTHING = ["rejected", "waiting", "dead", "stock", "image"] as const

/** Reasons why a POS call failed. The work behind it waits or was given up. */
export const CALL_REASONS = {
  refused: {
    at: ANYTHING,
    fixedAt: "product",
    says: [
      "The POS refused … with …",
      "The POS refused the product",
      "The POS refused the product: …",
      "Could not delete the product at the POS: …",
    ],
  },
  "service-away": {
    at: ANYTHING,
    fixedAt: "connection",
    says: [
      "The POS did not answer …: …. Check its address; it is tried again.",
      "The POS is not called for now, because it did not answer",
      "The POS was not called yet",
      "The POS failed on … with …. It is tried again later.",
      "The POS is busy and did not take … (…). It is tried again later.",
      "The POS limits the rate of calls (…). It is tried again later.",
      "The rate limit of the POS is used up by other calls (…). It is tried again.",
    ],
  },
  credentials: {
    at: ANYTHING,
    fixedAt: "connection",
    says: [
      "The POS no longer accepts the credentials (…). Connect again with a new API key.",
      "The POS does not accept this API key: it was deleted or revoked. Create a new key and connect again.",
      "The POS does not let this application in any longer: it was disconnected there, or not used for too long. " +
        "Connect again.",
      "The POS has removed the credentials (…). …",
    ],
  },
  "wrong-organization": {
    at: ANYTHING,
    fixedAt: "connection",
    says: [
      "Could not use these credentials: they belong to the organization …, not to …. Nothing was sent " +
        "or stored with them. Use credentials of this organization, or create a separate connection for the other.",
    ],
  },
  scope: {
    at: ANYTHING,
    fixedAt: "connection",
    says: [
      "The API key lacks a scope for …. Create a key with all scopes.",
      "The API key lacks the scope READ:FINANCE, so account transactions and payouts cannot be read. " +
        "Create a key with it and connect again; everything else continues.",
    ],
  },
  "unknown-there": {
    at: ANYTHING,
    says: [
      "The POS does not know what … names.",
      "The POS does not know the gift card. Its last balance is kept, and it is read again every night.",
    ],
  },
  "changed-meanwhile": {
    at: ["waiting"],
    says: [
      "The product was changed at the POS meanwhile (…). Read it again.",
      "The POS changed the product … … times while it was written. It is tried again later.",
    ],
  },
  "foreign-address": {
    at: ANYTHING,
    says: ["The POS redirects … to …, which is not its configured address. Check the plugin's addresses."],
  },
  "not-understood": {
    at: ["dead", "waiting", "stock"],
    says: [
      "The POS signed it, and it is not understood: …",
      "The POS answered … in a form that is not understood: …",
      "The POS answered … with more than … MB, which is not read. Report it: the list needs pages.",
      "Purchase … has no time of sale that can be read",
      "… is missing",
      "… is … where … belongs",
      "… is … that cannot be read",
      "… is more than …",
      "… is less than …",
      "… is none of …",
      "… has what is not known: …",
      "… must …",
      "The store has stored data that it cannot read: …",
    ],
  },
} as const satisfies Record<string, Reason>

/** Reasons why something of the store is not at the POS. */
export const POS_REASONS = {
  "name-empty": { at: ["rejected"], fixedAt: "edit", says: ["…: the name is empty"] },
  "too-long": {
    at: ["rejected"],
    fixedAt: "edit",
    says: ["…: the … has … characters, at most … are taken", "…: the name has … characters, at most … are taken"],
  },
  "no-variant": { at: ["rejected"], fixedAt: "product", says: ["The product has no variant"] },
  "too-many-variants": {
    at: ["rejected"],
    fixedAt: "connection",
    says: ["The product has … variants, at most … are taken"],
  },
  "same-uuid": { at: ["rejected"], says: ["…: its UUID … is another variant's"] },
  "bad-vat": { at: ["rejected"], fixedAt: "tax", says: ["Product: VAT ‘…’ is not a percentage from 0 to 100"] },
  "mixed-vat": {
    at: ["rejected"],
    fixedAt: "tax",
    says: ["Product: its variants must share one VAT percentage, but have …"],
  },
  "no-price": { at: ["rejected"], fixedAt: "prices", says: ["…: price is missing in …"] },
  "no-chosen-price": {
    at: ["rejected"],
    says: ["Variant ‘…’: the price list ‘…’ has no price", "Variant ‘…’: the region ‘…’ has no price"],
  },
  "negative-price": { at: ["rejected"], fixedAt: "prices", says: ["…: price … is below 0"] },
  "unusable-price": { at: ["rejected"], fixedAt: "prices", says: ["…: the price … is no amount in …"] },
  "unreadable-overrides": {
    at: ["rejected"],
    fixedAt: "product",
    says: ["Product: what is shown instead is stored in an unknown form"],
  },
  "own-code-failed": {
    at: ["rejected", "waiting"],
    says: [
      "The option transformProduct failed for the product (…)",
      "The hook productsMapped failed for the product (…)",
    ],
  },
  "other-currency": { at: ["rejected"], says: ["…: price is in …, not in …"] },
  options: {
    at: ["rejected"],
    fixedAt: "product",
    says: [
      "The product has … options, at most … are taken",
      "Option ‘…’ is defined more than once",
      "Option ‘…’ has no values",
      "Option ‘…’ has … values, at most … are taken",
      "Option ‘…’: …",
    ],
  },
  "variant-options": {
    at: ["rejected"],
    fixedAt: "product",
    says: [
      "…: no value for option ‘…’",
      "…: ‘…’ is not a value of option ‘…’",
      "…: the combination … occurs more than once",
    ],
  },
  "image-address": {
    at: ["image"],
    fixedAt: "media",
    says: ["The image … is not fetched: …. Give it a public http or https address, or upload its file."],
  },
  "image-too-large": {
    at: ["image"],
    fixedAt: "media",
    says: ["The image … is larger than … MB. Replace it with a smaller file."],
  },
  "image-away": {
    at: ["image"],
    fixedAt: "images",
    says: ["The image … cannot be fetched: …. Check that it opens in a browser."],
  },
  "image-unreadable": {
    at: ["image"],
    fixedAt: "media",
    says: ["The image cannot be read: …. Save it as JPEG or PNG and upload it again."],
  },
  "image-size": {
    at: ["image"],
    fixedAt: "media",
    says: [
      "The image has … × … pixels, and each side needs at least …. Upload a larger image.",
      "The image has … × … pixels: with … on the long side, the short one has fewer than …. Crop it and upload it again.",
      "The image has … × … pixels, and at most … million are read. Save it smaller and upload it again.",
    ],
  },
  "image-needs-sharp": {
    at: ["image"],
    fixedAt: "media",
    says: [
      'The image …, and the optional package "sharp" that would fix it is missing from the store. ' +
        "Install sharp in the store, or upload the image as JPEG, PNG or GIF within the limits.",
    ],
  },
  "stock-answer-lost": {
    at: ["stock"],
    says: ["The response to the last stock change was lost. Nothing more is sent until its outcome is known."],
  },
  "stock-unreadable": {
    at: ["stock"],
    fixedAt: "stock",
    says: ["The POS's level of this variant could not be read"],
  },
  "stock-too-large": {
    at: ["stock"],
    fixedAt: "stock",
    says: ["The stock at the POS would change by …, and at most … are sent. Correct the wrong quantity."],
  },
} as const satisfies Record<string, Reason>

/** What a person should know of a product that is at the POS, but not entirely as in the store. */
export const PRODUCT_NOTES = {
  "handle-left-out": { at: ["note"], says: ["The handle has … characters, at most … are taken; it is left out."] },
  "cost-price-left-out": {
    at: ["note"],
    fixedAt: "product",
    says: ["…: the cost price … is no amount in … that can be sent; it is left out."],
  },
  "options-in-names": {
    at: ["note"],
    says: [
      "The POS takes … options; … is part of the variant names instead.",
      "The POS takes … options, and … alone do not distinguish the variants; all options are part of their names.",
    ],
  },
  "description-shortened": {
    at: ["note"],
    fixedAt: "edit",
    says: ["A description has … characters, the POS takes …; it ends there at a word."],
  },
  "other-tax-rate": {
    at: ["note"],
    fixedAt: "tax",
    says: ["The POS taxes it at … %, for which the store has no rate. Published, it is taxed at … % in both."],
  },
  "price-source-deleted": {
    at: ["note"],
    fixedAt: "connection",
    says: ["The … ‘…’ is deleted: prices at the POS stay as they are. Choose another in the connection's settings."],
  },
  "next-price-sent": {
    at: ["note"],
    fixedAt: "prices",
    says: ["The … ‘…’ has no price for …: … is sent."],
  },
  "price-not-written": {
    at: ["note"],
    fixedAt: "prices",
    says: ["The price of ‘…’ at the POS (… …) is not written into the store, which has …."],
  },
} as const satisfies Record<string, Reason>

/** Reasons why something that the POS reported is not in the store. */
export const STORE_REASONS = {
  "own-deletion": { at: ["ignored"], says: ["The store deleted it at the POS"] },
  "own-push": { at: ["ignored"], says: ["It comes from a sync of the store that is still in progress"] },
  older: {
    at: ["ignored"],
    says: ["An older version than the one that is known", "An older profile than the one that is known"],
  },
  "other-organization": { at: ["ignored"], says: ["It belongs to another organization"] },
  "stock-by-rows": {
    at: ["ignored"],
    says: ["Stock follows the rows of receipts, since the POS's inventory interface is not configured"],
  },
  "signed-long-ago": {
    at: ["ignored"],
    says: [
      "It was signed at …, before the time for which the POS retries, and changes nothing by itself. " +
        "Try it again by hand if you know why it comes so late.",
    ],
  },
  "no-effect": { at: ["ignored"], says: ["… has no effect in the store"] },
  "compared-anyway": { at: ["ignored"], says: ["It can be read now; the next comparison of stock does so"] },
  "names-no-sale": { at: ["recorded"], says: ["It names no sale"] },
  "sale-without-order": { at: ["recorded"], says: ["The sale … that it refunds has no order"] },
  "sale-too-old": { at: ["recorded"], says: ["The sale … that it refunds is older than the connection"] },
  "sale-unknown": { at: ["recorded"], says: ["The POS does not know the sale … that it refunds"] },
  "waits-for-sale": {
    at: ["waiting", "dead"],
    says: ["Waits for the sale … that it refunds", "Waits for the sale that it refunds"],
  },
} as const satisfies Record<string, Reason>

/**
 * All texts that say why something is not, or not yet, on the other side. The admin's texts of the same names say what
 * they mean and what to do; docs/reference/reasons.md is generated from both.
 */
export const REASONS = { ...POS_REASONS, ...PRODUCT_NOTES, ...STORE_REASONS, ...CALL_REASONS }

type ReasonName = keyof typeof REASONS

const isName = (name: string): name is ReasonName => name in REASONS

const patterns = Object.entries<Reason>(REASONS).flatMap(([name, { says }]) =>
  isName(name) ? says.map((text) => ({ name, pattern: getPattern(text) })) : []
)

/** Pattern for a reason's text with its variable parts, optionally followed by text in parentheses. */
function getPattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join("[^]*")}( \\([^]*\\))?$`)
}

/** Finds the reasons in a text, each once. The POS's own texts match no reason. */
export function reasonsIn(text: string): ReasonName[] {
  // Several faults of a product are in one text.
  const parts = text.split("; ").flatMap((part) => named(part) ?? [])
  return parts.length > 0 ? [...new Set(parts)] : [named(text) ?? []].flat()
}

/**
 * Splits a text into the plugin's own sentence and the raw text in parentheses at its end, such as the POS's own words,
 * which are for developers.
 */
export function saidAndRaw(text: string): { said: string; raw: string | null } {
  const [, said = text, raw = null] = /^(.*?[^ ]) \(([^]*)\)$/s.exec(text) ?? []
  return raw !== null && reasonsIn(said).length > 0 ? { said, raw } : { said: text, raw: null }
}

/** Returns the most specific reason that matches. */
function named(text: string): ReasonName | undefined {
  const fitting = patterns.filter(({ pattern }) => pattern.test(text))
  const [most] = fitting.sort((left, right) => right.pattern.source.length - left.pattern.source.length)
  return most?.name
}

/** Returns the page on which a reason's cause is fixed. */
export function getFixPlace(name: ReasonName): FixPlace | undefined {
  const reason: Reason = REASONS[name]
  return reason.fixedAt
}
