#!/usr/bin/env node
import { parseArgs } from "node:util"
import { setFlagsFromString } from "node:v8"
import { startSandbox } from "./server"
import { type Dialect, DIALECTS } from "./state/dialect"

const USAGE = `medusa-pos-sandbox [options]

  --port N           the port to listen on; 0, the default, takes a free one
  --json             print {"url","controlToken"} on the first line, with --seed also {"apiKey","organizationUuid"}
  --allow-loopback   let webhook destinations be plain HTTP, and pictures be fetched, on this machine
  --brand WORD       the word in header names and payment types (default SERVICE)
  --data FILE        keep everything in this file, so that a restart loses nothing
  --seed N           begin with a shop that has goods and receipts; the same N gives the same ones
  --purchases N      with --seed: so many receipts (default 500)
  --clock DATE       begin at this moment, such as 2026-03-01T08:00:00Z
  --dialect WORD     answer as the service is specified (spec, the default) or as it was observed to (field)
  --host ADDRESS     the address to listen on (default 127.0.0.1); control routes answer on this machine only
`

/** An option's value is not what it should be. */
class BadOptionError extends Error {
  constructor(option: string, value: string, expected: string) {
    super(`--${option} ${value}: ${expected}. See --help`)
    this.name = "BadOptionError"
  }
}

function readNumber(option: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new BadOptionError(option, value, "a whole number is needed")
  }
  return Number(value)
}

function readDate(value: string): Date {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) {
    throw new BadOptionError("clock", value, "a date such as 2026-03-01T08:00:00Z is needed")
  }
  return date
}

function readDialect(value: string): Dialect {
  const dialect = DIALECTS.find((one) => one === value)
  if (!dialect) {
    throw new BadOptionError("dialect", value, `one of ${DIALECTS.join(", ")} is needed`)
  }
  return dialect
}

async function main(): Promise<void> {
  // It runs beside a shop and its database on one machine: little memory is worth more than the last bit of speed.
  setFlagsFromString("--heap-growing-percent=25")
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
      "allow-loopback": { type: "boolean", default: false },
      brand: { type: "string" },
      data: { type: "string" },
      seed: { type: "string" },
      purchases: { type: "string", default: "500" },
      clock: { type: "string" },
      dialect: { type: "string" },
      host: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await startSandbox({
    port: readNumber("port", values.port),
    allowLoopback: values["allow-loopback"],
    brand: values.brand,
    dataFile: values.data,
    host: values.host,
    ...(values.dialect === undefined ? {} : { dialect: readDialect(values.dialect) }),
    ...(values.clock === undefined ? {} : { startAt: readDate(values.clock) }),
    ...(values.seed === undefined
      ? {}
      : { seed: { seed: readNumber("seed", values.seed), purchases: readNumber("purchases", values.purchases) } }),
  })
  const { url, controlToken, seeded } = sandbox
  const key = seeded ? `API key of ${seeded.organizationUuid}: ${seeded.apiKey}\n` : ""
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ url, controlToken, ...seeded })}\n`
      : `The sandbox is at ${url}\nTill: ${url}/#token=${controlToken}\nReference: ${url}/docs\nControl token: ${controlToken}\n${key}`
  )
  const stop = () => void sandbox.close().then(() => process.exit(0))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
