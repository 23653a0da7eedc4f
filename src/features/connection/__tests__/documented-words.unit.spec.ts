import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { profileWarningSchema } from "../../../modules/pos/connection-record"
import { READ_RECORDS } from "../../../runtime/inbox-store"
import { CHECKS } from "../run-checks"

const texts: unknown = JSON.parse(
  readFileSync(path.join(__dirname, "..", "..", "..", "admin", "i18n", "en.json"), "utf8")
)

const textsSchema = z.record(z.string(), z.unknown())

const at = (key: string) =>
  key.split(".").reduce<unknown>((within, name) => textsSchema.safeParse(within).data?.[name], texts)

describe("[D57] Words of the workflows have a text in the admin:", () => {
  it.each<[string, readonly string[]]>([
    ["checks", CHECKS.map((check) => `${check}.label`)],
    ["checks", CHECKS.map((check) => `${check}.failed`)],
    ["events", Object.values(READ_RECORDS)],
    ["profile.kinds", [...profileWarningSchema.shape.kind.options, "other"]],
  ])("%s", (key, words) => {
    expect(words.filter((word) => at(`${key}.${word}`) === undefined)).toEqual([])
  })
})
