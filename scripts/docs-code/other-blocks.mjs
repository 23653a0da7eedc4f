import { tsImport } from "tsx/esm/api"
import { parse } from "yaml"
import { BLOCKS } from "./pages.mjs"

const { parseConfig } = await tsImport("../../packages/pos-sandbox/src/config/read-config.ts", import.meta.url)

/** Languages of blocks, and what reads them; commands stand in commands.mjs, programs in typed-blocks.mjs. */
const READERS = {
  sh: null,
  bash: null,
  ts: null,
  js: null,
  sql: null,
  json: (code) => JSON.parse(code),
  yaml: (code, page) => (code.includes("pos-sandbox.schema.json") ? parseConfig(code, page) : parse(code)),
}

/** Languages that nothing reads here, and why. */
const UNREAD = {
  text: "a drawing in characters",
  tsx: "a component of a storefront, whose packages are not installed here",
  mermaid: "a diagram, which is drawn where the page is shown",
}

/** Reads the blocks that are data, a sandbox's configuration by its own schema. Returns what is wrong. */
export function otherProblems() {
  const known = { ...READERS, ...UNREAD }
  const missing = BLOCKS.filter(({ language }) => !(language in known)).map(
    ({ page, language }) => `${page}: nothing reads a block in "${language}"`
  )
  const stale = Object.keys(UNREAD).filter((name) => !BLOCKS.some(({ language }) => language === name))
  const wrong = BLOCKS.flatMap(({ page, language, code }) => {
    try {
      READERS[language]?.(code, page)
      return []
    } catch (error) {
      return [`${page}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  return [...missing, ...stale.map((name) => `No block is in "${name}" any longer: take it out of UNREAD`), ...wrong]
}
