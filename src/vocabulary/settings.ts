import { z } from "zod"

/** The settings of a kind: what each may be, by name. */
export type SettingFields = Record<string, z.ZodType>

/** Those that are one of a few words, with the words; a screen offers them by itself, with texts by these names. */
export function wordsIn(fields: SettingFields): { name: string; words: string[] }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field instanceof z.ZodEnum ? [{ name, words: field.options.map(String) }] : []
  )
}

/** Names of those that are yes or no; likewise. */
export function flagsIn(fields: SettingFields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field instanceof z.ZodBoolean ? [name] : []))
}
