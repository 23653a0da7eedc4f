import type { Places } from "../../../test-support/browser/demo-store"

/** The sandbox answers nobody from now on, as a POS in an outage. @returns what has it answer again */
export function silenceSandbox({ sandbox_pid }: Places): () => void {
  process.kill(sandbox_pid, "SIGSTOP")
  return () => {
    process.kill(sandbox_pid, "SIGCONT")
  }
}
