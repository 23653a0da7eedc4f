import { existsSync, readdirSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { ELSEWHERE, NOT_RUN, QUICK } from "./how-held.mjs"
import { medusaHas, optionsOfSandbox, sandboxCommand, SCRIPTS, scriptReads, textOf } from "./known-options.mjs"
import { commands } from "./pages.mjs"

const ci = textOf(".ci", "run").replaceAll("--silent ", "")
const specs = ["src", "scripts", "integration-tests", "packages"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".spec.ts") && !file.includes("node_modules"))
    .map((file) => path.join(folder, file))
)
const sandboxSuites = specs.filter((file) => file.startsWith("packages/pos-sandbox/tests/")).map((file) => textOf(file))

/** What is wrong with the commands that the docs name: what is not there, and what nothing runs. */
export function commandProblems() {
  const named = [...commands()].map(([text, pages]) => ({
    text: text.replace("npm run --silent ", "npm run "),
    pages: [...pages].join(", "),
  }))
  const listed = [QUICK, ELSEWHERE, NOT_RUN].flatMap((list) => Object.keys(list))
  return [
    ...named.flatMap(({ text, pages }) => problemsOf(text, listed).map((problem) => `${pages}: ${text}: ${problem}`)),
    ...listed
      .filter((one, index) => listed.indexOf(one) !== index)
      .map((one) => `scripts/docs-code/how-held.mjs says twice how "${one}" is held`),
    ...listed
      .filter((one) => !named.some(({ text }) => text === one))
      .map((one) => `No page names "${one}" any longer: take it out of scripts/docs-code/how-held.mjs`),
    ...Object.values(ELSEWHERE)
      .filter((file) => !existsSync(path.join(root, file)))
      .map((file) => `scripts/docs-code/how-held.mjs names ${file}, which is not there`),
  ]
}

function problemsOf(text, listed) {
  const words = text.split(" ").filter((word) => !/^[A-Z_]+=/.test(word))
  const [program, first, ...rest] = words
  const options = rest.filter((word) => word.startsWith("--") && word.length > 2).map((word) => word.split("=")[0])
  const isListed = listed.includes(text)
  const unheld = isListed ? [] : ["nothing runs it: say in scripts/docs-code/how-held.mjs how it is held"]
  switch (program) {
    case "npm":
      return first === "test" ? ofTests(rest.slice(1)) : first === "run" ? ofScript(rest, options, unheld) : unheld
    case "npx":
    case "pos-sandbox":
      return ofPackage(program === "npx" ? [first, ...rest] : words, options, unheld)
    case "bash":
      return existsSync(path.join(root, first)) ? (ci.includes(text) ? [] : unheld) : ["there is no such file"]
    default:
      return unheld
  }
}

/** A script of package.json; CI runs it, or the list says how it is held. */
function ofScript([name, ...rest], options, unheld) {
  const parameters = rest.filter((word) => word !== "--")
  const missing = options.filter((option) => !scriptReads(name, parameters, option))
  return [
    ...(name in SCRIPTS ? [] : ["there is no such script"]),
    ...missing.map((option) => `it has no option ${option}`),
    ...(new RegExp(`^ *npm run ${name}( --.*)?$`, "m").test(ci) ? [] : unheld),
  ]
}

/** A project and a pattern of `npm test`, which CI runs whole. */
function ofTests([project, pattern, option, ...name]) {
  if (project === undefined) {
    return []
  }
  const folder =
    { field: "shop", "field-core": "shop", odd: "shop", "odd-core": "shop", sandbox: "pos-sandbox/tests" }[project] ??
    project
  const isOne = (file) => (project === "unit" ? file.endsWith(".unit.spec.ts") : file.includes(`/${folder}/`))
  const files = specs.filter((file) => isOne(file) && (!pattern || /[<[]/.test(pattern) || file.includes(pattern)))
  const test = name.join(" ").replaceAll('"', "")
  return [
    ...(new RegExp(`name: "${project}"`).test(textOf("scripts", "test-runner", "projects.mjs"))
      ? []
      : ["there is no such project"]),
    ...(files.length > 0 ? [] : ["no suite has such a name"]),
    ...(option === "-t" && !files.some((file) => textOf(file).includes(test)) ? ["no test has such a name"] : []),
  ]
}

function ofPackage([tool, ...rest], options, unheld) {
  if (tool === "medusa") {
    const [, file] = /\.medusa\/server\/(src\/scripts\/[a-z-]+)\.js/.exec(rest[1] ?? "") ?? []
    return [
      ...(medusaHas(rest[0], options) ? [] : ["Medusa has no such command or option"]),
      ...(file && !existsSync(path.join(root, `${file}.ts`)) ? [`there is no ${file}.ts`] : []),
      ...unheld,
    ]
  }
  return tool === "pos-sandbox" ? ofSandbox(rest, options) : unheld
}

/** What `pos-sandbox` has, and the sandbox's suites call. */
function ofSandbox([first = "…"], options) {
  const name = first === "start" || /^(--|…|<)/.test(first) ? undefined : first
  const command = sandboxCommand(name)
  if (!command) {
    return ["there is no such command"]
  }
  const known = optionsOfSandbox(command)
  return [
    ...options.filter((option) => !known.includes(option)).map((option) => `it has no option ${option}`),
    ...(!name || sandboxSuites.some((text) => text.includes(`"${name}"`)) ? [] : ["no suite calls it"]),
  ]
}
