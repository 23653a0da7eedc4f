import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { Command } from "commander"
import { z } from "zod"
import { nothingSchema } from "../client/answers"
import type { SandboxClient } from "../client/sandbox-client"
import { findOrganizationUuid, findRunning, shopCommand } from "./find-running"
import { readNames } from "./option-values"

const optionsSchema = z.object({
  forwardTo: z.string(),
  events: z.array(z.string()).default([]),
  signingKey: z.string().optional(),
})

const listenerSchema = z.looseObject({ uuid: z.string(), destination: z.string(), signingKey: z.string() })

const toldSchema = z.looseObject({
  type: z.literal("delivery"),
  messageId: z.string(),
  eventName: z.string(),
  destination: z.string(),
  state: z.string(),
  attempts: z.number(),
  status: z.number().nullable(),
})

/** `pos-sandbox listen`: a subscription for as long as the command runs, and each delivery as it is answered. */
export const listenCommand = () =>
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
  const shown = new Set<string>()
  try {
    for await (const line of createInterface({ input: stream })) {
      show(line, listener.destination, shown)
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

/** Each attempt is told when it is answered, and again when the delivery is over: once is enough. */
function show(line: string, destination: string, shown: Set<string>): void {
  if (!line.startsWith("data: ")) {
    return
  }
  const told = toldSchema.safeParse(JSON.parse(line.slice("data: ".length)))
  if (!told.success || told.data.destination !== destination) {
    return
  }
  const { eventName, messageId, state, attempts, status } = told.data
  const attempt = `${messageId}:${attempts}`
  if (!shown.has(attempt)) {
    shown.add(attempt)
    const time = new Date().toISOString().slice(11, 19)
    const answer = status === null ? (attempts === 0 ? state : "no answer") : String(status)
    process.stdout.write(`${time}  ${eventName.padEnd(28)}  ${answer}  attempt ${attempts}  ${messageId}\n`)
  }
}
