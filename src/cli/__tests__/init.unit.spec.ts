import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { runInNewContext } from "node:vm"
import typescript from "typescript"
import { parseOptions } from "../../modules/pos/options"
import { readEnvVariable } from "../edit-env"
import { AnswerInvalidError, AnswerMissingError, ConfigNotFoundError } from "../errors"
import { init, type InitInput } from "../init"
import { CONFIG_FORMS, UNKNOWN_FORMS } from "./config-forms"

const ROOT = path.resolve(__dirname, "../../..")
const ANSWERS = { publicUrl: "https://butik.example.com", contactEmail: "asa@example.com" }
const ENV = "DATABASE_URL=postgres://hemligt@localhost/butik\nJWT_SECRET='hemligt' # inte här"

describe("npx medusa-plugin-pos init", () => {
  let directory: string
  let said: string[]

  beforeEach(() => {
    said = []
    directory = mkdtempSync(path.join(os.tmpdir(), "pos-init-"))
    const modules = path.join(directory, "node_modules")
    mkdirSync(path.join(modules, "medusa-plugin-pos"), { recursive: true })
    writeFileSync(path.join(modules, "medusa-plugin-pos", "package.json"), '{"version": "0.1.0"}')
    for (const name of ["typescript", "@medusajs"]) {
      symlinkSync(path.join(ROOT, "node_modules", name), path.join(modules, name))
    }
    write("package.json", "{}")
    write(".gitignore", "/dist\n.env\n")
    write(".env", ENV)
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text)
  const read = (name: string) => readFileSync(path.join(directory, name), "utf8")

  const run = async (input: Partial<InitInput> = {}, answers: string[] | null = null) =>
    init(
      { directory, environment: {}, isConfirmed: true, isDryRun: false, ...input },
      {
        say: (line) => void said.push(line),
        ask:
          answers &&
          (async (question) => {
            said.push(question)
            return answers.shift() ?? ""
          }),
      }
    )

  /** The plugins of a configuration, as Medusa would read them. */
  const pluginsOf = (fileName: string): unknown[] => {
    const compiled = typescript.transpileModule(read(fileName), {
      compilerOptions: { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022 },
    })
    const exported: { exports: Record<string, unknown> } = { exports: {} }
    const environment = Object.fromEntries(
      ["POS_PUBLIC_URL", "POS_CONTACT_EMAIL"].map((name) => [name, readEnvVariable(read(".env"), name)])
    )
    runInNewContext(compiled.outputText, {
      module: exported,
      exports: exported.exports,
      process: { env: environment, cwd: () => directory },
      require: () => ({ defineConfig: (config: unknown) => config, loadEnv: () => undefined, shared: ["imported"] }),
    })
    const config = JSON.parse(JSON.stringify(exported.exports.default ?? exported.exports))
    return config.plugins
  }

  describe.each(Object.entries(CONFIG_FORMS))("with %s", (_name, { fileName, text, plugins }) => {
    beforeEach(() => write(fileName, text))

    it("adds the plugin beside the others, and a second run changes nothing", async () => {
      expect(await run(ANSWERS)).toBe(0)
      const options = { provider: "zettle", ...ANSWERS }
      expect(pluginsOf(fileName)).toEqual([...plugins, { resolve: "medusa-plugin-pos", options }])
      expect(parseOptions(options, {}).brand).toBe("IZETTLE")
      const [config, env] = [read(fileName), read(".env")]
      said = []
      expect(await run()).toBe(0)
      expect(said[0]).toBe("Nothing to change: the store is set up.")
      expect(await run({ target: "zettle" })).toBe(0)
      expect([read(fileName), read(".env")]).toEqual([config, env])
    })

    it("keeps all that was there, in the file's own line ends", async () => {
      await run(ANSWERS)
      const lines = read(fileName).split("\n")
      const kept = text.split("\n").map((line) => line.replace(/[,\r]+$/, "").trim())
      const rest = lines.map((line) => line.trim()).join("\n")
      const others = kept.filter((line) => !/plugin-pos|plugins|^}|^\]|projectConfig }/.test(line) && line !== "")
      others.forEach((line) => expect(rest).toContain(line))
      expect(new Set(lines.slice(0, -1).map((line) => line.endsWith("\r"))).size).toBe(1)
    })
  })

  it("writes what a person would write", async () => {
    write("medusa-config.ts", CONFIG_FORMS["a new store"]?.text ?? "")
    await run(ANSWERS)
    expect(read("medusa-config.ts")).toContain(`    }
  },
  plugins: [
    {
      resolve: 'medusa-plugin-pos',
      options: {
        provider: 'zettle',
        publicUrl: process.env.POS_PUBLIC_URL,
        contactEmail: process.env.POS_CONTACT_EMAIL,
      },
    },
  ],
})
`)
    const [, ...added] = read(".env").split("JWT_SECRET='hemligt' # inte här")
    expect(added.join()).toMatch(
      /^\nPOS_PUBLIC_URL=https:\/\/butik\.example\.com\nPOS_CONTACT_EMAIL=asa@example\.com\nPOS_ENCRYPTION_KEY=\S{44}\n$/
    )
  })

  describe.each(Object.entries(UNKNOWN_FORMS))("where %s", (_name, text) => {
    it("writes nothing, and prints what to add by hand", async () => {
      write("medusa-config.js", text)
      expect(await run()).toBe(1)
      expect([read("medusa-config.js"), read(".env")]).toEqual([text, ENV])
      const all = said.join("\n")
      expect(all).toContain("Could not change medusa-config.js: ")
      expect(all).toContain('resolve: "medusa-plugin-pos"')
      expect(all).toContain('provider: "zettle"')
      expect(all).toContain("POS_ENCRYPTION_KEY=")
    })
  })

  describe("in a new store", () => {
    beforeEach(() => write("medusa-config.ts", CONFIG_FORMS["a new store"]?.text ?? ""))

    it("shows the changes without a secret, and where the merchant creates a key at whom it is not affiliated with", async () => {
      await run(ANSWERS)
      const all = said.join("\n")
      expect(all).toContain("+   plugins: [")
      expect(all).toContain("POS_ENCRYPTION_KEY=… (new random key)")
      expect(all).not.toContain(readEnvVariable(read(".env"), "POS_ENCRYPTION_KEY"))
      expect(all).not.toContain("hemligt")
      expect(all).toContain("https://my.zettle.com/apps/api-keys?name=Medusa&scopes=")
      expect(all).toContain("not affiliated with Zettle or PayPal")
      expect(all).toContain("ok     encryption key")
    })

    it("writes nothing with --dry-run, nor when a person says no", async () => {
      expect(await run({ ...ANSWERS, isDryRun: true })).toBe(0)
      expect(await run({ ...ANSWERS, isConfirmed: false }, ["zettle", "n"])).toBe(1)
      expect(await run({ ...ANSWERS, isConfirmed: false })).toBe(1)
      expect([read("medusa-config.ts"), read(".env")]).toEqual([CONFIG_FORMS["a new store"]?.text, ENV])
    })

    it("asks what it cannot find out, until the answer is usable", async () => {
      const answers = ["", "butik", "http://butik.example.com", ANSWERS.publicUrl, "asa", ANSWERS.contactEmail, "y"]
      expect(await run({ isConfirmed: false }, answers)).toBe(0)
      expect(answers).toEqual([])
      expect(pluginsOf("medusa-config.ts")).toMatchObject([{ options: { provider: "zettle", ...ANSWERS } }])
    })

    it("without a terminal names the flag of what is missing or wrong", async () => {
      await expect(run()).rejects.toThrow(AnswerMissingError)
      await expect(run()).rejects.toThrow("--public-url")
      await expect(run({ ...ANSWERS, publicUrl: "http://butik.example.com" })).rejects.toThrow(AnswerInvalidError)
      expect(read(".env")).toBe(ENV)
    })

    it("sets the sandbox up, and the provider later in its place", async () => {
      expect(await run({ target: "sandbox" })).toBe(0)
      expect(pluginsOf("medusa-config.ts")).toEqual([
        {
          resolve: "medusa-plugin-pos",
          options: {
            serviceUrl: "http://127.0.0.1:4700",
            allowInsecureDestination: true,
            publicUrl: "http://localhost:9000",
            contactEmail: "you@example.com",
          },
        },
      ])
      const sandbox = read("medusa-config.ts")
      expect(await run()).toBe(0)
      expect(read("medusa-config.ts")).toBe(sandbox)
      expect(await run({ target: "zettle", isDryRun: true })).toBe(1)
      expect(said.join("\n")).toContain("http://localhost:9000 must begin with https://")
      write(".env", read(".env").replace("http://localhost:9000", ANSWERS.publicUrl))
      expect(await run({ target: "zettle" })).toBe(0)
      expect(pluginsOf("medusa-config.ts")).toEqual([
        {
          resolve: "medusa-plugin-pos",
          options: { publicUrl: ANSWERS.publicUrl, contactEmail: "you@example.com", provider: "zettle" },
        },
      ])
    })

    it("uses a key and addresses that the environment has", async () => {
      const POS_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString("base64")
      const environment = {
        POS_ENCRYPTION_KEY,
        POS_PUBLIC_URL: ANSWERS.publicUrl,
        POS_CONTACT_EMAIL: "asa@example.com",
      }
      expect(await run({ environment })).toBe(0)
      expect(read(".env")).toBe(ENV)
    })

    it("asks again for what a copy of the repository lacks, and leaves the configuration", async () => {
      await run(ANSWERS)
      const config = read("medusa-config.ts")
      write(".env", ENV)
      expect(await run(ANSWERS)).toBe(0)
      expect(read("medusa-config.ts")).toBe(config)
      expect(readEnvVariable(read(".env"), "POS_PUBLIC_URL")).toBe(ANSWERS.publicUrl)
    })

    it("creates a .env that only its owner reads", async () => {
      rmSync(path.join(directory, ".env"))
      await run(ANSWERS)
      expect(statSync(path.join(directory, ".env")).mode & 0o077).toBe(0)
    })

    it("says what is wrong with the store's folder", async () => {
      write(".gitignore", "dist\n")
      write(".env", "POS_ENCRYPTION_KEY=short\n")
      expect(await run(ANSWERS)).toBe(1)
      expect(said.filter((line) => line.startsWith("WRONG"))).toEqual([
        expect.stringContaining("encryption key"),
        expect.stringContaining(".gitignore"),
      ])
    })
  })

  it("adds missing options to a plugin that is there, and leaves the others", async () => {
    write(
      "medusa-config.ts",
      `module.exports = defineConfig({
  plugins: [
    { resolve: "medusa-plugin-pos", options: { serviceUrl: process.env.SANDBOX, contactEmail: "asa@example.com" } },
  ],
})
`.replace("module.exports", 'import { defineConfig } from "@medusajs/framework/utils"\n\nmodule.exports')
    )
    expect(await run({ publicUrl: ANSWERS.publicUrl })).toBe(0)
    expect(read("medusa-config.ts")).toContain(
      `options: { serviceUrl: process.env.SANDBOX, contactEmail: "asa@example.com", publicUrl: process.env.POS_PUBLIC_URL } },`
    )
  })

  it("names the folder where it finds no configuration", async () => {
    await expect(run(ANSWERS)).rejects.toThrow(ConfigNotFoundError)
  })
})
