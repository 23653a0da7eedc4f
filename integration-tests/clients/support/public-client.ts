import { execFile, execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { type Sandbox, startSandbox } from "../../../packages/pos-sandbox/src"
import { makeCertificate } from "../../../packages/pos-sandbox/src/https/certificate"

const run = promisify(execFile)

const own = path.join(__dirname, "..")
const cache = path.join(own, "..", "..", ".data", "clients")

/** A published client of the POS API, at the commit that its expected results are of. */
type PublicClient = {
  /** owner/name at GitHub */
  repository: string
  commit: string
  /** its program, and what fails unless the client can run */
  runtime: { program: string; check: string[] }
  /** commands that build it, in its folder */
  build: string[][]
  /** the file in `drivers` that makes its calls */
  driver: string
}

/** Hosts that the clients have in their code. */
const HOSTS = [
  "oauth.izettle.com",
  "oauth.izettle.net",
  "oauth.zettle.com",
  "products.izettle.com",
  "inventory.izettle.com",
  "purchase.izettle.com",
  "finance.izettle.com",
  "image.izettle.com",
  "pusher.izettle.com",
]

const folderOf = ({ repository, commit }: PublicClient) => path.join(cache, `${repository.replace("/", "-")}-${commit}`)

/**
 * Fetches a client and builds it, unless that was done before. Nothing of it is changed.
 * @returns why it cannot run on this machine, or null
 */
function prepareClient(client: PublicClient): string | null {
  const { repository, commit, runtime, build } = client
  try {
    execFileSync(runtime.program, runtime.check, { stdio: "ignore", timeout: 60_000 })
  } catch {
    return `${[runtime.program, ...runtime.check].join(" ")} fails`
  }
  const folder = folderOf(client)
  const isBuilt = path.join(folder, ".built")
  if (existsSync(isBuilt)) {
    return null
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  try {
    const git = (...words: string[]) => execFileSync("git", words, { stdio: "ignore", timeout: 120_000 })
    git("clone", "--quiet", `https://github.com/${repository}`, folder)
    git("-C", folder, "checkout", "--quiet", commit)
  } catch {
    return `${repository} could not be fetched from GitHub`
  }
  for (const [program = "", ...words] of build) {
    try {
      execFileSync(program, words, { cwd: folder, stdio: "ignore", timeout: 600_000 })
    } catch {
      return `${[program, ...words].join(" ")} failed in ${repository}`
    }
  }
  writeFileSync(isBuilt, "")
  return null
}

/**
 * Describes what a client does with a sandbox of its own, in the profile and with the brand of which clients know. Where
 * it cannot run, it is skipped with the reason.
 */
export function describeClient(
  client: PublicClient,
  expectation: string,
  test: (opened: OpenedClient) => Promise<void>
) {
  const reason = prepareClient(client)
  const describeWhere = reason === null ? describe : describe.skip
  describeWhere(`${client.repository}${reason === null ? "" : ` (skipped: ${reason})`}`, () => {
    it(expectation, async () => {
      // The certificate has the names of the hosts.
      const https = await makeCertificate("127.0.0.1", HOSTS)
      const sandbox = await startSandbox({ brand: "IZETTLE", dialect: "field", https })
      try {
        await test({ sandbox, run: (given, schema) => runClient(client, sandbox, given, schema) })
      } finally {
        await sandbox.close()
      }
    })
  })
}

type OpenedClient = {
  sandbox: Sandbox
  /** makes the client's calls; returns what its driver prints */
  run: <Schema extends z.ZodType>(given: object, schema: Schema) => Promise<z.output<Schema>>
}

async function runClient<Schema extends z.ZodType>(
  client: PublicClient,
  sandbox: Sandbox,
  given: object,
  schema: Schema
): Promise<z.output<Schema>> {
  const certificate = path.join(cache, `${client.driver}.pem`)
  writeFileSync(certificate, sandbox.certificate ?? "")
  const redirect = path.join(own, "redirect")
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require ${path.join(redirect, "redirect.cjs")}`,
    NODE_EXTRA_CA_CERTS: certificate,
    PYTHONPATH: redirect,
    PYTHONDONTWRITEBYTECODE: "1",
    REQUESTS_CA_BUNDLE: certificate,
    SSL_CERT_FILE: certificate,
    REDIRECT_HOSTS: HOSTS.join(","),
    REDIRECT_PORT: new URL(sandbox.url).port,
  }
  const words = [path.join(own, "drivers", client.driver), folderOf(client), JSON.stringify(given)]
  const { stdout } = await run(client.runtime.program, words, { env, timeout: 120_000, maxBuffer: 16 * 1_024 * 1_024 })
  return schema.parse(JSON.parse(stdout))
}
