#!/usr/bin/env node
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { CommandError, UsageError } from "./errors"
import { init } from "./init"
import { type Ask, type SetupFlags, TARGETS } from "./plan-setup"

const HELP = `npx medusa-plugin-pos init: sets this store up for a POS

It adds the plugin to medusa-config, its values to .env, and prints what to do next.

  --provider <name>        ${TARGETS.join(" or ")}
  --public-url <address>   the store's public HTTPS address
  --contact-email <email>  the POS writes to it when webhooks fail
  --directory <folder>     the folder with medusa-config; default: this one
  --yes                    write without asking
  --dry-run                show the changes, write nothing`

function readCommand() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        provider: { type: "string" },
        "public-url": { type: "string" },
        "contact-email": { type: "string" },
        directory: { type: "string", default: "." },
        yes: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readFlags(values: ReturnType<typeof readCommand>["values"]): SetupFlags {
  const { provider, "public-url": publicUrl, "contact-email": contactEmail } = values
  const target = TARGETS.find((name) => name === provider)
  if (provider !== undefined && target === undefined) {
    throw new UsageError(`--provider must be ${TARGETS.join(" or ")}`)
  }
  return { target, publicUrl, contactEmail }
}

async function main(): Promise<number> {
  const { values, positionals } = readCommand()
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (values.help || positionals.join(" ") !== "init") {
    say(HELP)
    return values.help ? 0 : 1
  }
  const reader = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
  const ask: Ask = reader && (async (question) => reader.question(`${question}: `))
  try {
    return await init(
      {
        ...readFlags(values),
        directory: path.resolve(values.directory),
        environment: process.env,
        isConfirmed: values.yes,
        isDryRun: values["dry-run"],
      },
      { say, ask }
    )
  } finally {
    reader?.close()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof CommandError ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
)
