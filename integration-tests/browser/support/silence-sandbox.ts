import { execFileSync } from "node:child_process"
import type { Places } from "../../../test-support/browser/demo-shop"

/** The process of a demo's sandbox, found by the port that it was started with. */
function findSandbox({ sandbox_url }: Places): number {
  const { port } = new URL(sandbox_url)
  const line = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .find((process) => /sandbox[/\\]cli\.js/.test(process) && process.includes(` --port ${port} `))
  if (line === undefined) {
    throw new Error(`No sandbox was started on port ${port}`)
  }
  return Number.parseInt(line, 10)
}

/** The sandbox answers nobody from now on, as a POS in an outage. @returns what has it answer again */
export function silenceSandbox(places: Places): () => void {
  const pid = findSandbox(places)
  process.kill(pid, "SIGSTOP")
  return () => {
    process.kill(pid, "SIGCONT")
  }
}
