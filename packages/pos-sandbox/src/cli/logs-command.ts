import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { type Command, Option } from "commander"
import { z } from "zod"
import type { RecordedRequest, RequestFilter } from "../client/control-calls"
import type { SandboxClient } from "../client/sandbox-client"
import { INTERFACES } from "../http/interfaces"
import { findRunning, readNumber, remoteCommand } from "./command-parts"

const optionsSchema = z.object({
  follow: z.boolean().default(false),
  limit: z.number(),
  path: z.string().optional(),
  method: z.string().optional(),
  status: z.string().optional(),
  interface: z.string().optional(),
})

const explainedSchema = z.looseObject({
  explanation: z.looseObject({ rule: z.string(), details: z.array(z.string()) }).nullish(),
})

/** The most calls that the journal returns at once. */
const PAGE = 1_000

/** `pos-sandbox logs`: the calls that the sandbox received, and those that it receives from now on. */
export const logsCommand = () =>
  remoteCommand("logs", "show the calls that the sandbox received, and why it refused some")
    .option("-f, --follow", "show further calls as they are answered, until Ctrl-C")
    .option("--limit <n>", "so many of the latest calls", readNumber, 20)
    .option("--path <text>", "only calls with this in their path or query")
    .option("--method <method>", "only calls of this HTTP method")
    .option("--status <status>", "only calls with this status: 404, 4xx, or none")
    .addOption(new Option("--interface <name>", "only calls of this interface").choices(INTERFACES))
    .action(async (given: unknown, command: Command) => {
      const { follow, limit, ...filter } = optionsSchema.parse(given)
      const sandbox = findRunning(command)
      if (!follow) {
        await showLatest(sandbox, filter, limit)
        return
      }
      const ending = new AbortController()
      process.once("SIGINT", () => ending.abort())
      process.once("SIGTERM", () => ending.abort())
      await followCalls(sandbox, { filter, limit, signal: ending.signal })
    })

/** Shows the latest calls, oldest first. @returns the id after which the next ones follow */
async function showLatest(sandbox: SandboxClient, filter: RequestFilter, limit: number): Promise<number> {
  const calls = await sandbox.requests({ ...filter, descending: true, limit: Math.max(limit, 1) })
  calls.slice(0, limit).reverse().forEach(show)
  return calls[0]?.id ?? 0
}

type Following = { filter: RequestFilter; limit: number; signal: AbortSignal }

/** Shows calls until the signal ends it, or the sandbox does. The stream is opened first, so that no call is missed. */
async function followCalls(sandbox: SandboxClient, { filter, limit, signal }: Following): Promise<void> {
  const stream = Readable.from(await sandbox.control.stream("/_sandbox/events", signal))
  try {
    let after = await showLatest(sandbox, filter, limit)
    for await (const line of createInterface({ input: stream })) {
      if (line === "event: call") {
        const calls = await sandbox.requests({ ...filter, since: after, limit: PAGE })
        calls.forEach(show)
        after = calls.at(-1)?.id ?? after
      }
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error
    }
  }
}

function show(call: RecordedRequest): void {
  const { at, method, path, query, status, durationMs } = call
  const time = at.slice(11, 19)
  const answer = String(status ?? "none").padEnd(4)
  process.stdout.write(`${time}  ${answer}  ${method.padEnd(6)}  ${path}${query}  ${Math.round(durationMs)} ms\n`)
  const { explanation } = explainedSchema.parse(call)
  if (explanation) {
    process.stdout.write([explanation.rule, ...explanation.details].map((text) => `          ${text}\n`).join(""))
  }
}
