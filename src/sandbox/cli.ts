#!/usr/bin/env node
import { parseArgs } from "node:util"
import { startSandbox } from "./server"

const USAGE = `medusa-pos-sandbox [--port N] [--json] [--allow-loopback] [--brand WORD] [--data FILE]

  --port N           the port to listen on; 0, the default, takes a free one
  --json             print {"url","controlToken"} on the first line
  --allow-loopback   let webhook destinations be plain HTTP on this machine
  --brand WORD       the word in header names and payment types (default SERVICE)
  --data FILE        keep everything in this file, so that a restart loses nothing
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
      "allow-loopback": { type: "boolean", default: false },
      brand: { type: "string" },
      data: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await startSandbox({
    port: Number(values.port),
    allowLoopback: values["allow-loopback"],
    brand: values.brand,
    dataFile: values.data,
  })
  const { url, controlToken } = sandbox
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ url, controlToken })}\n`
      : `The sandbox is at ${url}\nTill: ${url}/#token=${controlToken}\nControl token: ${controlToken}\n`
  )
  const stop = () => void sandbox.close().then(() => process.exit(0))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
