type Waiting = { work: () => Promise<void>; next: Waiting | null }

/** Runs work in the order it came, at most so much at once. */
export class ConcurrencyQueue {
  // A chain: an array that gives its head away is copied every time, which a line of 100,000 feels.
  private first: Waiting | null = null
  private last: Waiting | null = null
  private readonly onIdle: (() => void)[] = []
  private underWay = 0

  constructor(private readonly atOnce: number) {}

  add(work: () => Promise<void>): void {
    const one: Waiting = { work, next: null }
    if (this.last) {
      this.last.next = one
    } else {
      this.first = one
    }
    this.last = one
    this.pump()
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.underWay > 0 || this.first) {
      await new Promise<void>((resolve) => this.onIdle.push(resolve))
    }
  }

  private take(): (() => Promise<void>) | undefined {
    const taken = this.first
    this.first = taken?.next ?? null
    this.last = this.first ? this.last : null
    return taken?.work
  }

  private pump(): void {
    while (this.underWay < this.atOnce) {
      const work = this.take()
      if (!work) {
        break
      }
      this.underWay++
      void work().finally(() => {
        this.underWay--
        this.pump()
      })
    }
    if (this.underWay === 0 && !this.first) {
      this.onIdle.splice(0).forEach((resolve) => resolve())
    }
  }
}
