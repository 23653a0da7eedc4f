import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import axios from "axios"
import { parse } from "yaml"
import { z } from "zod"
import type { Sandbox } from "../src"
import { record } from "../src/cassettes/record"
import { readDuration } from "../src/cli/command-parts"
import { createProgram } from "../src/cli/program"
import { until } from "../src/client/control-calls"
import { aProduct } from "./support/products"
import { useSandbox } from "./support/use-sandbox"

const root = path.join(__dirname, "../../..")

/** A program that is compiled as it starts, on a machine that is busy. */
const START_MS = 30_000

const children: ChildProcess[] = []

/** The program in a process of its own, with a cache folder of its own. */
function run(folder: string, parameters: string[], more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, XDG_CACHE_HOME: folder, ...more }
  const program = ["--import", "tsx", path.join(root, "packages/pos-sandbox/src/cli.ts"), ...parameters]
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
  children.push(child)
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, "close").then(([code]: unknown[]) => code)
  return {
    output: () => output,
    /** the first whole line that fits */
    line: (pattern: RegExp) =>
      until(
        () =>
          output
            .split("\n")
            .slice(0, -1)
            .find((line) => pattern.test(line)),
        { within: START_MS, what: output }
      ).then(String),
    ended,
    stop: async () => {
      child.kill("SIGTERM")
      return ended
    },
  }
}

// Whatever fails, no program is left behind.
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")))

