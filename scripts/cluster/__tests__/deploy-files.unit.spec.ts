import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { z } from "zod"
import { parse } from "yaml"
import { redisModules } from "../../../demo/redis-modules"

const root = path.resolve(__dirname, "..", "..", "..")
const folder = path.join(root, "docs", "deploy")
const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), "utf8")

const serviceSchema = z.looseObject({
  build: z.string().optional(),
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  deploy: z.object({ replicas: z.number() }).optional(),
})
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
})

const text = read("docs", "deploy", "compose.yaml")
const { services, volumes } = composeSchema.parse(parse(text, { merge: true }))
const shopProcesses = Object.entries(services).filter(([, { environment }]) => "DATABASE_URL" in environment)

/** What Medusa and Node read by themselves. */
const OTHERS = ["MEDUSA_WORKER_MODE", "NODE_ENV", "NODE_OPTIONS"]

const redisBefore = process.env.REDIS_URL

afterAll(() => {
  if (redisBefore === undefined) {
    delete process.env.REDIS_URL
  } else {
    process.env.REDIS_URL = redisBefore
  }
})

const namesIn = (source: string, pattern: RegExp) =>
  new Set([...source.matchAll(pattern)].map(([, name]) => name ?? ""))

describe("The files of docs/deploy", () => {
  it("run two servers, two workers and the migration, on one environment", () => {
    const modes = shopProcesses.map(([name, { environment, deploy }]) => [
      name,
      environment.MEDUSA_WORKER_MODE ?? null,
      deploy?.replicas ?? 1,
    ])
    expect(modes).toEqual([
      ["server", "server", 2],
      ["worker", "worker", 2],
      ["migrate", null, 1],
    ])
    const shared = shopProcesses.map(([, { environment }]) =>
      Object.entries(environment).filter(([name]) => !OTHERS.includes(name))
    )
    expect(shared[1]).toEqual(shared[0])
    expect(shared[2]).toEqual(shared[0])
  })

  it("set exactly what the configuration reads, and the page says what for", () => {
    const readByConfig = namesIn(read("docs", "deploy", "medusa-config.ts"), /process\.env\.([A-Z_]+)/g)
    const set = new Set(shopProcesses.flatMap(([, { environment }]) => Object.keys(environment)))
    expect([...set].filter((name) => !OTHERS.includes(name)).sort()).toEqual([...readByConfig].sort())
    const page = read("docs", "guides", "deploy.md")
    expect([...set].filter((name) => !page.includes(name))).toEqual([])
    expect(read("node_modules", "@medusajs", "framework", "dist", "config", "config.js")).toContain(
      "MEDUSA_WORKER_MODE"
    )
  })

  it("ask for the secrets that the page makes", () => {
    const asked = namesIn(text, /\$\{([A-Z_]+):\?\}/g)
    const [, recipe = ""] = /```sh\n([^`]*)```/.exec(read("docs", "guides", "deploy.md")) ?? []
    expect([...asked].filter((name) => !recipe.includes(name))).toEqual([])
    expect(asked.size).toBe(4)
  })

  it("call commands that there are", () => {
    const cli = read("node_modules", "@medusajs", "cli", "dist", "create-cli.js")
    const medusaCommands = namesIn(cli, /command: ["`]([a-z:]+)/g)
    const sandboxOptions = namesIn(read("packages", "pos-sandbox", "src", "cli", "start-command.ts"), /"--([a-z-]+)/g)
    const packageBins = z
      .object({ bin: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read("packages", "pos-sandbox", "package.json"))).bin
    const called = Object.values(services).flatMap(({ build, image, command }) =>
      build || image?.startsWith("node:") ? [(command ?? []).filter((word) => word !== "--yes")] : []
    )
    expect(called).toHaveLength(4)
    for (const [npx, tool = "", ...parameters] of called) {
      expect(npx).toBe("npx")
      if (tool === "medusa") {
        expect(medusaCommands).toContain(parameters[0])
      } else {
        expect(packageBins).toHaveProperty(tool)
        const options = parameters
          .filter((parameter) => parameter.startsWith("--"))
          .map((parameter) => parameter.slice(2))
        expect(options.filter((option) => !sandboxOptions.has(option))).toEqual([])
      }
    }
  })

  it("name services, volumes and files that there are", () => {
    const all = Object.values(services)
    expect(all.flatMap(({ depends_on }) => Object.keys(depends_on)).filter((name) => !(name in services))).toEqual([])
    const sources = all.flatMap((item) => item.volumes).map((volume) => volume.split(":")[0] ?? "")
    const missing = sources.filter((item) =>
      item.startsWith(".") ? !existsSync(path.join(folder, item)) : !(item in volumes)
    )
    expect(missing).toEqual([])
    expect(all.some(({ build }) => build === ".") && existsSync(path.join(folder, "Dockerfile"))).toBe(true)
    const [, upstream = ""] = /dynamic a (\w+) 9000/.exec(read("docs", "deploy", "Caddyfile")) ?? []
    expect(services).toHaveProperty(upstream)
  })

  it("use the Redis modules that the demo's cluster is tested with", async () => {
    process.env.REDIS_URL = "redis://example:6379"
    const { modules, featureFlags, projectConfig } = z
      .looseObject({
        modules: z.record(z.string(), z.unknown()),
        featureFlags: z.unknown().optional(),
        projectConfig: z.looseObject({ redisUrl: z.string() }),
      })
      .parse(await import(path.join(folder, "medusa-config.ts")))
    expect(Object.values(modules)).toEqual(
      expect.arrayContaining(
        redisModules("redis://example:6379").map((redisModule) => expect.objectContaining(redisModule))
      )
    )
    expect(featureFlags).toEqual({ caching: true })
    expect(projectConfig.redisUrl).toBe("redis://example:6379")
  })
})

