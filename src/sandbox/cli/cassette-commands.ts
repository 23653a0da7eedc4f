import { once } from "node:events"
import { type Command, Option } from "commander"
import { compare, describeComparison, readCassette, readTargets, record, replay } from "../cassettes"
import { DIALECTS, type Dialect } from "../state/dialect"
import { readNumber } from "./option-values"

const say = (text: string) => void process.stdout.write(`${text}\n`)

const ended = () => Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")])

/** A real account: recorded, served again, and held against the sandbox. */
export function addCassetteCommands(program: Command): void {
  program
    .command("record")
    .description("stand before a real account and write what it answers, without whom it belongs to")
    .argument("<cassette>", "the file to write, when it ends")
    .requiredOption("--target <addresses...>", "where the service is, or interface=address for each")
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
    .command("compare")
    .description("play a cassette against the sandbox and show where they differ; ends with 1 where they do")
    .argument("<cassette>")
    .addOption(new Option("--dialect <word>", "which dialect is held against it").choices(DIALECTS).default("field"))
    .action(async (file: string, { dialect }: { dialect: Dialect }) => {
      const comparison = await compare(readCassette(file), dialect)
      say(describeComparison(comparison))
      process.exitCode = comparison.differences.length > 0 ? 1 : 0
    })
}
