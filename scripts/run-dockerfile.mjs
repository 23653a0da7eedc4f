import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"

/**
 * `node scripts/run-dockerfile.mjs <Dockerfile> <context> <folder>`: does what a Dockerfile says without Docker, each stage
 * in a folder of its own, so that the file is kept true where there is no Docker. It knows the instructions that ours
 * use, and refuses others, and leaves out what `.dockerignore` of the context excludes. The last line reports what the image would run: `{cwd, env, user, command, health}`.
 */
const [file, context, target] = process.argv.slice(2).map((one) => path.resolve(one))
const ignored = ignoredByDocker(path.join(context, ".dockerignore"))
const stages = new Map()
let stage = null

const lines = readFileSync(file, "utf8")
  .replace(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
for (const line of lines) {
  const [, instruction, rest] = /^(\w+)\s+(.*)$/.exec(line)
  run(instruction, rest)
}
const { cwd, env, user, command, health } = stage
process.stdout.write(`${JSON.stringify({ cwd, env, user, command, health })}\n`)

function run(instruction, rest) {
  switch (instruction) {
    case "FROM": {
      const [, name = `stage-${stages.size}`] = / AS (\S+)$/i.exec(rest) ?? []
      const folder = path.join(target, name)
      stage = { folder, cwd: folder, env: {}, user: "root", command: null, health: null }
      stages.set(name, stage)
      mkdirSync(folder, { recursive: true })
      return
    }
    case "WORKDIR":
      stage.cwd = inside(stage, rest)
      mkdirSync(stage.cwd, { recursive: true })
      return
    case "ENV": {
      const [name, value] = rest.split("=")
      stage.env[name] = value
      return
    }
    case "COPY":
      copy(rest.split(/\s+/))
      return
    case "RUN":
      execFileSync("sh", ["-c", rest], {
        cwd: stage.cwd,
        env: { ...process.env, ...stage.env },
        stdio: ["ignore", "inherit", "inherit"],
      })
      return
    case "USER":
      stage.user = rest
      return
    case "HEALTHCHECK":
      stage.health = JSON.parse(/CMD (\[.*\])$/.exec(rest)[1])
      return
    case "CMD":
      stage.command = JSON.parse(rest)
      return
    case "EXPOSE":
    case "VOLUME":
      return
    default:
      throw new Error(`${file}: ${instruction} is not known here; teach it to scripts/run-dockerfile.mjs`)
  }
}

/** A path of a stage, absolute or from where it works. */
function inside({ folder, cwd }, name) {
  return name.startsWith("/") ? path.join(folder, name) : path.resolve(cwd, name)
}

function copy(words) {
  const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length)
  const names = words.filter((word) => !word.startsWith("--"))
  const to = inside(stage, names.pop())
  for (const name of names) {
    const source = from ? inside(stages.get(from), name) : path.join(context, name)
    const pattern = new RegExp(`^${path.basename(source).replace(/[.+]/g, "\\$&").replace(/\*/g, ".*")}$`)
    const found = name.includes("*") ? readdirSync(path.dirname(source)).filter((one) => pattern.test(one)) : null
    // A folder's content is copied; files go into a folder by their names.
    const sources = found?.map((one) => path.join(path.dirname(source), one)) ?? [source]
    const isFolder = existsSync(to) && statSync(to).isDirectory()
    const pairs = sources.map((one) => [
      one,
      isFolder && statSync(one).isFile() ? path.join(to, path.basename(one)) : to,
    ])
    const filter = from ? undefined : (file) => !ignored(path.relative(context, file))
    pairs.forEach(([one, other]) => cpSync(one, other, { recursive: true, verbatimSymlinks: true, filter }))
  }
}

/** Whether a file of the context is excluded: the last pattern that matches it, or a folder it is in, decides. */
function ignoredByDocker(file) {
  const patterns = existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
  const rules = patterns
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ pattern: toExpression(line.replace(/^!/, "")), isExcluded: !line.startsWith("!") }))
  return (name) => rules.reduce((before, { pattern, isExcluded }) => (pattern.test(name) ? isExcluded : before), false)
}

function toExpression(pattern) {
  const escaped = pattern.replace(/[.+^$()|[\]{}]/g, "\\$&")
  const wild = escaped.replaceAll("**/", "\0").replaceAll("*", "[^/]*").replaceAll("\0", "(.*/)?")
  return new RegExp(`^${wild}(/.*)?$`)
}