describe("An image of docs/deploy/Dockerfile", () => {
  const PLUGIN = "medusa-plugin-pos-0.1.0.tgz"
  let place: string

  const write = (file: string, content: string | object) => {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  }

  /** A store whose only dependency is a packed file, which also brings the command that builds it. */
  function writeShop(shop: string): void {
    const plugin = path.join(place, "plugin")
    const build = [
      "#!/usr/bin/env node",
      'const { cpSync } = require("node:fs")',
      'cpSync("package.json", ".medusa/server/package.json")',
    ]
    write(path.join(plugin, "package.json"), {
      name: "medusa-plugin-pos",
      version: "0.1.0",
      bin: { medusa: "./cli.js" },
    })
    write(path.join(plugin, "cli.js"), build.join("\n"))
    mkdirSync(shop)
    npm(plugin, "pack", "--pack-destination", shop)
    const dependencies = { "medusa-plugin-pos": `file:${PLUGIN}` }
    write(path.join(shop, "package.json"), { name: "shop", version: "1.0.0", private: true, dependencies })
    npm(shop, "install", "--package-lock-only")
    cpSync(folder, shop, { recursive: true })
  }

  const npm = (cwd: string, ...parameters: string[]) =>
    execFileSync("npm", [...parameters, "--offline", "--no-audit", "--no-fund"], { cwd, env: environment("host") })
  const environment = (cache: string) => ({ ...process.env, npm_config_cache: path.join(place, cache) })

  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), "pos-dockerfile-"))
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  it("[D73] is built for a store that depends on the packed plugin, with an empty cache of npm", () => {
    const shop = path.join(place, "shop")
    writeShop(shop)
    const parameters = ["scripts/run-dockerfile.mjs", path.join(shop, "Dockerfile"), shop, path.join(place, "stages")]
    const output = execFileSync(process.execPath, parameters, {
      cwd: root,
      encoding: "utf8",
      env: { ...environment("fresh"), npm_config_offline: "true" },
    })
    const { command, cwd } = JSON.parse(output.trim().split("\n").at(-1) ?? "")
    expect(command).toEqual(["npx", "medusa", "start"])
    expect(existsSync(path.join(cwd, "node_modules", "medusa-plugin-pos", "package.json"))).toBe(true)
  })

  it("[D28] gets no secrets, no history and nothing that was installed or built on this machine", () => {
    const shop = path.join(place, "shop")
    writeShop(shop)
    const hidden = [".env", ".env.production", ".git/config", ".medusa/old", "node_modules/host", "static/photo.png"]
    const shown = [".env.template", "src/api/route.ts", "apps/static.ts"]
    ;[...hidden, ...shown, "apps/node_modules/host"].forEach((file) => write(path.join(shop, file), "of the host"))
    const parameters = ["scripts/run-dockerfile.mjs", path.join(shop, "Dockerfile"), shop, path.join(place, "stages")]
    const env = { ...environment("fresh"), npm_config_offline: "true" }
    execFileSync(process.execPath, parameters, { cwd: root, env })
    const stage = path.join(place, "stages", "build", "shop")
    const copied = readdirSync(stage, { recursive: true, encoding: "utf8" })
    expect(shown.filter((file) => !copied.includes(file))).toEqual([])
    expect([...hidden, "apps/node_modules/host"].filter((file) => copied.includes(file))).toEqual([])
  })

  it("[D28] excludes by patterns of the file that the page lists", () => {
    const patterns = readFileSync(path.join(folder, ".dockerignore"), "utf8").split("\n")
    expect(patterns).toEqual(
      expect.arrayContaining([".env*", "!.env.template", "node_modules", ".git", ".medusa", "static"])
    )
    expect(read("docs", "guides", "deploy.md")).toContain("](../deploy/.dockerignore)")
  })
})
