import type { SandboxContext } from "../context/sandbox-context"
import { restoreSnapshot, saveSnapshot } from "./snapshot"

/** Milliseconds between saves, at least; a large state that takes long to write is written less often. */
const MIN_INTERVAL_MS = 5_000
const PAUSE_FACTOR = 20

/** Keeps a sandbox in a file: takes up what is there, saves now and then, and at the end. */
export class AutoSave {
  private timer: NodeJS.Timeout
  private isChanged = false
  private readonly unlisten: () => void

  constructor(
    private readonly context: SandboxContext,
    private readonly file: string
  ) {
    restoreSnapshot(context, file)
    this.unlisten = context.activity.listen(({ type }) => type !== "call" && this.noteChange())
    this.timer = this.saveLater(MIN_INTERVAL_MS)
  }

  /** Tells that the next save has something to write. */
  noteChange(): void {
    this.isChanged = true
  }

  end(): void {
    clearTimeout(this.timer)
    this.unlisten()
    saveSnapshot(this.context, this.file)
  }

  private saveLater(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      const begin = Date.now()
      if (this.isChanged) {
        this.isChanged = false
        saveSnapshot(this.context, this.file)
      }
      this.timer = this.saveLater(Math.max(MIN_INTERVAL_MS, (Date.now() - begin) * PAUSE_FACTOR))
    }, milliseconds).unref()
  }
}
