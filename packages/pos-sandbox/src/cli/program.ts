import { existsSync, writeFileSync } from "node:fs"
import path from "node:path"
import { Command, Option } from "commander"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { z } from "zod"
import { once } from "node:events"
import { readCassette } from "../cassettes/cassette"
import { compare, describeComparison } from "../cassettes/compare"
import { record } from "../cassettes/record"
import { readTargets, replay } from "../cassettes/replay"
import { nothingSchema } from "../client/control-calls"
import type { SandboxClient } from "../client/sandbox-client"
import { configJsonSchema } from "../config/config-schema"
import { type Dialect, DIALECTS } from "../state/dialect"
import { explainPoint, listPoints } from "./explain-point"
import { addPosCommands, addStateCommands } from "./pos-commands"
import { envCommand } from "./env-command"
import { logsCommand } from "./logs-command"
import { findOrganizationUuid, findRunning, readNames, readNumber, shopCommand } from "./command-parts"
import { startCommand } from "./start-command"

/** The file is there already. */
class FileExistsError extends Error {
  constructor(file: string) {
    super(`${file} is there already; name another, or move it away`)
    this.name = "FileExistsError"
  }
}

const SCHEMA = "pos-sandbox.schema.json"

/** `pos-sandbox init`: a commented configuration to begin with. */
const initCommand = () =>
  new Command("init")
    .description("write a commented configuration, which an editor helps to fill in")
    .argument("[file]", "where to", "pos-sandbox.yaml")
    .action(init)

