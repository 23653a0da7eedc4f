import { spawn } from "node:child_process"
import { once } from "node:events"
import path from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { installLocked, root } from "./install-locked.mjs"
import { stopOnSignal } from "./stop-on-signal.mjs"

/**
 * `npm run fuzz:sandbox [-- --requests N --seed N --dialect spec|field|odd]`: odd requests to a sandbox in a process of its
 * own. Ends with 0 when none was answered 5xx but those that the POS is known for, and the sandbox is still up.
 */
installLocked()
const { values } = parseArgs({
  options: {
    dialect: { type: "string", default: "spec" },
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
  },
})
const tsx = path.join(root, "node_modules", "tsx", "dist", "cli.mjs")
const sandbox = spawn(
  process.execPath,
  [tsx, "packages/pos-sandbox/src/cli.ts", "--json", "--empty", "--allow-loopback", `--dialect=${values.dialect}`],
  {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  }
)
stopOnSignal(async () => void sandbox.kill())
const [line] = await once(createInterface({ input: sandbox.stdout }), "line")
const { url, controlToken } = JSON.parse(line)
const program = [tsx, "integration-tests/fuzz/fuzz-sandbox.ts", `--url=${url}`, `--control-token=${controlToken}`]
const fuzz = spawn(process.execPath, [...program, `--requests=${values.requests}`, `--seed=${values.seed}`], {
  cwd: root,
  stdio: "inherit",
})
const [code] = await once(fuzz, "exit")
const isUp = sandbox.exitCode === null && (await fetch(`${url}/openapi.json`)).ok
process.stdout.write(isUp ? "The sandbox is up\n" : "The sandbox is gone\n")
sandbox.kill()
process.exitCode = code === 0 && isUp ? 0 : 1
