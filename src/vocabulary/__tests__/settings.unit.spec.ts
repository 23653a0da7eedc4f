import { z } from "zod"
import { mirrorSettingsChangeSchema } from "../mirror-settings"
import { pushSettingsChangeSchema } from "../push-settings"
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