function init(file: string): void {
  if (existsSync(file)) {
    throw new FileExistsError(file)
  }
  const folder = path.dirname(file)
  const installed = path.join("node_modules", "pos-sandbox", SCHEMA)
  const isInstalled = existsSync(path.join(folder, installed))
  if (!isInstalled) {
    writeFileSync(path.join(folder, SCHEMA), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
  }
  const schema = `./${isInstalled ? installed.split(path.sep).join("/") : SCHEMA}`
  writeFileSync(file, commentedConfig(schema))
  process.stdout.write(`${file} is written. Start it with: pos-sandbox --config ${file}\n`)
}

/** What `pos-sandbox init` writes: every part once, with what it is for. @param schema where the JSON schema is */
export const commentedConfig = (schema: string) => `# yaml-language-server: $schema=${schema}
# What the sandbox begins with: pos-sandbox --config pos-sandbox.yaml
# Amounts are in minor units: 5490 is 54.90 SEK, 500 is 500 JPY.

port: 4700
# host: 127.0.0.1
# https: true                  # with a certificate of its own
# data: .pos-sandbox.data      # keep everything in this file; organizations below are opened when it is empty
# clock: "2026-03-01T08:00:00Z"

# Webhooks may go to plain HTTP on this machine, and images may be fetched from it.
allowLoopback: true

# spec: as the POS is specified; field: as the running POS was observed to answer; odd: with every oddity that was seen.
dialect: field

organizations:
  - name: Åsas Butik
    country: SE
    currency: SEK
    timeZone: Europe/Stockholm
    # taxationMode: EXCLUSIVE
    # scopes: [READ:PRODUCT, READ:PURCHASE]     # without: all

    goods:
      - name: Kaffe, mellanrost
        price: 5490
        sku: KAFFE
        vatPercentage: 12
        category: Skafferi
        stock: 40
      - name: Linneskjorta
        vatPercentage: 25
        variants:
          - { name: S, sku: LIN-S, price: 79900, stock: 3 }
          - { name: M, sku: LIN-M, price: 79900, stock: 5 }
      - name: Äpplen
        price: 3990
        unitName: kg
        sku: APPLE
        vatPercentage: 12

    # Made-up goods and receipts of the past, the same for the same seed.
    seed: { seed: 1, products: 20, purchases: 100, days: 90 }

    # Rung up when the sandbox starts.
    receipts:
      - items:
          - { sku: KAFFE, quantity: 2 }
          - { sku: APPLE, quantity: "0.350" }
        payment: cash

    # Receives everything that happens from then on, without a test message first.
    subscriptions: []
    #  - destination: http://localhost:9000/hooks/pos
    #    eventNames: [PurchaseCreated]           # without: all events
    #    signingKey: a-key-that-your-program-knows

# Rate limits by interface, answered 429.
budgets: {}
#  purchases: { requests: 100, seconds: 60 }

# What goes wrong from the start.
faults: []
#  - { kind: latency, interface: all, milliseconds: 200 }
#  - { kind: status, interface: purchases, status: 503, probability: 0.1 }
#  - { kind: duplicate, eventName: PurchaseCreated, copies: 2 }

# settings:
#   payloadForm: object
#   importSeconds: 5
`

const optionsSchema = z.object({
  forwardTo: z.string(),
  events: z.array(z.string()).default([]),
  signingKey: z.string().optional(),
})

const listenerSchema = z.looseObject({ uuid: z.string(), destination: z.string(), signingKey: z.string() })

const reportedSchema = z.looseObject({
  type: z.literal("delivery"),
  messageId: z.string(),
  eventName: z.string(),
  destination: z.string(),
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
})

/** `pos-sandbox listen`: a subscription for as long as the command runs, and each delivery as it is answered. */
const listenCommand = () =>
  shopCommand("listen", "send notifications to an address, signed, and show how each is answered")
    .requiredOption("--forward-to <url>", "plain HTTP on this machine will do")
    .option("--events <names>", "only these, with commas between; all without", readNames)
    .option("--signing-key <key>", "sign with this key; one is made without")
    .action(listen)

async function listen(given: unknown, command: Command): Promise<void> {
  const { forwardTo, events, signingKey } = optionsSchema.parse(given)
  const sandbox = findRunning(command)
  const organizationUuid = await findOrganizationUuid(command, sandbox)
  const body = { organizationUuid, destination: forwardTo, eventNames: events, signingKey }
  const ending = new AbortController()
  process.once("SIGINT", () => ending.abort())
  process.once("SIGTERM", () => ending.abort())
  const stream = Readable.from(await sandbox.control.stream("/_sandbox/events", ending.signal))
  const listener = await sandbox.control.send(listenerSchema, "POST", "/_sandbox/listeners", { body })
  process.stdout.write(`Listening for ${organizationUuid} → ${forwardTo}\nSigning key: ${listener.signingKey}\n`)
  const shownNames = new Set<string>()
  try {
    for await (const line of createInterface({ input: stream })) {
      show(line, listener.destination, shownNames)
    }
  } catch (error) {
    if (!ending.signal.aborted) {
      throw error
    }
  } finally {
    await end(sandbox, listener.uuid)
  }
}

/** The sandbox may be gone by now, and the subscription with it. */
async function end(sandbox: SandboxClient, uuid: string): Promise<void> {
  await sandbox.control.send(nothingSchema, "DELETE", `/_sandbox/listeners/${uuid}`).catch(() => undefined)
}

/** Each attempt is printed when it is answered, and again when the delivery is over: once is enough. */
function show(line: string, destination: string, shown: Set<string>): void {
  if (!line.startsWith("data: ")) {
    return
  }
  const reported = reportedSchema.safeParse(JSON.parse(line.slice("data: ".length)))
  if (!reported.success || reported.data.destination !== destination) {
    return
  }
  const { eventName, messageId, state, attempts, status } = reported.data
  const attempt = `${messageId}:${attempts}`
  if (!shown.has(attempt)) {
    shown.add(attempt)
    const time = new Date().toISOString().slice(11, 19)
    const answer = status === null ? (attempts === 0 ? state : "no answer") : String(status)
    process.stdout.write(`${time}  ${eventName.padEnd(28)}  ${answer}  attempt ${attempts}  ${messageId}\n`)
  }
}

/** `pos-sandbox`: starts a sandbox, or works with one that runs. */
export function createProgram(): Command {
  const program = new Command("pos-sandbox")
    .description("A sandbox of the point-of-sale service: every interface of it, on this machine")
    .addHelpText(
      "after",
      `
Without a command it starts: pos-sandbox start --help lists the options.
The other commands work with the sandbox that was started last on this machine, or with that of --url and --token
(POS_SANDBOX_URL, POS_SANDBOX_TOKEN).`
    )
  program.addCommand(startCommand(), { isDefault: true })
  program
    .command("explain")
    .description("say what the POS does at a point of the dialect, in each profile, and where it was seen")
    .argument("[point]", "such as stockRow; without, the points are listed")
    .action((point?: string) => say(point === undefined ? listPoints() : explainPoint(point)))
  program.addCommand(initCommand())
  program.addCommand(envCommand())
  addPosCommands(program)
  program.addCommand(listenCommand())
  program.addCommand(logsCommand())
  addStateCommands(program)
  addCassetteCommands(program)
  return program
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

const ended = () => Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")])

/** A real account: recorded, served again, and held against the sandbox. */
function addCassetteCommands(program: Command): void {
  program
    .command("record")
    .description("record the answers of a real account as a proxy, without personal data")
    .argument("<cassette>", "the file to write, when it ends")
    .requiredOption("--target <addresses...>", "where the POS is, or interface=address for each")
    .option("--port <n>", "0, the default, takes a free one", readNumber, 0)
    .action(async (file: string, { target, port }: { target: string[]; port: number }) => {
      const recording = await record({ targets: readTargets(target), file, port })
      say(`Point your client at ${recording.url}; Ctrl-C writes ${file}`)
      await ended()
      await recording.close()
      say(`${file}: ${recording.cassette.interactions.length} calls`)
    })
  program
    .command("replay")
    .description("serve a cassette")
    .argument("<cassette>")
    .option("--port <n>", "0, the default, takes a free one", readNumber, 0)
    .action(async (file: string, { port }: { port: number }) => {
      const replaying = await replay({ cassette: readCassette(file), port })
      say(`${file} is served at ${replaying.url}`)
      await ended()
      await replaying.close()
    })
  program
    .command("verify")
    .description("replay a cassette against the sandbox and list each deviation by field; ends with 1 if there is one")
    .argument("<cassette>")
    .addOption(new Option("--dialect <word>", "the profile to verify").choices(DIALECTS).default("field"))
    .option("--json", "print the result as JSON", false)
    .action(async (file: string, { dialect, json }: { dialect: Dialect; json: boolean }) => {
      const comparison = await compare(readCassette(file), dialect)
      say(json ? JSON.stringify(comparison) : describeComparison(comparison))
      process.exitCode = comparison.differences.length > 0 ? 1 : 0
    })
}
