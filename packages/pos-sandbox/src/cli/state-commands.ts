import { readFileSync, writeFileSync } from "node:fs"
import { Command } from "commander"
import { nothingSchema } from "../client/answers"
import { findRunning, remoteCommand } from "./find-running"

const say = (text: string) => void process.stdout.write(`${text}\n`)

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
