import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

const root = path.resolve(__dirname, "..", "..", "..")

const NAMED = ["shop", "push", "-t", "a rejected"]
const NAMED_UNIT = ["unit", "money"]

const jobsSchema = z.array(
  z.object({
    name: z.string(),
    flags: z.array(z.string()),
    env: z.looseObject({ SUITES: z.string().optional(), POS_DIALECT: z.string().optional() }),
  })
)

/** What each of these questions is answered: a project and what jest is to be given. */
const PROJECT_NAMES = ["shop", "sandbox", "unit", "long", "years", "field", "field-core", "odd", "odd-core"]
const ASKED = [...PROJECT_NAMES.map((name) => [name]), NAMED, NAMED_UNIT]

/** The processes that projects' tests would run in, by modules that jest does not load. */
function askAll() {
  const code = `
    const { jobsOf } = await import("./scripts/test-runner/jobs-of.mjs")
    const { PROJECTS } = await import("./scripts/test-runner/projects.mjs")
    const answers = JSON.parse(process.argv[1]).map(([name, ...parameters]) =>
      PROJECTS.filter((project) => project.name === name).flatMap((project) => jobsOf(project, parameters))
    )
    console.log(JSON.stringify(answers))`
  const { NODE_OPTIONS: _options, ...env } = process.env
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", code, "--", JSON.stringify(ASKED)], {
    cwd: root,
    encoding: "utf8",
    env,
  })
  const answers = z.array(jobsSchema).parse(JSON.parse(said))
  return new Map(ASKED.map((question, index) => [question.join(" "), answers[index] ?? []]))
}

let answers: ReturnType<typeof askAll>
const jobs = (...question: string[]) => answers.get(question.join(" ")) ?? []

const together = (of: ReturnType<typeof jobs>) => of.flatMap(({ env }) => env.SUITES?.split(" ") ?? [])

/** The suites that have a process of their own, as `--testPathPattern` names them. */
const alone = (processes: ReturnType<typeof jobs>) =>
  processes
    .flatMap(({ flags }) => flags)
    .flatMap((flag) => /^--testPathPattern=\/\((.+)\)\\\.spec$/.exec(flag)?.[1]?.split("|") ?? [])

/** Where jest looks for units. */
const UNIT_FOLDERS = ["src", "scripts", "benchmarks", "packages"]

describe("the processes of the tests", () => {
  beforeAll(() => {
    answers = askAll()
  })

  it.each([
    ["shop", "integration-tests/shop"],
    ["sandbox", "packages/pos-sandbox/tests"],
  ])("run every suite of the %s once: together, by itself, or where it may last", (kind, folder) => {
    const all = [...jobs(kind), ...jobs("long"), ...jobs("years")].filter(({ env }) => env.EXAMPLES === undefined)
    const suites = readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith(".spec.ts"))
      .map((file) => `${folder}/${file.replace(".spec.ts", "")}`)
    const paths = all.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith("--testPathPattern=")))
    const patterns = [...new Set(paths)].map((flag) => new RegExp(flag.replace("--testPathPattern=", "")))
    const runs = (suite: string) =>
      together(all).filter((name) => name === suite).length +
      patterns.filter((pattern) => pattern.test(`/${suite}.spec.ts`)).length
    expect(suites.filter((suite) => runs(suite) !== 1)).toEqual([])
    expect(together(all).filter((name) => !suites.includes(name))).toEqual([])
  })

  it("run every unit once, and those with many examples again where they may last", () => {
    const units = UNIT_FOLDERS.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".unit.spec.ts") && !file.includes("node_modules"))
        .map((file) => `${folder}/${file.replace(".spec.ts", "")}`)
    )
    expect(alone(jobs("unit"))).toEqual(["src/features/catalog/__tests__/customize-products.unit"])
    expect([...together(jobs("unit")), ...alone(jobs("unit"))].sort()).toEqual(units.sort())
    const deep = jobs("long").filter(({ env }) => env.EXAMPLES === "all")
    expect(together(deep)).toContain("src/features/sales/__tests__/receipt.unit")
    expect(together(deep).filter((name) => !units.includes(name))).toEqual([])
  })

  it("are looked for where jest finds units", () => {
    const { projects } = z
      .object({ projects: z.array(z.object({ displayName: z.string(), testMatch: z.array(z.string()) })) })
      .parse(jest.requireActual("../../../jest.config.js"))
    const unit = projects.find(({ displayName }) => displayName === "unit")
    expect(unit?.testMatch).toEqual([`<rootDir>/{${UNIT_FOLDERS.join(",")}}/**/__tests__/**/*.unit.spec.ts`])
  })

  it("have names of their own, by which their reports are kept", () => {
    for (const [, of] of answers) {
      expect(new Set(of.map(({ name }) => name)).size).toBe(of.length)
    }
  })

  it("are one, which is given what was asked for, when a suite or a test is named", () => {
    const named = jobs(...NAMED)
    expect(jobs(...NAMED_UNIT).map(({ flags }) => flags.slice(0, 3))).toEqual([["money", "--selectProjects", "unit"]])
    expect(named.map(({ flags }) => flags.slice(0, 5))).toEqual([
      ["push", "-t", "a rejected", "--selectProjects", "shop"],
    ])
    expect(together(named)).toEqual([])
  })

  it.each(["field", "odd"])("of the dialect %s are those in which it shows", (dialect) => {
    expect(together(jobs(dialect))).not.toContain("integration-tests/shop/links")
    expect(together(jobs(`${dialect}-core`))).toEqual(
      expect.arrayContaining(["integration-tests/shop/main-job", "integration-tests/shop/mirror-stock-late"])
    )
    expect(jobs(dialect).map(({ env }) => env.POS_DIALECT)).toEqual(jobs(dialect).map(() => dialect))
  })
})
