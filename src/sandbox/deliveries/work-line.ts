/** Runs work in the order it came, at most so much at once. */
export class WorkLine {
  private readonly waiting: (() => Promise<void>)[] = []
  private readonly onIdle: (() => void)[] = []
  private underWay = 0

  constructor(private readonly atOnce: number) {}

  add(work: () => Promise<void>): void {
    this.waiting.push(work)
    this.pump()
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.underWay > 0 || this.waiting.length > 0) {
      await new Promise<void>((resolve) => this.onIdle.push(resolve))
    }
  }

  private pump(): void {
    while (this.underWay < this.atOnce) {
      const work = this.waiting.shift()
      if (!work) {
        break
      }
      this.underWay++
      void work().finally(() => {
        this.underWay--
        this.pump()
      })
    }
    if (this.underWay === 0 && this.waiting.length === 0) {
      this.onIdle.splice(0).forEach((resolve) => resolve())
    }
  }
}
