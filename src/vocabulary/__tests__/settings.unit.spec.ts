import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { CHOSEN_MIRROR_FIELDS, mirrorSettingsChangeSchema, mirrorSettingsSchema } from "../mirror-settings"
import { OWNED_FIELDS } from "../owned-fields"
import { PUSH_FIELDS, pushSettingsChangeSchema, pushSettingsSchema } from "../push-settings"
import { SELECTION_KINDS } from "../selection"
import { flagsIn, wordsIn } from "../settings"

describe("settings", () => {
  it("stay as they are in a change that does not name them", () => {
    expect(pushSettingsChangeSchema.parse({ images: "off" })).toEqual({ images: "off" })
    expect(mirrorSettingsChangeSchema.parse({ stock_policy: "off" })).toEqual({ stock_policy: "off" })
  })

  it("are offered by what they may be", () => {
    const fields = { kept: z.enum(["all", "none"]), path: z.boolean(), buffer: z.string() }
    expect(flagsIn(fields)).toEqual(["path"])
    expect(wordsIn(fields)).toEqual([{ name: "kept", words: ["all", "none"] }])
  })
})

describe("docs/settings.md", () => {
  const page = readFileSync(path.join(__dirname, "..", "..", "..", "docs", "settings.md"), "utf8")
  const cells = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
  const lineOf = (name: string) => cells.find(([, setting]) => setting === `\`${name}\``)
  const inLine = (name: string, words: readonly string[]) =>
    words.filter((word) => !lineOf(name)?.[2]?.includes(`\`${word}\``))

  it("tells of every setting, and of no other", () => {
    const told = cells.flatMap(([, setting]) => /^`(\w+)`$/.exec(setting ?? "")?.[1] ?? [])
    expect(told.sort()).toEqual([...Object.keys(PUSH_FIELDS), ...Object.keys(CHOSEN_MIRROR_FIELDS)].sort())
  })

  it.each(wordsIn({ ...PUSH_FIELDS, ...CHOSEN_MIRROR_FIELDS }))("names all that $name may be", ({ name, words }) => {
    expect(lineOf(name)?.[2]).toBe(words.map((word) => `\`${word}\``).join(", "))
  })

  it("names what can be selected and owned", () => {
    expect(inLine("selection", SELECTION_KINDS)).toEqual([])
    expect(inLine("field_owners", OWNED_FIELDS)).toEqual([])
  })

  it.each(Object.entries({ ...pushSettingsSchema.parse({}), ...mirrorSettingsSchema.parse({}) }))(
    "tells the default of %s",
    (name, value) => {
      expect(lineOf(name)?.[3]).toBe(`\`${JSON.stringify(value)}\``)
    }
  )
})
