import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"

const MODULE = pathToFileURL(path.join(__dirname, "..", "demo-environment.mjs")).href

describe("Children", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "pos-children-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs code with `children` and `options` in a process of its own. */
  function run(code: string) {
    const options = JSON.stringify({ cwd: folder, group: true, logFile: path.join(folder, "output.log") })
    const script = `import { Children } from "${MODULE}"
      const children = new Children()
      const options = ${options}
      ${code}`
    return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  }

  it("ends what a process of a group has started", () => {
    const { status, stdout, stderr } = run(`
        const line = "sleep 600 & echo ready; wait"
        await children.start("The line", "bash", ["-c", line], { ...options, ready: (text) => text === "ready" })
        // The output closes when the last process that holds it has ended: sleep.
        children.list[0].once("close", () => console.log("closed"))
        await children.stopAll()`)
    expect([status, stdout, stderr]).toEqual([0, "closed\n", ""])
  })

  it("fails with the output of a process that is not ready in time, or ends before", () => {
    const { stdout } = run(`
        const attempt = (line, seconds) =>
          children
            .start("The line", "bash", ["-c", line], { ...options, seconds, ready: () => false })
            .catch(({ message }) => console.log(message))
        await attempt("echo waiting; sleep 600", 10)
        await attempt("echo leaving; exit 3", 600)
        await children.stopAll()
        process.exit()`)
    expect(stdout).toContain("The line was not ready after 10 s:\nwaiting")
    expect(stdout).toContain("The line ended with 3:\nleaving")
  })
})
