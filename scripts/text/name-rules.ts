/** An old name of a part that no identifier, key, path or comment has again, and the name in its place. */
export type NameRule = {
  /** one or more names as a pattern, in lower case, their words separated by hyphens */
  names: string
  use: string
  /** lines on which the word is right */
  exceptLine?: RegExp
  /** files in which the word means something else */
  except?: RegExp
}

export const OLD_NAMES: NameRule[] = [
  { names: "pictures?", use: "image, or screenshot", except: /^scripts\/translations\/glossary\.json$/ },
  { names: "attention", use: "issue", exceptLine: /(needs|votre) attention/i },
  { names: "books", use: "accounting", except: /^demo\/src\/scripts/ },
  { names: "unheard", use: "missed_webhook_count" },
  { names: "mend(?:s|ed|ing)?", use: "fix" },
  {
    names: "shop-level|trust-shop|counter-(?:money|gift-cards|reasons|product)|shop-reasons",
    use: "store_level, POS_REASONS, …",
  },
  // WEB_SHOP is the POS's own word for the source of a purchase.
  { names: "shops?", use: "store", except: /^(?!src\/.*\.tsx?$)/, exceptLine: /\bWEB_SHOP\b/ },
  { names: "moving-picture", use: "record-demo" },
]
