import { readdirSync, readFileSync } from "node:fs"

/** Linux counts the time of processes in hundredths of a second, for whoever asks. */
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1_024

/** Reads the CPU time of a process and of all that it started, in seconds, and their resident memory, in MiB. Linux only. */
export function readUsage(pid) {
  const all = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
  )
  const isPart = (id) => id === pid || (all.has(id) && isPart(all.get(id).parent))
  const parts = [...all.values()].filter(({ id }) => isPart(id))
  return {
    cpu_s: parts.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    resident_mb: parts.reduce((sum, { kib }) => sum + kib, 0) / KIB_PER_MIB,
  }
}

/** Reads a process; nothing of one that has ended meanwhile. */
function readProcess(name) {
  try {
    // The name of the program stands in parentheses, and may have spaces.
    const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")
    const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? []
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    return [[Number(name), { id: Number(name), parent, ticks: user + system, kib: Number(kib) }]]
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(error.code)) {
      return []
    }
    throw error
  }
}
