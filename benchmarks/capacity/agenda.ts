type Planned = { at: number; order: number; act: () => void }

const isBefore = (left: Planned, right: Planned) =>
  left.at < right.at || (left.at === right.at && left.order < right.order)

/** Simulated time: what was planned happens in the order of its moments, and of its planning where these are the same. */
export class Agenda {
  /** milliseconds since the beginning */
  now = 0
  private planned = 0
  private readonly heap: Planned[] = []

  /** Plans something. @param inMs from now on */
  plan(inMs: number, act: () => void): void {
    const heap = this.heap
    const item = { at: this.now + inMs, order: this.planned++, act }
    let index = heap.length
    while (index > 0) {
      const parent = heap[(index - 1) >> 1]
      if (!parent || !isBefore(item, parent)) {
        break
      }
      heap[index] = parent
      index = (index - 1) >> 1
    }
    heap[index] = item
  }

  /** Lets time pass until nothing is planned, or until a moment that is not passed. */
  run(until = Infinity): void {
    for (let next = this.heap[0]; next && next.at <= until; next = this.heap[0]) {
      this.removeFirst()
      this.now = next.at
      next.act()
    }
    if (until !== Infinity) {
      this.now = until
    }
  }

  private removeFirst(): void {
    const heap = this.heap
    const last = heap.pop()
    if (!last || heap.length === 0) {
      return
    }
    let index = 0
    for (;;) {
      const left = heap[2 * index + 1]
      const right = heap[2 * index + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!child || !isBefore(child, last)) {
        break
      }
      heap[index] = child
      index = 2 * index + (isRight ? 2 : 1)
    }
    heap[index] = last
  }
}
