import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"
import { SandboxClient } from "../src"
import { openSandbox } from "./support/use-sandbox"

const root = path.join(__dirname, "../../..")

const startedSchema = z.object({ url: z.string(), controlToken: z.string(), organizationUuid: z.string() })

const children: ChildProcess[] = []

/** The program in a process of its own, with its data in a file. */
async function start(dataFile: string) {
  const program = ["--import", "tsx", "packages/pos-sandbox/src/cli.ts", "--json", "--seed", "1", "--purchases", "2000"]
  const child = spawn(process.execPath, [...program, "--data", dataFile], {
    cwd: root,
    env: { ...process.env, XDG_CACHE_HOME: path.dirname(dataFile) },
    stdio: ["ignore", "pipe", "inherit"],
  })
  children.push(child)
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const { url, controlToken, organizationUuid } = startedSchema.parse(JSON.parse(String(line)))
  return { child, shop: await new SandboxClient({ url, controlToken, certificate: undefined }).shop(organizationUuid) }
}

/** Bytes of a file that is being written; 0: it is not there. */
const getSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Ends a sandbox, and kills it as soon as its last write has come so far. It may have ended before. */
async function killWhileItSaves(child: ChildProcess, file: string, bytes: number): Promise<void> {
  const ended = once(child, "close")
  child.kill("SIGTERM")
  while (child.exitCode === null && child.signalCode === null && getSize(`${file}.new`) < bytes) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill("SIGKILL")
  await ended
}

describe("A sandbox that is killed while it writes its data file", () => {
  let directory: string
  let dataFile: string
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), "pos-sandbox-kill-"))
    dataFile = path.join(directory, "sandbox.data")
  })
  afterEach(() => {
    children.splice(0).forEach((child) => child.kill("SIGKILL"))
    rmSync(directory, { recursive: true, force: true })
  })

  it("starts again with all of the last save or all of the one before, killed by SIGKILL at any moment of a save", async () => {
    const first = await start(dataFile)
    const ended = once(first.child, "close")
    first.child.kill("SIGTERM")
    await ended
    const size = getSize(dataFile)
    let saved = 2_000
    for (const part of [0, 0.01, 0.3, 0.6, 0.9, 1]) {
      const { child, shop } = await start(dataFile)
      const purchases = await shop.purchases()
      expect([saved, saved + 1]).toContain(purchases.length)
      expect(purchases.map(({ purchaseNumber }) => purchaseNumber)).toEqual(purchases.map((_none, index) => index + 1))
      saved = purchases.length
      await shop.sell([{ amount: 1_000 }])
      await killWhileItSaves(child, dataFile, Math.max(1, size * part))
    }
  })

  it.each([0, 1, 0.5, 1 - Number.EPSILON])("ignores what a killed save left behind: %d of the file", async (part) => {
    const sandbox = await openSandbox({ dataFile })
    const shop = await sandbox.organization({ name: "Åsas Butik 東京" })
    await sandbox.close()
    const bytes = readFileSync(dataFile)
    writeFileSync(`${dataFile}.new`, bytes.subarray(0, Math.floor(bytes.length * part)))
    const again = await openSandbox({ dataFile })
    expect((await again.organizations()).map(({ uuid }) => uuid)).toEqual([shop.uuid])
    await again.organization({ name: "Två" })
    await again.close()
    expect(existsSync(`${dataFile}.new`)).toBe(false)
    const last = await openSandbox({ dataFile })
    expect(await last.organizations()).toHaveLength(2)
    await last.close()
  })
})
