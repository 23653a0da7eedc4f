import { execFile, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"

const root = path.join(__dirname, "../../..")
const recipes = path.join(root, "packages/pos-sandbox/recipes")
const run = promisify(execFile)

/** The package is installed as anybody installs it; without a registry there is nothing to install its dependencies from. */
function whyNot(): string | null {
  try {
    execFileSync("npm", ["view", "commander", "version"], { stdio: "ignore", timeout: 20_000 })
    return null
  } catch {
    return "no registry of npm's is reached"
  }
}

const reason = whyNot()
const describeWhere = reason === null ? describe : describe.skip

describeWhere(`pos-sandbox in an empty folder${reason === null ? "" : ` (skipped: ${reason})`}`, () => {
  let folder: string
  let installed: string
  let image: { cwd: string; env: Record<string, string>; user: string; command: string[]; health: string[] }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-package-"))
    const packed = await run(process.execPath, ["scripts/pack-sandbox.mjs"], { cwd: root })
    const tarball = packed.stdout.trim().split("\n").at(-1) ?? ""
    // The Dockerfile's own steps install it.
    const file = path.join(root, "packages/pos-sandbox/Dockerfile")
    const steps = ["scripts/run-dockerfile.mjs", file, path.dirname(tarball), folder]
    const { stdout } = await run(process.execPath, steps, { cwd: root })
    image = JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
    installed = image.cwd
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("takes at most 15 MB, and brings one package, for its types", () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((item) => item.isFile())
    const bytes = files.reduce((sum, item) => sum + statSync(path.join(item.parentPath, item.name)).size, 0)
    const packages = readdirSync(path.join(installed, "node_modules"))
    expect(packages.filter((name) => !name.startsWith("."))).toEqual(["pos-sandbox", "zod"])
    expect(bytes / 1e6).toBeLessThan(15)
  })

  it("npx pos-sandbox --port 0 --json prints its line with url, and the POS page is there", async () => {
    const { line, stop } = await firstLine("npx", ["--no-install", "pos-sandbox", "--port", "0", "--json"])
    const { url, apiKey } = JSON.parse(line)
    const page = await (await fetch(url)).text()
    await stop()
    expect({ apiKey: typeof apiKey, page: page.includes("<title>") }).toEqual({ apiKey: "string", page: true })
  })

  it("runs the commands of its README", async () => {
    const sandbox = ["--no-install", "pos-sandbox"]
    const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache") }
    const readme = readFileSync(path.join(installed, "node_modules/pos-sandbox/README.md"), "utf8")
    const named = [...readme.matchAll(/npx pos-sandbox ([a-z][\w -]*)/g)].map(([, words = ""]) =>
      words.trim().split(" ")
    )
    const server = await firstLine("npx", [...sandbox, "--port", "0", "--json", "--allow-loopback"])
    const listener = await firstLine("npx", [...sandbox, "listen", "--forward-to", "http://127.0.0.1:9/hooks"])
    const { url, controlToken, organizationUuid } = JSON.parse(server.line)
    const outputs = new Map<string, string>()
    // These two run until they are ended; start is what the server runs.
    for (const [command = "", ...words] of named.filter(([command]) => !["listen", "start"].includes(command ?? ""))) {
      const headers = { authorization: `Bearer ${controlToken}` }
      const query = `organizationUuid=${organizationUuid}`
      const answer = await fetch(`${url}/_sandbox/deliveries?${query}`, { headers })
      const [delivery] = z.array(z.looseObject({ messageId: z.string() })).parse(await answer.json())
      const rest = command === "resend" ? [delivery?.messageId ?? ""] : words.filter((word) => word !== "--follow")
      const { stdout } = await run("npx", [...sandbox, command, ...rest], { cwd: installed, env })
      outputs.set(command, stdout)
    }
    await listener.stop()
    await server.stop()
    expect([...outputs.keys()]).toEqual(["init", "trigger", "logs", "resend", "advance", "reset", "snapshot", "env"])
    expect(outputs.get("env")).toContain(`POS_SERVICE_URL=${url}`)
    expect(outputs.get("init")).toContain("pos-sandbox.yaml is written")
  })

  it("runs as the image does: without root, by its own command, and its health check reports that it is well", async () => {
    expect(image.user).not.toMatch(/^(root|0)?$/)
    const env = { ...process.env, ...image.env, POS_SANDBOX_PORT: String(await freePort()) }
    const [check = "", ...parameters] = image.health
    const healthy = () =>
      run(check, parameters, { env }).then(
        () => true,
        () => false
      )
    expect(await healthy()).toBe(false)
    const [program = "", ...rest] = image.command
    const { stop } = await firstLine(program, rest, env)
    expect(await healthy()).toBe(true)
    await stop()
    expect(readdirSync(path.join(installed, "data"))).toEqual(["sandbox.data"])
  })

  it("is typed, and ships the schema of its configuration", async () => {
    cpSync(path.join(recipes, "vitest.test.ts"), path.join(installed, "typed.ts"))
    const types = ["node_modules/@types", "node_modules"].map((item) => path.join(root, item))
    const paths = { vitest: [path.join(root, "node_modules/vitest/dist/index.d.ts")] }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2022",
      types: ["node"],
      typeRoots: types,
      paths,
      skipLibCheck: true,
    }
    writeFileSync(path.join(installed, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }))
    const { stdout } = await run(process.execPath, [
      path.join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      installed,
    ])
    expect(stdout).toBe("")
    const schema = path.join(installed, "node_modules/pos-sandbox/pos-sandbox.schema.json")
    expect(JSON.parse(readFileSync(schema, "utf8")).properties).toHaveProperty("organizations")
  })

  it.each([
    ["node:test", "node.test.mjs", () => ["--test", "node.test.mjs"], /pass 2/],
    ["jest", "jest.test.js", () => [bin("jest/bin/jest.js"), "--rootDir", ".", "jest.test.js"], /1 passed/],
    ["vitest", "vitest.test.ts", () => [bin("vitest/vitest.mjs"), "run", "vitest.test.ts"], /1 passed/],
  ])("the recipe for %s passes", async (_name, file, parameters, expected) => {
    cpSync(path.join(recipes, file), path.join(installed, file))
    writeFileSync(path.join(installed, "package.json"), "{}")
    const { VITEST_WORKER_ID: _worker, JEST_WORKER_ID: _jest, NODE_OPTIONS: _node, ...env } = process.env
    const options = { cwd: installed, env: { ...env, NODE_PATH: path.join(root, "node_modules") } }
    const { stdout, stderr } = await run(process.execPath, parameters(), options)
    expect(stdout + stderr).toMatch(expected)
  })

  const bin = (name: string) => path.join(root, "node_modules", name)

  async function firstLine(program: string, parameters: string[], more: NodeJS.ProcessEnv = process.env) {
    const env = { ...more, XDG_CACHE_HOME: path.join(folder, "cache") }
    const child = spawn(program, parameters, {
      cwd: installed,
      env,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    })
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    const line = await new Promise<string>((resolve, reject) => {
      let output = ""
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes("\n")) {
          resolve(output)
        }
      })
      child.once("exit", (code) => reject(new Error(`${program} ended with ${code}:\n${output}`)))
    })
    // npx passes a signal on to nobody: its whole group is ended.
    const stop = () => {
      process.kill(-(child.pid ?? 0), "SIGTERM")
      return ended
    }
    return { line: line.split("\n")[0] ?? "", stop }
  }
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return address !== null && typeof address === "object" ? address.port : 0
}
