import type { Reason } from "./reason"

/** Why something of the shop is not at the counter. */
export const COUNTER_REASONS = {
  "name-empty": { at: ["rejected"], says: ["…: the name is empty"] },
  "too-long": {
    at: ["rejected"],
    says: ["…: the … has … characters, at most … are taken", "…: the name has … characters, at most … are taken"],
  },
  "no-variant": { at: ["rejected"], says: ["The product has no variant"] },
  "too-many-variants": { at: ["rejected"], says: ["The product has … variants, at most … are taken"] },
  "same-uuid": { at: ["rejected"], says: ["…: its UUID … is another variant's"] },
  "bad-vat": { at: ["rejected"], says: ["Product: VAT ‘…’ is not a percentage from 0 to 100"] },
  "mixed-vat": { at: ["rejected"], says: ["Product: its variants must share one VAT percentage, but have …"] },
  "no-price": { at: ["rejected"], says: ["…: price is missing in …"] },
  "no-chosen-price": {
    at: ["rejected"],
    says: ["Variant ‘…’: the price list ‘…’ has no price", "Variant ‘…’: the region ‘…’ has no price"],
  },
  "negative-price": { at: ["rejected"], says: ["…: price … is below 0"] },
  "unusable-price": { at: ["rejected"], says: ["…: the price … is no amount in …"] },
  "unreadable-overrides": {
    at: ["rejected"],
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
    says: [
      "…: no value for option ‘…’",
      "…: ‘…’ is not a value of option ‘…’",
      "…: the combination … occurs more than once",
    ],
  },
  "picture-address": {
    at: ["picture"],
    says: ["The picture … is not fetched: …. Give it a public http or https address, or upload its file."],
  },
  "picture-too-large": {
    at: ["picture"],
    says: ["The picture … is larger than … MB. Replace it with a smaller file."],
  },
  "picture-away": {
    at: ["picture"],
    says: ["The picture … cannot be fetched: …. Check that it opens in a browser."],
  },
  "picture-unreadable": {
    at: ["picture"],
    says: ["The picture cannot be read: …. Save it as JPEG or PNG and upload it again."],
  },
  "picture-size": {
    at: ["picture"],
    says: [
      "The picture has … × … pixels, and each side needs at least …. Upload a larger picture.",
      "The picture has … × … pixels: with … on the long side, the short one has fewer than …. Crop it and upload it again.",
      "The picture has … × … pixels, and at most … million are read. Save it smaller and upload it again.",
    ],
  },
  "picture-needs-sharp": {
    at: ["picture"],
    says: [
      'The picture …, and the optional package "sharp" that would mend it is missing from the shop. ' +
        "Install sharp in the shop, or upload the picture as JPEG, PNG or GIF within the limits.",
    ],
  },
  "stock-answer-lost": {
    at: ["stock"],
    says: ["The answer to what was told last was lost; nothing more is told before it is known what became of it."],
  },
  "stock-unreadable": {
    at: ["stock"],
    says: ["The counter's level of this variant comes in a form that is not understood"],
  },
} as const satisfies Record<string, Reason>
