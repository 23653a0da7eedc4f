type Work = () => Promise<void>
type Waiting = { work: Work; next: Waiting | null }

/** Work of one kind, first come first served. */
class Line {
  // A chain: an array that gives its head away is copied every time, which a line of 100,000 feels.
  private first: Waiting | null = null
  private last: Waiting | null = null

  get isEmpty(): boolean {
    return this.first === null
  }

  add(work: Work): void {
    const one: Waiting = { work, next: null }
    if (this.last) {
      this.last.next = one
    } else {
      this.first = one
    }
    this.last = one
  }

  take(): Work | undefined {
    const taken = this.first
    this.first = taken?.next ?? null
    this.last = this.first ? this.last : null
    return taken?.work
  }
}

/** Runs work, at most so much at once: the lines take turns, and within one it goes in the order it came. */
export class ConcurrencyQueue {
  /** those that have work, the one whose turn it is first */
  private readonly lines = new Map<string, Line>()
  private readonly onIdle: (() => void)[] = []
  private underWay = 0

  constructor(private readonly atOnce: number) {}

  /** @param name of the line; a long one holds up no other */
  add(name: string, work: Work): void {
    const line = this.lines.get(name) ?? new Line()
    line.add(work)
    this.lines.set(name, line)
    this.pump()
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.underWay > 0 || this.lines.size > 0) {
      await new Promise<void>((resolve) => this.onIdle.push(resolve))
    }
  }

  private take(): Work | undefined {
    for (const [name, line] of this.lines) {
      const work = line.take()
      // It goes to the end of those that wait for their turn.
      this.lines.delete(name)
      if (!line.isEmpty) {
        this.lines.set(name, line)
      }
      return work
    }
    return undefined
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
    if (this.underWay === 0 && this.lines.size === 0) {
      this.onIdle.splice(0).forEach((resolve) => resolve())
    }
  }
}
