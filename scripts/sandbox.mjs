import { installLocked } from "./install-locked.mjs"

/** `npm run sandbox -- --port N --json`: the sandbox from its sources, in this process, also in a fresh clone. */
installLocked()

// npm does not pass a signal on: without it as the parent nobody is left to end this process.
const npm = process.ppid
setInterval(() => process.ppid !== npm && process.kill(process.pid, "SIGTERM"), 500).unref()

const { tsImport } = await import("tsx/esm/api")
await tsImport("../packages/pos-sandbox/src/cli.ts", import.meta.url)
