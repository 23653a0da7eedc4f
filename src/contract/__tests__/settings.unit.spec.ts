import { z } from "zod"
import { flagsIn, inboundSettingsChangeSchema, outboundSettingsChangeSchema, wordsIn } from "../settings"

describe("settings", () => {
  it("stay as they are in a change that does not name them", () => {
    expect(outboundSettingsChangeSchema.parse({ images: "off" })).toEqual({ images: "off" })
    expect(inboundSettingsChangeSchema.parse({ stock_sync: "off" })).toEqual({ stock_sync: "off" })
  })

  it("are offered by what they may be", () => {
    const fields = { kept: z.enum(["all", "none"]), path: z.boolean(), buffer: z.string() }
    expect(flagsIn(fields)).toEqual(["path"])
    expect(wordsIn(fields)).toEqual([{ name: "kept", words: ["all", "none"] }])
  })
})
