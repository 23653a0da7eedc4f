#!/usr/bin/env node
import "./cli/runtime-settings"
import { createProgram } from "./cli/program"

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
