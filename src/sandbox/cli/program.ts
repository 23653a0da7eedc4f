import { Command } from "commander"
import { addCassetteCommands } from "./cassette-commands"
import { addCounterCommands } from "./counter-commands"
import { initCommand } from "./init-command"
import { listenCommand } from "./listen-command"
import { startCommand } from "./start-command"
import { addStateCommands } from "./state-commands"

/** `pos-sandbox`: starts a sandbox, or works with one that runs. */
export function createProgram(): Command {
  const program = new Command("pos-sandbox")
    .description("A sandbox of the point-of-sale service: every interface of it, on this machine")
    .addHelpText(
      "after",
      `
Without a command it starts: pos-sandbox start --help tells with what.
The other commands work with the sandbox that was started last on this machine, or with that of --url and --token
(POS_SANDBOX_URL, POS_SANDBOX_TOKEN).`
    )
  program.addCommand(startCommand(), { isDefault: true })
  program.addCommand(initCommand())
  addCounterCommands(program)
  program.addCommand(listenCommand())
  addStateCommands(program)
  addCassetteCommands(program)
  return program
}