describe("pos-sandbox", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("without options opens a shop and shows what to try; other commands find it; it ends on SIGTERM", async () => {
    const started = run(folder, [])
    await started.line(/triggers/)
    const text = started.output()
    const [, url] = /^The sandbox is at (\S+)$/m.exec(text) ?? []
    expect(text).toMatch(/^Register {7}http:\/\/127\.0\.0\.1:\d+\/#token=\S+$/m)
    expect(text).toMatch(/^Reference {6}http:\/\/127\.0\.0\.1:\d+\/docs$/m)
    expect(text).toMatch(/^Åsas Butik \(SEK\)\nOrganization {3}\S+\nAPI key {8}ey\S+$/m)
    const [, apiKey] = /^API_KEY=(\S+)$/m.exec(text) ?? []
    const [, clientId] = /client_id=(\S+)/.exec(text) ?? []
    const form = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      client_id: clientId ?? "",
      assertion: apiKey ?? "",
    })
    expect((await fetch(`${url}/token`, { method: "POST", body: form })).status).toBe(200)
    for (const uuid of ["0f8fad5b-d9cb-11eb-a165-70867728950e", "7c9e6679-7425-11eb-944b-e07fc1f90ae7"]) {
      expect((await fetch(`${url}/organizations/self/history/locations/${uuid}`)).status).toBe(404)
    }
    const unknown = await started.line(/^Not simulated/)
    expect(unknown).toBe("Not simulated: GET /organizations/self/history/locations/{uuid} was answered 404")
    expect(started.output().match(/Not simulated/g)).toHaveLength(1)
    const triggered = run(folder, ["trigger", "PurchaseCreated"])
    expect(await triggered.ended).toBe(0)
    expect(triggered.output()).toMatch(/^PurchaseCreated: sold one of .+; 0 subscriptions were notified\n$/)
    expect(await started.stop()).toBe(0)
    const after = run(folder, ["reset"])
    expect(await after.ended).toBe(1)
    expect(after.output()).toContain("No sandbox was started on this machine")
  })

  it("env prints what the store reads of the sandbox that was started last, whatever the environment was before", async () => {
    const started = run(folder, ["--port", "0", "--json"])
    const { url, controlToken, apiKey } = JSON.parse(await started.line(/^\{/))
    const old = { POS_SANDBOX_URL: "http://127.0.0.1:1", POS_SANDBOX_TOKEN: "old" }
    const shown = run(folder, ["env", "--format", "json"], old)
    expect(await shown.ended).toBe(0)
    expect(JSON.parse(shown.output())).toEqual({
      POS_SERVICE_URL: url,
      POS_SANDBOX_URL: url,
      POS_SANDBOX_TOKEN: controlToken,
      POS_API_KEY: apiKey,
    })
    await started.stop()
  })

  it("--json --https prints one line; its certificate is kept and is the one it answers with", async () => {
    const first = run(folder, ["--port", "0", "--json", "--empty", "--https"])
    const { url, controlToken, apiKey } = JSON.parse(await first.line(/^\{/))
    expect({ url, apiKey }).toEqual({ url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/), apiKey: undefined })
    const certificate = path.join(folder, "pos-sandbox", "certificate.pem")
    const other = { POS_SANDBOX_URL: url, POS_SANDBOX_TOKEN: controlToken, POS_SANDBOX_CERTIFICATE: certificate }
    const elsewhere = run(path.join(folder, "annan"), ["advance", "3d"], other)
    expect(await elsewhere.ended).toBe(0)
    const kept = readFileSync(certificate, "utf8")
    await first.stop()
    const second = run(folder, ["--json", "--https", "--empty"])
    await second.line(/^\{/)
    await second.stop()
    expect(readFileSync(certificate, "utf8")).toBe(kept)
  })

  it("init writes what --config starts with; a mistake is named, and ends with 1", async () => {
    const file = path.join(folder, "pos-sandbox.yaml")
    expect(await run(folder, ["init", file]).ended).toBe(0)
    expect(readFileSync(file, "utf8")).toContain("$schema=./pos-sandbox.schema.json")
    expect(JSON.parse(readFileSync(path.join(folder, "pos-sandbox.schema.json"), "utf8")).title).toBe(
      "pos-sandbox.yaml"
    )
    expect(parse(readFileSync(file, "utf8")).organizations).toHaveLength(1)
    const started = run(folder, ["--config", file, "--port", "0", "--json"])
    expect(JSON.parse(await started.line(/^\{/))).toMatchObject({ apiKey: expect.any(String) })
    await started.stop()
    const again = run(folder, ["init", file])
    expect([await again.ended, again.output()]).toEqual([
      1,
      `${file} is there already; name another, or move it away\n`,
    ])
    const wrong = run(folder, ["--port", "åtta"])
    expect([await wrong.ended, wrong.output()]).toEqual([1, expect.stringContaining("A whole number is needed")])
  })
})

it.each(["3 days", "d", "-1", "1y", ""])("'%s' is no time to advance by", (text) => {
  expect(() => readDuration(text)).toThrow("such as 90s")
})

describe("A command that works with a running sandbox", () => {
  const open = useSandbox()
  let said: string

  /** In this process, which saves seconds. */
  async function command(sandbox: Sandbox, ...parameters: string[]): Promise<string> {
    said = ""
    const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
      said += String(text)
      return true
    })
    const where = ["--url", sandbox.url, "--token", sandbox.controlToken]
    await createProgram()
      .parseAsync([...parameters, ...where], { from: "user" })
      .finally(() => write.mockRestore())
    return said
  }

  it("seeds, advances, saves, restores, exports, imports and resets", async () => {
    const { sandbox, merchant } = open
    await command(sandbox, "seed", "--products", "4", "--purchases", "3")
    const shop = await sandbox.shop(merchant.organizationUuid)
    expect(await shop.purchases()).toHaveLength(3)
    expect(await command(sandbox, "snapshot", "save", "seedad")).toBe("seedad is saved\n")
    expect(await command(sandbox, "advance", "2d12h")).toContain(
      new Date(Date.now() + 60 * 3_600_000).toISOString().slice(0, 13)
    )
    await shop.trigger("PurchaseCreated")
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-"))
    const file = path.join(folder, "läge.data")
    expect(await command(sandbox, "export", file)).toMatch(/bytes\n$/)
    expect(await command(sandbox, "snapshot", "load", "seedad")).toBe("Everything is as in seedad\n")
    expect(await shop.purchases()).toHaveLength(3)
    await command(sandbox, "import", file)
    rmSync(folder, { recursive: true })
    expect(await shop.purchases()).toHaveLength(4)
    expect(await command(sandbox, "snapshot", "list")).toMatch(/^seedad {2}\d{4}-/)
    await command(sandbox, "snapshot", "delete", "seedad")
    expect(await command(sandbox, "snapshot", "list")).toBe("Nothing is held\n")
    await command(sandbox, "reset")
    expect(await sandbox.organizations()).toEqual([])
  })

  it("prints the environment of a sandbox, which a shell takes up whatever is in it", async () => {
    const { sandbox, merchant } = open
    const variables = JSON.parse(await command(sandbox, "env", "--format", "json"))
    expect(variables).toMatchObject({ POS_SERVICE_URL: sandbox.url, POS_SANDBOX_TOKEN: sandbox.controlToken })
    const claims = JSON.parse(Buffer.from(variables.POS_API_KEY.split(".")[1], "base64url").toString())
    expect(claims.organizationUuid).toBe(merchant.organizationUuid)
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
    const certificate = path.join(folder, "Åsas $(false) 'nyckel' `#1`.pem")
    writeFileSync(certificate, "")
    const parameters = ["env", "--certificate", certificate]
    const shell = await command(sandbox, ...parameters)
    const evaluated = execFileSync("sh", ["-c", `${shell}\nprintf %s "$NODE_EXTRA_CA_CERTS|$POS_SERVICE_URL"`])
    expect(evaluated.toString()).toBe(`${certificate}|${sandbox.url}`)
    const dotenv = await command(sandbox, ...parameters, "--format", "dotenv")
    expect(dotenv).toContain(`\nPOS_SANDBOX_CERTIFICATE="${certificate}"\n`)
    rmSync(folder, { recursive: true })
    await sandbox.organization()
    await expect(command(sandbox, "env")).rejects.toThrow("--organization:")
  })

  it("shows the calls that were received, and follows those that come", async () => {
    const { sandbox, merchant } = open
    await (await sandbox.shop(merchant.organizationUuid)).call(z.unknown(), "GET", "/organizations/self/products/v2")
    await fetch(`${sandbox.url}/purchases/v3`)
    expect(await command(sandbox, "logs", "--status", "200", "--interface", "products")).toMatch(
      /^\d\d:\d\d:\d\d {2}200 {3}GET {5}\/organizations\/self\/products\/v2 {2}\d+ ms\n$/
    )
    expect(await command(sandbox, "logs", "--limit", "1")).toMatch(
      /404 {3}GET {5}\/purchases\/v3 {2}\d+ ms\n {10}Not simulated: .* no such route\n {10}The nearest is GET/
    )
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
    const where = { POS_SANDBOX_URL: sandbox.url, POS_SANDBOX_TOKEN: sandbox.controlToken }
    const following = run(folder, ["logs", "--follow", "--limit", "1"], where)
    await following.line(/\/purchases\/v3/)
    await fetch(`${sandbox.url}/purchases/v2?limit=7`)
    await following.line(/401 {3}GET {5}\/purchases\/v2\?limit=7/)
    expect(following.output().match(/ms$/gm)).toHaveLength(2)
    expect(await following.stop()).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })

  it("records a real account, and serves it again", async () => {
    const { sandbox, merchant } = open
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
    const file = path.join(folder, "konto.json")
    await merchant.sell([{ type: "custom-amount", amount: 100 }])
    const recording = run(folder, ["record", file, "--target", sandbox.url])
    const at = /http:\S+\d/.exec(await recording.line(/^Point your client/))?.[0]
    const authorization = String(merchant.api.defaults.headers.common.authorization)
    expect((await fetch(`${at}/purchases/v2`, { headers: { authorization } })).status).toBe(200)
    expect([await recording.stop(), recording.output()]).toEqual([0, expect.stringContaining(`${file}: 1 calls`)])
    const replaying = run(folder, ["replay", file])
    const served = /http:\S+\d/.exec(await replaying.line(/is served at/))?.[0]
    expect(await (await fetch(`${served}/purchases/v2`)).json()).toHaveProperty("purchases")
    expect(await replaying.stop()).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })

  it("verifies a cassette: ends with 0 without a deviation, with 1 and each field with its two values otherwise", async () => {
    const { sandbox, merchant } = open
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
    const file = path.join(folder, "account.json")
    const recording = await record({ targets: sandbox.url, file })
    const api = axios.create({ baseURL: recording.url, headers: merchant.api.defaults.headers.common })
    const { data: created } = await api.post("/organizations/self/products", aProduct({ vatPercentage: "25" }))
    await api.get(`/organizations/self/products/${created.uuid}`)
    await recording.close()
    const same = run(folder, ["verify", file, "--dialect", "spec"])
    expect([await same.ended, same.output().trim()]).toEqual([0, "2 calls played, 0 skipped, 0 differences"])

    const text = readFileSync(file, "utf8")
    expect(text).toContain('"vatPercentage": "25"')
    writeFileSync(file, text.replace(/("status": 201[^]*?"vatPercentage": )"25"/, '$1"25.5"'))
    const listed = run(folder, ["verify", file, "--dialect", "spec"])
    expect([await listed.ended, listed.output()]).toEqual([
      1,
      expect.stringContaining(
        '- vatPercentage: recorded decimal text "25.5", sandbox decimal text "25"\n    POST /organizations/{organizationUuid}/products'
      ),
    ])
    const forPrograms = run(folder, ["verify", file, "--dialect", "spec", "--json"])
    expect(await forPrograms.ended).toBe(1)
    expect(JSON.parse(forPrograms.output())).toMatchObject({
      played: 2,
      differences: [
        {
          call: "POST /organizations/{organizationUuid}/products",
          field: "vatPercentage",
          recordedValue: "25.5",
          sandboxValue: "25",
        },
      ],
    })
    rmSync(folder, { recursive: true, force: true })
  })

  it("triggers for the organization that is named, and asks where there are several", async () => {
    const { sandbox, merchant } = open
    const other = await sandbox.organization({ name: "東京" })
    await expect(command(sandbox, "trigger", "ProductCreated")).rejects.toThrow(/--organization:\n.*Åsas Butik\n.*東京/)
    expect(await command(sandbox, "trigger", "ProductCreated", "--organization", other.uuid)).toContain(
      "made the product"
    )
    expect(await (await sandbox.shop(merchant.organizationUuid)).products()).toEqual([])
  })

  it("sends a delivery once more, and reports how it was answered", async () => {
    const { sandbox, merchant } = open
    const destination = await open.openDestination()
    await merchant.subscribe(destination.url)
    await merchant.createProduct()
    await merchant.settled()
    const [{ messageId }] = await merchant.deliveries("ProductCreated")
    destination.status = 202
    expect(await command(sandbox, "resend", messageId)).toBe(`ProductCreated → ${destination.url}: 202\n`)
    expect(destination.events("ProductCreated")).toHaveLength(2)
  })

  it("listens: prints each delivery with its answer, and takes its subscription away at the end", async () => {
    const { sandbox, merchant } = open
    const destination = await open.openDestination()
    const folder = mkdtempSync(path.join(tmpdir(), "pos-sandbox-cli-"))
    const where = { POS_SANDBOX_URL: sandbox.url, POS_SANDBOX_TOKEN: sandbox.controlToken }
    const listening = run(folder, ["listen", "--forward-to", destination.url, "--signing-key", "nyckel"], where)
    await sandbox.until(() => listening.output().includes("Signing key: nyckel"), { within: START_MS })
    const shop = await sandbox.shop(merchant.organizationUuid)
    destination.status = 503
    await shop.trigger("PurchaseCreated")
    await sandbox.settled()
    destination.status = 200
    await sandbox.advance(60)
    await sandbox.until(() => /PurchaseCreated +200 {2}attempt 2/.test(listening.output()), { within: START_MS })
    expect(listening.output()).toMatch(
      /PurchaseCreated +503 {2}attempt 1 {2}\S+\n[^]*PurchaseCreated +200 {2}attempt 2/
    )
    expect(listening.output().match(/PurchaseCreated/g)).toHaveLength(2)
    expect(await listening.stop()).toBe(0)
    rmSync(folder, { recursive: true, force: true })
    await expect(shop.trigger("PurchaseCreated")).resolves.toMatchObject({ deliveries: 0 })
  })
})

describe("pos-sandbox explain", () => {
  const say = async (...parameters: string[]) => {
    const written: string[] = []
    const spy = jest.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0)
    try {
      await createProgram().parseAsync(["node", "pos-sandbox", "explain", ...parameters])
    } finally {
      spy.mockRestore()
    }
    return written.join("")
  }

  it("says what the POS does at a point in each profile, and lists the points", async () => {
    expect(await say("updateAnswer")).toMatch(/^spec {3}200[^]*^field {2}200[^]*^odd {4}204[^]*^Seen in /m)
    expect(await say()).toMatch(/^ {2}stockRow +Form of a stock row$/m)
  })

  it("knows no other point", async () => {
    await expect(say("stock")).rejects.toThrow("There is no point stock")
  })
})
