import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import * as prettier from "prettier"
import { errorSections } from "./errors-page"
import { EXPORT_SOURCES, exportSections } from "./exports-page"
import { FIGURE_MARK, figureSections, flowCostSection, writeFigures } from "./figures-page"
import { httpSections } from "./http-page"
import { llmsFiles } from "./llms-files"
import { mappingSections } from "./mapping-page"
import { buildDocument } from "./openapi/build-document"
import { readRoutes, ROUTE_FILES } from "./openapi/read-routes"
import type { Json } from "./openapi/type-schema"
import { OPTIONS_SOURCE, optionSections } from "./options-page"
import { reasonSections } from "./reasons-page"
import { SETTINGS_SOURCES, settingsSections } from "./settings-page"
import { readSources, ROOT } from "./source-program"
import { writeSections } from "./write-sections"

/** The HTTP reference would not be valid OpenAPI 3.1. */
class InvalidDocumentError extends Error {
  constructor(problems: unknown) {
    super(`docs/reference/openapi.json would not be valid: ${JSON.stringify(problems)}`)
    this.name = "InvalidDocumentError"
  }
}

async function validate(document: Json): Promise<void> {
  const { Validator } = await import("@seriousme/openapi-schema-validator")
  const { valid, errors } = await new Validator().validate(document)
  if (!valid) {
    throw new InvalidDocumentError(errors)
  }
}

/** The generated files by name, each with what writes it from its present text. */
async function readPages(): Promise<Map<string, (before: string) => string>> {
  const program = readSources([OPTIONS_SOURCE, ...SETTINGS_SOURCES, ...ROUTE_FILES, ...Object.values(EXPORT_SOURCES)])
  const routes = readRoutes(program)
  const document = buildDocument(program, routes)
  await validate(document)
  return new Map<string, (before: string) => string>([
    ["docs/reference/options.md", (page) => writeSections(page, optionSections(program))],
    ["docs/reference/settings.md", (page) => writeSections(page, settingsSections(program))],
    ["docs/reference/mapping.md", (page) => writeSections(page, mappingSections())],
    ["docs/reference/reasons.md", (page) => writeSections(page, reasonSections())],
    ["docs/reference/errors.md", (page) => writeSections(page, errorSections())],
    ["docs/reference/exports.md", (page) => writeSections(page, exportSections(program))],
    ["docs/reference/http.md", (page) => writeSections(page, httpSections(routes))],
    [
      "docs/reference/benchmarks.md",
      (page) => writeSections(writeFigures(page), new Map([...figureSections(), ...flowCostSection()])),
    ],
    ["docs/reference/openapi.json", () => JSON.stringify(document)],
    ...pagesWithFigures().map((name) => [name, writeFigures] as const),
    // Last: they contain the pages above.
    ...llmsFiles(),
  ])
}

/** Those that quote a figure of a benchmark. */
function pagesWithFigures(): string[] {
  const below = readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  return ["README.md", ...below.map((name) => path.join("docs", name))].filter(
    (name) =>
      name.endsWith(".md") &&
      name !== "docs/reference/benchmarks.md" &&
      FIGURE_MARK.test(readFileSync(path.join(ROOT, name), "utf8"))
  )
}

/**
 * `npm run docs:generate` writes the generated sections of docs/, llms.txt and llms-full.txt. `npm run docs:check` (with
 * `--check`) writes nothing, prints the names of stale files, and exits with 1 if there are any.
 */
async function generate(isCheck: boolean): Promise<number> {
  const stale: string[] = []
  for (const [name, write] of await readPages()) {
    const file = path.join(ROOT, name)
    const before = existsSync(file) ? readFileSync(file, "utf8") : ""
    const written = write(before)
    const after = name.endsWith(".txt")
      ? written
      : await prettier.format(written, { ...(await prettier.resolveConfig(file)), filepath: file })
    if (after !== before) {
      stale.push(name)
      if (!isCheck) {
        writeFileSync(file, after)
      }
    }
  }
  for (const name of stale) {
    process.stdout.write(isCheck ? `${name} is stale: run npm run docs:generate\n` : `${name} written\n`)
  }
  return isCheck && stale.length > 0 ? 1 : 0
}

generate(process.argv.includes("--check")).then(
  // What the routes import would keep the process.
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
)
