import { Argument, Command } from "commander"
import { nothingSchema } from "../client/control-calls"
import { TRIGGER_NAMES } from "../triggers/make-happen"
import {
  findOrganizationUuid,
  findRunning,
  readDuration,
  readNumber,
  remoteCommand,
  shopCommand,
} from "./command-parts"
import { readFileSync, writeFileSync } from "node:fs"

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** What happens in a running sandbox: events, deliveries, time and receipts. */
export function addPosCommands(program: Command): void {
  program.addCommand(
    shopCommand("trigger", "make an event happen by doing what it reports")
      .addArgument(new Argument("<event>", "which").choices(TRIGGER_NAMES))
      .action(async (eventName: string, _options: unknown, command: Command) => {
        const sandbox = findRunning(command)
        const organizationUuid = await findOrganizationUuid(command, sandbox)
        const { what, deliveries } = await sandbox.trigger(eventName, organizationUuid)
        say(
          `${eventName}: ${what}; ${deliveries} ${deliveries === 1 ? "subscription was" : "subscriptions were"} notified`
        )
      })
  )
  program.addCommand(
    remoteCommand("resend", "send a delivery once more, as it was")
      .argument("<delivery>", "its messageId")
      .action(async (messageId: string, _options: unknown, command: Command) => {
        const { eventName, destination, attempts } = await findRunning(command).resend(messageId)
        say(`${eventName} → ${destination}: ${attempts.at(-1)?.status ?? "no answer"}`)
      })
  )
  program.addCommand(
    remoteCommand("advance", "move the clock on; what falls due on the way happens")
      .argument("<time>", "90s, 15m, 2h30m, 3d, 1w", readDuration)
      .action(async (seconds: number, _options: unknown, command: Command) => {
        say(`It is ${(await findRunning(command).advance(seconds)).toISOString()}`)
      })
  )
  program.addCommand(
    shopCommand("seed", "fill an organization with made-up goods and receipts")
      .option("--seed <n>", "the same n gives the same ones", readNumber, 1)
      .option("--products <n>", "so many goods", readNumber, 60)
      .option("--purchases <n>", "so many receipts; the organization must have none yet", readNumber, 0)
      .option("--days <n>", "spread over so many days up to now", readNumber, 90)
      .option(
        "--growth <n>",
        "how much busier the last day is than the first: 0.5 is half as much again",
        readNumber,
        0
      )
      .action(async (input: object, command: Command) => {
        const sandbox = findRunning(command)
        const organizationUuid = await findOrganizationUuid(command, sandbox)
        const path = `/_sandbox/organizations/${organizationUuid}/seed`
        await sandbox.control.send(nothingSchema, "POST", path, { body: input })
        say(`Organization ${organizationUuid} is seeded`)
      })
  )
}

/** State of a running sandbox: reset, kept by name, written to a file and read from it. */
export function addStateCommands(program: Command): void {
  program.addCommand(
    remoteCommand("reset", "put everything back to where it was when the sandbox started").action(
      async (_options: unknown, command: Command) => {
        await findRunning(command).reset()
        say("Everything is as it was when the sandbox started")
      }
    )
  )
  program.addCommand(snapshotCommand())
  program.addCommand(
    remoteCommand("export", "write everything into a file")
      .argument("<file>")
      .action(async (file: string, _options: unknown, command: Command) => {
        const bytes = await findRunning(command).exportState()
        writeFileSync(file, bytes, { mode: 0o600 })
        say(`${file}: ${bytes.length.toLocaleString("en")} bytes`)
      })
  )
  program.addCommand(
    remoteCommand("import", "take up what a file has, in place of what there is")
      .argument("<file>")
      .action(async (file: string, _options: unknown, command: Command) => {
        await findRunning(command).importState(readFileSync(file))
        say(`The sandbox is as ${file} has it`)
      })
  )
}

function snapshotCommand(): Command {
  const snapshot = new Command("snapshot").description("hold everything by a name, and put it back")
  snapshot.addCommand(
    remoteCommand("save", "hold everything as it is now")
      .argument("<name>")
      .action(async (name: string, _options: unknown, command: Command) => {
        await findRunning(command).snapshot(name)
        say(`${name} is saved`)
      })
  )
  snapshot.addCommand(
    remoteCommand("restore", "put everything back to what is held")
      .alias("load")
      .argument("<name>")
      .action(async (name: string, _options: unknown, command: Command) => {
        await findRunning(command).restore(name)
        say(`Everything is as in ${name}`)
      })
  )
  snapshot.addCommand(
    remoteCommand("list", "what is held").action(async (_options: unknown, command: Command) => {
      const held = await findRunning(command).snapshots()
      say(held.map(({ name, at }) => `${name}  ${at}`).join("\n") || "Nothing is held")
    })
  )
  snapshot.addCommand(
    remoteCommand("delete", "hold it no longer")
      .argument("<name>")
      .action(async (name: string, _options: unknown, command: Command) => {
        const path = `/_sandbox/snapshots/${encodeURIComponent(name)}`
        await findRunning(command).control.send(nothingSchema, "DELETE", path)
        say(`${name} is deleted`)
      })
  )
  return snapshot
}
