/** Names of the characters 160 to 255, in order, as HTML has had them since its second version. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml"

/** What editors of shop descriptions write beside them. */
const OTHERS: [name: string, character: string][] = [
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["OElig", "Œ"],
  ["oelig", "œ"],
  ["Scaron", "Š"],
  ["scaron", "š"],
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["bull", "•"],
  ["hellip", "…"],
  ["prime", "′"],
  ["Prime", "″"],
  ["lsaquo", "‹"],
  ["rsaquo", "›"],
  ["euro", "€"],
  ["trade", "™"],
]

/** Characters that show nothing, or nothing but a space, in plain text. */
const PLAIN = new Map([
  ["\u00a0", " "],
  ["\u00ad", ""],
])

const BY_NAME = new Map([
  ...LATIN_1.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
  ...OTHERS,
])

/** Reads the entities of a text once: `&amp;lt;` is `&lt;`. What is no entity stays as it stands. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      const character = name === undefined ? fromCode(decimal, hex) : BY_NAME.get(name)
      return character === undefined ? whole : (PLAIN.get(character) ?? character)
    }
  )
}

function fromCode(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
