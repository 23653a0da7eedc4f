import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { TEXT_FOLDERS } from "../texts"

const ROOT = path.join(__dirname, "../../..")
const TSX = path.join(ROOT, "node_modules/tsx/dist/cli.mjs")

describe("npm run check:translations", () => {
  let source: string

  beforeEach(() => {
    source = mkdtempSync(path.join(tmpdir(), "texts-"))
    TEXT_FOLDERS.forEach((folder) =>
      cpSync(path.join(ROOT, "src", folder), path.join(source, folder), { recursive: true })
    )
  })

  afterEach(() => rmSync(source, { recursive: true }))

  const check = () =>
    spawnSync(process.execPath, [TSX, "scripts/translations/check.ts", source], { cwd: ROOT, encoding: "utf8" })

  const replace = (file: string, text: string, by: string) => {
    const name = path.join(source, file)
    const before = readFileSync(name, "utf8")
    expect(before).toContain(text)
    writeFileSync(name, before.replace(text, by))
  }

  it("accepts the texts, and only lists one that a language lacks", () => {
    replace("features/receipts/words/fi.json", '  "total": "Yhteensä",\n', "")
    const { status, stdout, stderr } = check()
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain("features/receipts/words/fi.json: total")
  })

  it("fails on another word for a term, an avoided word and a long sentence, and names them", () => {
    replace("features/receipts/words/sv.json", '"refundNumber": "Återbetalning', '"refundNumber": "Retur')
    replace("admin/i18n/start/de.json", '"Gutscheine"', '"Geschenkkarten"')
    const long = Array.from({ length: 26 }, () => "word").join(" ")
    replace("admin/i18n/en.json", '"Loading"', `"${long}"`)
    const { status, stderr } = check()
    expect(status).toBe(1)
    expect(stderr).toContain('features/receipts/words/sv.json: refundNumber: use "återbetalning" for "refund"')
    expect(stderr).toContain('admin/i18n/start/de.json: menu.giftCards: use "Gutschein" instead of "Geschenkkarte*"')
    expect(stderr).toContain("admin/i18n/en.json: loading: shorten the sentence from 26 to at most 25 words")
  })
})
