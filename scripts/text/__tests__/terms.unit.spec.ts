import { findNames } from "../find-names"
import { findTerms } from "../find-terms"
import { type FileText, readLabels, readPage } from "../read-texts"
import { readSourceTexts, type Text } from "../source-texts"
import { TERM_RULES, type TermRule } from "../term-rules"

const RULES: TermRule[] = [{ term: "tills?", use: "register" }]

const inFile = (file: string, texts: Text[]): FileText[] => texts.map((text) => ({ ...text, file }))

const findInSource = (source: string, rules = RULES, file = "src/a.ts") =>
  findTerms(inFile(file, readSourceTexts(file, source)), rules)

describe("npm run check:terms", () => {
  it.each([
    ["a line comment", "const a = 1 // The till sells."],
    ["a block comment", "/** The till sells. */\nexport const a = 1"],
    ["a comment in a list", "f(a /* the till */, b)"],
    ["a message", 'throw new Error("The till is offline.")'],
    ["a template", "throw new Error(`The till ${name} is offline.`)"],
    ["a word beside an expression", "say(`${count} till`)"],
    ["a message after an expression", "throw new Error(`${count} sales of a till`)"],
  ])("finds a word in %s", (_name, source) => {
    expect(findInSource(source)).toEqual([expect.stringMatching(/^src\/a\.ts:1: "till": use register/)])
  })

  it("finds a word in the text of an element", () => {
    expect(findInSource("const a = <p>Open the till</p>", RULES, "src/a.tsx")).toHaveLength(1)
  })

  it("names the line within a longer comment", () => {
    const source = "const a = 1\n/**\n * Sells.\n * Tills print.\n */"
    expect(findInSource(source)).toEqual([expect.stringMatching(/^src\/a\.ts:4: "Tills"/)])
  })

  it.each([
    ["an identifier", "const till = openTill(till.name)"],
    ["a literal without a space", 'const a = "till"'],
    ["code in backticks", "/** Reads `till`. */\nconst a = 1"],
    ["an expression in a template", "const a = `the register ${till} sells`"],
    ["a statement of SQL", 'sql("SELECT till FROM pos_sale")'],
    ["a path", "// See src/till/page.ts."],
    ["a name with a hyphen", "// See till-page."],
    ["the name of a parameter", "/** @param till which register */\nconst a = 1"],
    ["a longer word", "// The tiller."],
  ])("ignores %s", (_name, source) => {
    expect(findInSource(source)).toEqual([])
  })

  it("finds a word in the prose of a page, and ignores its code and links", () => {
    const page = "# Sales\n\nThe till sells. See `till` and [sales](till.md).\n\n```ts\nconst till = 1\n```\n"
    expect(findTerms(inFile("docs/a.md", readPage(page)), RULES)).toEqual([
      expect.stringMatching(/^docs\/a\.md:3: "till"/),
    ])
  })

  it("finds a word in the values of the admin's texts, and ignores keys and variables", () => {
    const labels = '{\n  "till": "Register {{till}}",\n  "open": "Open the till"\n}'
    expect(findTerms(inFile("en.json", readLabels(labels)), RULES)).toEqual([
      expect.stringMatching(/^en\.json:3: "till"/),
    ])
  })

  it("accepts a written exception, and reports one that no text needs", () => {
    const exceptions = [
      { line: /till receipt/, reason: "quoted" },
      { line: /cash till/, reason: "quoted" },
    ]
    expect(findInSource("// The till receipt.\n// A till.", [{ term: "till", use: "register", exceptions }])).toEqual([
      expect.stringMatching(/^src\/a\.ts:2: "till"/),
      "Remove the exception /cash till/: no text needs it.",
    ])
  })

  it.each([
    ["The POS is told of the sale.", "told"],
    ["The till rings up a sale.", "till"],
    ["The counter sells.", "counter"],
    ["It asks the service again.", "the service"],
    ["Whoever asks gets it.", "Whoever"],
    ["The catalogue is read anew.", "anew"],
    ["The organisation is normalised.", "organisation"],
    ["The colour of the picture.", "picture"],
    ["It goes on until the books are closed.", "goes on"],
    ["The order mirrors a receipt.", "mirrors"],
  ])("has a rule against a word of: %s", (sentence, word) => {
    const rules = TERM_RULES.map((rule) => ({ ...rule, exceptions: [] }))
    expect(findInSource(`// ${sentence}`, rules)).toContainEqual(expect.stringContaining(`"${word}"`))
  })
})

describe("old names of parts", () => {
  const find = (source: string, file = "src/a.ts") =>
    findNames(
      [{ file, source }],
      [{ names: "tills?|first-retry", use: "register", except: /^src\/b/, exceptLine: /open till/ }]
    )

  it.each(["till", "openTill", "TILL_STATES", "a.tills", '"till-page"', "pos_till_id", "POSTill", "firstRetrySeconds"])(
    "finds one in %s",
    (name) => {
      expect(find(`\nconst a = ${name}`)).toEqual([expect.stringMatching(/^src\/a\.ts:2: "(till|tills|first-retry)"/)])
    }
  )

  it("finds one in a path", () => {
    expect(find("", "src/till/a.ts")).toEqual([expect.stringMatching(/^src\/till\/a\.ts:0: "till": use register/)])
  })

  it.each(["tiller", "until", "retryFirst", "still_open"])("ignores %s", (name) => {
    expect(find(`const a = ${name}`)).toEqual([])
  })

  it("ignores a file in which the word means something else", () => {
    expect(find("till", "src/b.ts")).toEqual([])
    expect(find("// open till\n// till")).toHaveLength(1)
  })
})
