/** Minutes from one attempt to the next: each minute, then every ten, then each hour for 70 hours. */
const RETRY_MINUTES: readonly number[] = [
  ...Array.from({ length: 10 }, () => 1),
  ...Array.from({ length: 9 }, () => 10),
  ...Array.from({ length: 70 }, () => 60),
]

type Message = { attempts: number; dueAt: number }

/** A subscription whose destination is down now and then. Times are minutes of the clock. */
export class WebhookModel {
  status: "ACTIVE" | "FAILING" | "deleted" = "ACTIVE"
  /** attempts that reached the destination, the failed ones included */
  posts = 0
  isUp = true
  now = 0
  private waiting: Message[] = []

  publish(): void {
    if (this.status !== "deleted") {
      this.attempt({ attempts: 0, dueAt: this.now })
    }
  }

  advance(minutes: number): void {
    const end = this.now + minutes
    for (let next = this.takeDue(end); next; next = this.takeDue(end)) {
      this.now = next.dueAt
      this.attempt(next)
    }
    this.now = end
  }

  private takeDue(end: number): Message | undefined {
    this.waiting.sort((left, right) => left.dueAt - right.dueAt)
    const [first] = this.waiting
    return first && first.dueAt <= end ? this.waiting.shift() : undefined
  }

  private attempt(message: Message): void {
    this.posts++
    if (this.isUp) {
      this.status = "ACTIVE"
      return
    }
    const delay = RETRY_MINUTES[message.attempts]
    if (delay === undefined) {
      // What else was waiting has nobody to go to.
      this.status = "deleted"
      this.waiting = []
      return
    }
    this.status = "FAILING"
    this.waiting.push({ attempts: message.attempts + 1, dueAt: this.now + delay })
  }
}
