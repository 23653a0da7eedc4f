import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { parse } from "yaml"
import { z } from "zod"

const root = path.join(__dirname, "../..")
const textOf = (...names: string[]) => readFileSync(path.join(root, ...names), "utf8")

const workflowSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      "timeout-minutes": z.number(),
      strategy: z.looseObject({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
      steps: z.array(
        z.looseObject({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.looseObject({ "node-version": z.union([z.string(), z.number()]) }).optional(),
        })
      ),
    })
  ),
})

/** As GitHub reads an issue form. */
const formSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  body: z
    .array(
      z.looseObject({
        type: z.enum(["markdown", "textarea", "input", "dropdown", "checkboxes"]),
        id: z
          .string()
          .regex(/^[\w-]+$/)
          .optional(),
        attributes: z.looseObject({ label: z.string().optional(), description: z.string().optional() }),
        validations: z.strictObject({ required: z.boolean() }).optional(),
      })
    )
    .nonempty(),
})

const FORMS = path.join(".github", "ISSUE_TEMPLATE")
const forms = readdirSync(path.join(root, FORMS)).filter((file) => file !== "config.yml")

describe("GitHub's files", () => {
  it("run the same as everybody does, on a Node that the package names, with time enough", () => {
    const { jobs } = workflowSchema.parse(parse(textOf(".github", "workflows", "ci.yml")))
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(["bash .ci/run"])
    const { engines } = z
      .looseObject({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(textOf("package.json")))
    const [node] = steps.flatMap((step) => step.with?.["node-version"] ?? [])
    expect(engines.node).toContain(`>=${node}.`)
    expect(Object.values(jobs).map((job) => job["timeout-minutes"])).toEqual([60])
  })

  it("run every night what .ci/run leaves out on a slow machine", () => {
    const { jobs } = workflowSchema.parse(parse(textOf(".github", "workflows", "nightly.yml")))
    const commands = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.command ?? [])
    const [, depending = ""] = /\(\(SECONDS < \d+\)\); then\n([^]*?)else/.exec(textOf(".ci", "run")) ?? []
    const leftOut = depending.trim().split(/\n\s*/)
    expect(leftOut.length).toBeGreaterThan(1)
    const asNamed = (command: string) => command.replace(" --silent", "").replace("field-core", "field")
    expect(commands).toEqual(expect.arrayContaining(leftOut.map(asNamed)))
  })

  it.each(forms)("%s is a form whose fields can be distinguished", (file) => {
    const { body } = formSchema.parse(parse(textOf(FORMS, file)))
    const asked = body.filter(({ type }) => type !== "markdown")
    const ids = asked.map(({ id }) => id)
    expect(asked.filter(({ attributes }) => !attributes.label)).toEqual([])
    expect(new Set(ids).size).toBe(asked.length)
    expect(ids).not.toContain(undefined)
  })

  it("ask whoever has a fault for the doctor's file, as the doctor writes it", () => {
    const { body } = formSchema.parse(parse(textOf(FORMS, "something-is-wrong.yml")))
    const doctor = body.find(({ id }) => id === "doctor")
    expect(doctor?.validations).toEqual({ required: true })
    const [, script = ""] =
      /\.medusa\/server\/(src\/scripts\/doctor)\.js bundle/.exec(doctor?.attributes.description ?? "") ?? []
    expect(existsSync(path.join(root, `${script}.ts`))).toBe(true)
    const [file = ""] = /pos-[a-z]+\.json/.exec(doctor?.attributes.description ?? "") ?? []
    expect(textOf("src", "scripts", "doctor.ts")).toContain(file)
  })

  it("explain what a change needs, and the code of conduct", () => {
    expect(textOf(".github", "pull_request_template.md")).toContain("`bash .ci/run`")
    expect(textOf("CONTRIBUTING.md")).toContain("(CODE_OF_CONDUCT.md)")
    expect(textOf(FORMS, "something-is-wrong.yml")).toContain("SECURITY.md")
  })
})
