import { Command, Option } from "commander"
import { z } from "zod"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import path from "node:path"
import { GRANT_TYPES } from "../../../../src/pos-api/contract"
import { readConfig } from "../config/read-config"
import { type Certificate, makeCertificate } from "../https/certificate"
import { type Sandbox, startSandbox } from "../server"
import { DIALECTS } from "../state/dialect"
import {
  cacheFolder,
  certificateFile,
  forgetStarted,
  HTTPS_FILES,
  readDate,
  readNumber,
  rememberStarted,
  writePrivately,
} from "./command-parts"

const optionsSchema = z.object({
  port: z.number().optional(),
  json: z.boolean().default(false),
  config: z.string().optional(),
  empty: z.boolean().default(false),
  allowLoopback: z.boolean().optional(),
  brand: z.string().optional(),
  applicationId: z.array(z.string()).optional(),
  data: z.string().optional(),
  seed: z.number().optional(),
  purchases: z.number().optional(),
  clock: z.date().optional(),
  dialect: z.enum(DIALECTS).optional(),
  host: z.string().optional(),
  https: z.boolean().default(false),
  openControl: z.boolean().default(false),
})

/** What somebody finds who asked for nothing: goods to sell, and receipts of the last weeks. */
const MADE_UP = { seed: 1, purchases: 200, days: 60 }

/** With `--seed`, and no word of how many. */
const SEEDED_PURCHASES = 500

/** `pos-sandbox start`, which is what it does without a command. */
export function startCommand(): Command {
  return new Command("start")
    .description("start a sandbox; without options with a sample store, on a free port")
    .addOption(
      new Option("--port <n>", "the port to listen on; 0, the default, takes a free one")
        .env("POS_SANDBOX_PORT")
        .argParser(readNumber)
    )
    .option("--json", "the first line is JSON: url, controlToken, organizationUuid, apiKey")
    .option("--config <file>", "begin with what this file says; pos-sandbox init writes one")
    .option("--empty", "begin with no organization")
    .option("--seed <n>", "begin with a store of goods and receipts; the same n gives the same ones", readNumber)
    .option("--purchases <n>", `with --seed: so many receipts (default ${SEEDED_PURCHASES})`, readNumber)
    .option("--data <file>", "keep everything in this file, so that a restart loses nothing")
    .option("--clock <date>", "begin at this moment, such as 2026-03-01T08:00:00Z", readDate)
    .addOption(
      new Option(
        "--dialect <word>",
        "answer as specified (spec, the default), as observed (field), or with every oddity that was seen (odd)"
      ).choices(DIALECTS)
    )
    .option("--allow-loopback", "let webhook destinations be plain HTTP, and images be fetched, on this machine")
    .option("--brand <word>", "the word in header names and payment types (default SERVICE)")
    .addOption(
      new Option("--application-id <ids...>", "client ids of applications that may ask for a token with an API key")
    )
    .option("--https", "HTTPS, with a certificate of its own")
    .option("--host <address>", "the address to listen on (default 127.0.0.1)")
    .option("--open-control", "let the control routes answer other machines, too, by their token alone")
    .action(start)
}

