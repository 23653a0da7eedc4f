import { setFlagsFromString } from "node:v8"
import { Command, Option } from "commander"
import { z } from "zod"
import { readConfig } from "../config/read-config"
import { startSandbox } from "../server"
import { DIALECTS } from "../state/dialect"
import { announce } from "./announcement"
import { keptCertificate } from "./kept-certificate"
import { forgetStarted, rememberStarted } from "./last-started"
import { readDate, readNumber } from "./option-values"

const optionsSchema = z.object({
  port: z.number().optional(),
  json: z.boolean().default(false),
  config: z.string().optional(),
  empty: z.boolean().default(false),
  allowLoopback: z.boolean().optional(),
  brand: z.string().optional(),
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
    .description("start a sandbox; without options with a made-up shop, on a free port")
    .addOption(
      new Option("--port <n>", "the port to listen on; 0, the default, takes a free one")
        .env("POS_SANDBOX_PORT")
        .argParser(readNumber)
    )
    .option("--json", "the first line is JSON: url, controlToken, organizationUuid, apiKey")
    .option("--config <file>", "begin with what this file says; pos-sandbox init writes one")
    .option("--empty", "begin with no organisation")
    .option("--seed <n>", "begin with a shop of goods and receipts; the same n gives the same ones", readNumber)
    .option("--purchases <n>", `with --seed: so many receipts (default ${SEEDED_PURCHASES})`, readNumber)
    .option("--data <file>", "keep everything in this file, so that a restart loses nothing")
    .option("--clock <date>", "begin at this moment, such as 2026-03-01T08:00:00Z", readDate)
    .addOption(
      new Option("--dialect <word>", "answer as specified (spec, the default) or as observed").choices(DIALECTS)
    )
    .option("--allow-loopback", "let webhook destinations be plain HTTP, and pictures be fetched, on this machine")
    .option("--brand <word>", "the word in header names and payment types (default SERVICE)")
    .option("--https", "HTTPS, with a certificate of its own")
    .option("--host <address>", "the address to listen on (default 127.0.0.1)")
    .option("--open-control", "let the control routes answer other machines, too, by their token alone")
    .action(start)
}

async function start(given: unknown): Promise<void> {
  // It runs beside a shop and its database on one machine: little memory is worth more than the last bit of speed.
  setFlagsFromString("--heap-growing-percent=25")
  const { json, config: file, empty, data, seed, purchases, clock, https, ...options } = optionsSchema.parse(given)
  const config = file === undefined ? {} : readConfig(file)
  const isMadeUp = !empty && seed === undefined && config.organizations === undefined
  const seedNumber = seed === undefined ? null : { seed, purchases: purchases ?? SEEDED_PURCHASES }
  const sandbox = await startSandbox({
    ...options,
    config,
    ...(data === undefined ? {} : { dataFile: data }),
    ...(clock === undefined ? {} : { startAt: clock }),
    ...(seedNumber ? { seed: seedNumber } : isMadeUp ? { seed: MADE_UP } : {}),
    ...(https || config.https ? { https: await keptCertificate(options.host ?? config.host ?? "127.0.0.1") } : {}),
  })
  const { url, controlToken, certificate } = sandbox
  const processId = process.pid
  rememberStarted({ url, controlToken, certificate, processId })
  process.stdout.write(announce(sandbox, { json }))
  const stop = () => {
    forgetStarted({ processId })
    void sandbox.close().then(() => process.exit(0))
  }
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}
