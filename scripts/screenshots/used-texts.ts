import { PLURAL } from "../translations/texts"

/** Shown beside every page: the menu of the dashboard. */
const ALWAYS = ["menu"]

/** The start of a string or template in minified code, as far as it looks like the key of a text, with what ends it. */
const KEY = /(["'`])([a-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9_-]+)*\.?)(?=\1|\$\{)/g

/**
 * Lists the texts that code may show. A string with a dot stands for its text and for all texts below it, because code
 * puts keys together: `states.${state}`, or "inbox.state" with a letter after it. A string without a dot stands for the
 * text or the whole namespace of that name.
 */
export function listUsedTexts(code: string, texts: ReadonlyMap<string, string>): [key: string, text: string][] {
  const names = new Set([...ALWAYS, ...[...code.matchAll(KEY)].map(([, , name = ""]) => name)])
  const prefixes = [...names].filter((name) => name.includes("."))
  return [...texts].filter(
    ([key]) =>
      names.has(key.replace(PLURAL, "")) ||
      names.has(key.split(".")[0] ?? key) ||
      prefixes.some((prefix) => key.startsWith(prefix))
  )
}
