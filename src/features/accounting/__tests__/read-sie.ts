import { decode } from "iconv-lite"

/**
 * A reader of SIE 4 by its published grammar (SIE file format, edition 4C, chapters 5 and 6), and nothing of our writer's:
 * a line is a tag and fields, fields are parted by spaces or tabs, quoted where they hold such; `{}` is an object list.
 */
export type SieFile = {
  tags: Record<string, string[]>
  accounts: Map<string, string>
  vouchers: {
    series: string
    number: string
    date: string
    text: string
    transactions: { account: string; amount: string; text: string }[]
  }[]
}

const FIELD = /"((?:[^"\\]|\\.)*)"|(\{[^}]*\})|([^\s"{}]+)/gy
const AMOUNT = /^-?\d+(\.\d{1,2})?$/
const DATE = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/

/** Tags that must stand before the vouchers of a file of type 4I, in this order. */
const NEEDED = ["FLAGGA", "PROGRAM", "FORMAT", "GEN", "SIETYP", "FNAMN"]

export function readSie(bytes: Buffer): SieFile {
  const file: SieFile = { tags: {}, accounts: new Map(), vouchers: [] }
  let isInside = false
  for (const line of decode(bytes, "cp437")
    .split(/\r?\n/)
    .filter((item) => item.trim() !== "")) {
    if (line.trim() === "{" || line.trim() === "}") {
      must(isInside === (line.trim() === "}"), line)
      isInside = line.trim() === "{"
      continue
    }
    const [, tag = "", rest = ""] = must(/^\s*#([A-Z]+)(?:\s(.*))?$/.exec(line), line)
    const fields = fieldsOf(rest)
    const [first = "", second = "", third = "", fourth = ""] = fields
    if (tag === "KONTO") {
      must(/^\d+$/.test(first), line)
      file.accounts.set(first, second)
    } else if (tag === "VER") {
      must(DATE.test(third) && !isInside, line)
      file.vouchers.push({ series: first, number: second, date: third, text: fourth, transactions: [] })
    } else if (tag === "TRANS") {
      must(isInside && second === "{}" && AMOUNT.test(third) && (fourth === "" || DATE.test(fourth)), line)
      file.vouchers.at(-1)?.transactions.push({ account: first, amount: third, text: fields[4] ?? "" })
    } else {
      must(file.vouchers.length === 0 && !(tag in file.tags), line)
      file.tags[tag] = fields
    }
  }
  must(!isInside, "the end")
  must(Object.keys(file.tags).slice(0, NEEDED.length).join() === NEEDED.join(), "the head")
  return file
}

function fieldsOf(text: string): string[] {
  const fields: string[] = []
  for (let rest = text.trim(); rest !== "";) {
    FIELD.lastIndex = 0
    const found = must(FIELD.exec(rest), text)
    fields.push(found[1]?.replaceAll(/\\(.)/g, "$1") ?? found[2] ?? found[3] ?? "")
    rest = rest.slice(found[0].length).trimStart()
  }
  return fields
}

function must<Value>(value: Value, line: string): NonNullable<Value> {
  if (value === null || value === undefined || value === false) {
    throw new Error(`This is no SIE: ${line}`)
  }
  return value
}
