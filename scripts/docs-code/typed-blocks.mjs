import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { root } from "../install-locked.mjs"
import { BLOCKS } from "./pages.mjs"

/** A piece of the shop's configuration is checked as what it is a piece of. */
const PIECES = [
  ["plugins:", "{ plugins: { resolve: string; options: PosPluginOptions }[] }"],
  ["modules:", 'Pick<import("@medusajs/framework/types").InputConfig, "modules">'],
  ["options:", "{ options: PosPluginOptions }"],
  [/^\w+:/, "PosPluginOptions"],
]

/** Type-checks the blocks in TypeScript and JavaScript. Returns what is wrong, with the page and the line in the block. */
export function typeProblems() {
  const directory = path.join(root, ".data", "docs-code")
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const files = BLOCKS.filter(({ language }) => ["ts", "js"].includes(language)).map(({ page, number, code }) => {
    const file = path.join(directory, `${page.replace(/\W+/g, "-")}-${number}.ts`)
    writeFileSync(file, whole(code))
    return file
  })
  return files.length === 0 ? ["No code was found in the docs"] : problemsOf(files)
}

/** A piece of configuration as a program of its own. */
function whole(code) {
  const piece = code.trimStart()
  const type = PIECES.find(([start]) => (typeof start === "string" ? piece.startsWith(start) : start.test(piece)))?.[1]
  return type
    ? `import type { PosPluginOptions } from "../../src/modules/pos/options"\nexport const piece: ${type} = {\n${code}}\n`
    : `${code}\nexport {}\n`
}

function problemsOf(files) {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(files, {
    ...options,
    noEmit: true,
    rootDir: root,
    composite: false,
    incremental: false,
    skipLibCheck: true,
    noUnusedLocals: false,
    // As a shop's own tests are: with imports, and await at the top.
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: {
      "medusa-plugin-pos/*": [path.join(root, "src", "*")],
      "pos-sandbox": [path.join(root, "packages", "pos-sandbox", "src")],
    },
  })
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file ? path.relative(root, file.fileName) : ""}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}
