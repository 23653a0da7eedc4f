import { z } from "zod"
import {
  CHOSEN_MIRROR_FIELDS,
  inboundSettingsSchema,
  PUSH_FIELDS,
  outboundSettingsSchema,
} from "../../src/contract/settings"
import { memberTable } from "./member-table"
import { memberComments } from "./schema-comments"
import { exportedType, type SourceProgram } from "./source-program"

const SETTINGS = "src/contract/settings.ts"

export const SETTINGS_SOURCES = [SETTINGS]

/** The sections of docs/reference/settings.md, by name. */
export function settingsSections(program: SourceProgram): Map<string, string> {
  const commentsIn = (file: string, name: string) => memberComments(program.checker, exportedType(program, file, name))
  const common = { title: "setting", flat: true }
  return new Map([
    [
      "outbound-settings",
      memberTable({
        ...common,
        schema: z.object(PUSH_FIELDS),
        comments: commentsIn(SETTINGS, "PUSH_FIELDS"),
        defaults: outboundSettingsSchema.parse({}),
      }),
    ],
    [
      "inbound-settings",
      memberTable({
        ...common,
        schema: z.object(CHOSEN_MIRROR_FIELDS),
        comments: commentsIn(SETTINGS, "CHOSEN_MIRROR_FIELDS"),
        defaults: inboundSettingsSchema.parse({}),
      }),
    ],
  ])
}