async function start(given: unknown): Promise<void> {
  const {
    json,
    config: file,
    empty,
    data,
    seed,
    purchases,
    clock,
    https,
    applicationId,
    ...options
  } = optionsSchema.parse(given)
  const config = file === undefined ? {} : readConfig(file)
  const isMadeUp = !empty && seed === undefined && config.organizations === undefined
  const seedNumber = seed === undefined ? null : { seed, purchases: purchases ?? SEEDED_PURCHASES }
  const sandbox = await startSandbox({
    ...options,
    config,
    // Beside the output, whose first line may be for a program.
    onNotSimulated: (route) => void process.stderr.write(`Not simulated: ${route} was answered 404\n`),
    dataFile: data,
    applicationIds: applicationId,
    startAt: clock,
    seed: seedNumber ?? (isMadeUp ? MADE_UP : undefined),
    https: https || config.https ? await keptCertificate(options.host ?? config.host ?? "127.0.0.1") : undefined,
  })
  const { url, controlToken, certificate } = sandbox
  const processId = process.pid
  const shops = sandbox.shops.map(({ organizationUuid, apiKey }) => ({ organizationUuid, apiKey }))
  rememberStarted({ url, controlToken, certificate, processId, shops })
  process.stdout.write(announce(sandbox, { json }))
  const stop = () => {
    forgetStarted({ processId })
    void sandbox.close().then(() => process.exit(0))
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

type Shown = Pick<Sandbox, "url" | "controlToken" | "certificate" | "shops">

/** What is printed when a sandbox has started: for a person, or one line for a program. */
function announce({ url, controlToken, certificate, shops }: Shown, { json }: { json: boolean }): string {
  const [first] = shops
  if (json) {
    const { organizationUuid, apiKey, clientId } = first ?? {}
    return `${JSON.stringify({ url, controlToken, organizationUuid, apiKey, clientId })}\n`
  }
  const trust = certificate ? [`Certificate    ${certificateFile()}   (NODE_EXTRA_CA_CERTS=…, curl --cacert …)`] : []
  const lines = [
    `The sandbox is at ${url}`,
    "",
    `Register       ${url}/#token=${controlToken}`,
    `Reference      ${url}/docs`,
    `Control token  ${controlToken}`,
    ...trust,
    ...shops.flatMap(({ name, currency, organizationUuid, apiKey }) => [
      "",
      `${name} (${currency})`,
      `Organization   ${organizationUuid}`,
      `API key        ${apiKey}`,
    ]),
    ...(first ? ["", ...trials({ url, controlToken, certificate }, first)] : []),
  ]
  return `${lines.join("\n")}\n`
}

/** Complete calls to paste into a terminal. */
function trials(
  { url, controlToken, certificate }: Omit<Shown, "shops">,
  { apiKey, clientId, organizationUuid }: Shown["shops"][number]
): string[] {
  const curl = certificate ? `curl -s --cacert ${certificateFile()}` : "curl -s"
  const grant = `-d grant_type=${GRANT_TYPES.assertion} -d client_id=${clientId} -d assertion=$API_KEY`
  const body = JSON.stringify({ organizationUuid, eventName: "PurchaseCreated" })
  return [
    "Try it:",
    `API_KEY=${apiKey}`,
    `TOKEN=$(${curl} ${url}/token ${grant} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `${curl} "${url}/purchases/v2?limit=1&descending=true" -H "authorization: Bearer $TOKEN"`,
    `${curl} ${url}/organizations/self/products/v2 -H "authorization: Bearer $TOKEN"`,
    `${curl} ${url}/_sandbox/triggers -H "authorization: Bearer ${controlToken}" -H "content-type: application/json" -d '${body}'`,
  ]
}

const WEEK_MS = 7 * 86_400_000

/** The certificate of this person's sandboxes: made once, so that it has to be trusted once, and again each year. */
async function keptCertificate(host: string): Promise<Certificate> {
  const storedCertificate = readKept()
  if (storedCertificate && isGood(storedCertificate.certificate, host)) {
    return storedCertificate
  }
  const created = await makeCertificate(host)
  writePrivately(HTTPS_FILES.key, created.key)
  writePrivately(HTTPS_FILES.certificate, created.certificate)
  return created
}

function readKept(): Certificate | null {
  try {
    const read = (name: string) => readFileSync(path.join(cacheFolder(), name), "utf8")
    return { key: read(HTTPS_FILES.key), certificate: read(HTTPS_FILES.certificate) }
  } catch {
    // None was made yet.
    return null
  }
}

function isGood(certificate: string, host: string): boolean {
  const keptCertificate = new X509Certificate(certificate)
  const isFresh = new Date(keptCertificate.validTo).getTime() > Date.now() + WEEK_MS
  return isFresh && (keptCertificate.checkIP(host) ?? keptCertificate.checkHost(host)) !== undefined
}
