import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { tsImport } from "tsx/esm/api"
import { root } from "../install-locked.mjs"

const { createProgram } = await tsImport("../../packages/pos-sandbox/src/cli/program.ts", import.meta.url)

export const textOf = (...names) => readFileSync(path.join(root, ...names), "utf8")
export const { scripts: SCRIPTS } = JSON.parse(textOf("package.json"))

const program = createProgram()

/** A command of the sandbox by its name, where there is one; without a name it starts. */
export const sandboxCommand = (name) => program.commands.find((one) => one.name() === (name ?? "start"))

const longOf = (command) => command.options.flatMap(({ long }) => long ?? [])

/** Long options of a command, with those of its parents and its own commands. */
export const optionsOfSandbox = (command) => [
  "--help",
  ...longOf(command),
  ...command.commands.flatMap(longOf),
  ...(command.parent ? longOf(command.parent) : []),
]

/** The sources that read an npm script's parameters. */
function sourcesOf(name, parameters) {
  const [file] = /(?:scripts|integration-tests)\/\S+\.(?:mjs|ts)/.exec(SCRIPTS[name] ?? "") ?? []
  const bench = name === "bench" ? [path.join("scripts", "bench", `${parameters[0]}.mjs`)] : []
  const fuzz = file?.includes("fuzz")
    ? [path.join("integration-tests", "fuzz", path.basename(file, ".mjs") + ".ts")]
    : []
  return [...(file ? [file] : []), ...bench, ...fuzz].filter((one) => existsSync(path.join(root, one)))
}

/** Whether an npm script reads an option. */
export function scriptReads(name, parameters, option) {
  if (name === "sandbox") {
    return optionsOfSandbox(sandboxCommand()).includes(option)
  }
  const word = option.slice(2)
  const asked = new RegExp(`(?:^|[\\s{,])"?${word}"?: \\{ type:|"--${word}"`, "m")
  return sourcesOf(name, parameters).some((file) => asked.test(textOf(file)))
}

const medusa = textOf("node_modules", "@medusajs", "cli", "dist", "create-cli.js")

/** Whether Medusa's program has a command, and one of its commands the option. */
export const medusaHas = (command, options) =>
  new RegExp(`command: ["\`]${command}\\b`).test(medusa) &&
  options.every((option) =>
    new RegExp(`(?:option\\(|alias: )["\`]${option.slice(2)}["\`]|^ +["\`]?${option.slice(2)}["\`]?: \\{`, "m").test(
      medusa
    )
  )

/** Every source that may read a variable of the environment or an option that the docs name in passing. */
const SOURCES = [
  "src",
  "scripts",
  "integration-tests",
  "test-support",
  "demo",
  "examples",
  "packages",
  ".ci",
  "docs/deploy",
]

export const sourceText = SOURCES.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (one) => one.isFile() && !/\.(md|png|webp|gz|json)$/.test(one.name) && !one.parentPath.includes("node_modules")
    )
    .map((one) => readFileSync(path.join(one.parentPath, one.name), "utf8"))
)
  .concat(textOf("package.json"), textOf("medusa-config.ts"), medusa)
  .join("\n")
