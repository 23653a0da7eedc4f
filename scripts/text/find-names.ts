import type { NameRule } from "./name-rules"

/** A source file by its path below the root of the repository. */
export type Source = { file: string; source: string }

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** Splits an identifier, a path or a key into its words: `aFoo_bar-BAZ` → `-a-foo-bar-baz-`. */
const toWords = (text: string): string => `-${(text.match(WORD) ?? []).join("-").toLowerCase()}-`

/** Finds old names of parts in paths and lines; line 0 is the path: `src/a.ts:3: "picture": use image (…)`. */
export function findNames(sources: readonly Source[], rules: readonly NameRule[]): string[] {
  return sources.flatMap(({ file, source }) => {
    const all = toWords(`${file} ${source}`)
    return rules
      .filter(({ except }) => !except?.test(file))
      .map(({ names, use, exceptLine }) => ({ use, exceptLine, pattern: new RegExp(`-(${names})(?=-)`, "g") }))
      .filter(({ pattern }) => all.search(pattern) >= 0)
      .flatMap(({ use, exceptLine, pattern }) =>
        [file, ...source.split("\n")].flatMap((line, index) =>
          [...toWords(exceptLine?.test(line) ? "" : line).matchAll(pattern)].map(
            ([, name]) => `${file}:${index}: "${name}": use ${use} (${line.trim().slice(0, 120)})`
          )
        )
      )
  })
}
