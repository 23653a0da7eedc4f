import { sourceText } from "./known-options.mjs"
import { PAGES } from "./pages.mjs"

/** Options and variables of the environment that the docs name, and no source reads. */
export function nameProblems() {
  return PAGES.flatMap(({ name, text }) => {
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, one]) => one).join("\n")
    const variables = code.match(/\b(?:POS|CLUSTER|MODEL|CRASH|MEDUSA|REDIS|DATABASE|SHOP|DEMO)_[A-Z_]+\b/g) ?? []
    const options = code.match(/(?<=^|[\s(])--[a-z][a-z-]+/gm) ?? []
    return [...new Set([...variables, ...options.map((one) => one.slice(2))])]
      .filter((one) => !sourceText.includes(one))
      .map((one) => `${name}: nothing reads ${one}`)
  })
}
