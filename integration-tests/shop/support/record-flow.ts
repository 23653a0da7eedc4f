import { Session } from "node:inspector/promises"
import path from "node:path"

const ROOT = path.resolve(__dirname, "../../..")

/** Path of a source file of the plugin, relative to the repository; null for every other script. */
function getSourcePath(url: string): string | null {
  const file = path.relative(ROOT, url.replace(/^file:\/\//, ""))
  return /^src\/(?!sandbox\/).*\.tsx?$/.test(file) ? file : null
}

/**
 * Runs a flow and returns the files of `src/` that it passes, sorted, by V8's precise coverage. A file that was only loaded does
 * not count: one of its functions has to be called. What other work of the process calls meanwhile counts as well.
 */
export async function recordFlow(flow: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    // What loading the files has called is not part of the flow.
    await session.post("Profiler.takePreciseCoverage")
    await flow()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    await session.post("Profiler.stopPreciseCoverage")
    const called = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== "" && ranges.some(({ count }) => count > 0))
    )
    return [...new Set(called.flatMap(({ url }) => getSourcePath(url) ?? []))].sort()
  } finally {
    session.disconnect()
  }
}
