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

/** Rules about words, texts in other languages, and data in Swedish. */
const OTHER_WORDS = /^scripts\/(?:text|translations)\/|\/i18n\/|\/words\/|^demo\/src\/scripts\//

/** Lines of tests with Swedish words. */
const SWEDISH = /till (?:salu|Åsa)|\\n?till<|ord\\ntill|<p>till|Tillåten/

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
  { names: "catalogues?", use: "catalog", except: OTHER_WORDS },
  { names: "doors?", use: "webhook endpoint", except: OTHER_WORDS },
  { names: "tills?", use: "register, or POS", except: OTHER_WORDS, exceptLine: SWEDISH },
  { names: "told|heard|hears", use: "reported, received", except: OTHER_WORDS, exceptLine: /signingKeysTold/ },
  { names: "judg(?:e|ed|es|ement|ements)", use: "classify", except: OTHER_WORDS },
  { names: "strangers?", use: "unlinked, unknown sender", except: OTHER_WORDS },
  { names: "mishaps?", use: "fault", except: OTHER_WORDS },
]
