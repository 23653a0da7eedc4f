import { z } from "@medusajs/framework/zod"
import { CHOSEN_MIRROR_FIELDS, mirrorSettingsSchema } from "../../src/vocabulary/mirror-settings"
import { PUSH_FIELDS, pushSettingsSchema } from "../../src/vocabulary/push-settings"
import { memberTable } from "./member-table"
import { memberComments } from "./schema-comments"
import { exportedType, type SourceProgram } from "./source-program"

const PUSH = "src/vocabulary/push-settings.ts"
const MIRROR = "src/vocabulary/mirror-settings.ts"

export const SETTINGS_SOURCES = [PUSH, MIRROR]

/** The sections of docs/settings.md, by name. */
export function settingsSections(program: SourceProgram): Map<string, string> {
  const commentsIn = (file: string, name: string) => memberComments(program.checker, exportedType(program, file, name))
  const common = { title: "setting", flat: true }
  return new Map([
    [
      "to-the-counter",
      memberTable({
        ...common,
        schema: z.object(PUSH_FIELDS),
        comments: commentsIn(PUSH, "PUSH_FIELDS"),
        defaults: pushSettingsSchema.parse({}),
      }),
    ],
    [
      "from-the-counter",
      memberTable({
        ...common,
        schema: z.object(CHOSEN_MIRROR_FIELDS),
        comments: commentsIn(MIRROR, "CHOSEN_MIRROR_FIELDS"),
        defaults: mirrorSettingsSchema.parse({}),
      }),
    ],
  ])
}
