/** What one process may do so often, and no oftener: a bucket of tokens in its memory. */
export class Allowance {
  private left: number
  private countedAt = performance.now()

  /** @param burst how many at once; @param intervalMs until one more */
  constructor(
    private readonly burst: number,
    private readonly intervalMs: number
  ) {
    this.left = burst
  }

  /** Takes one that is there. @returns false when none is */
  takeNow(): boolean {
    this.refill()
    if (this.left < 1) {
      return false
    }
    this.left -= 1
    return true
  }

  /** Takes one, also one that is not there yet. @returns in how many milliseconds it may be used */
  takeNext(): number {
    this.refill()
    this.left -= 1
    return Math.max(0, -this.left * this.intervalMs)
  }

  private refill(): void {
    const now = performance.now()
    this.left = Math.min(this.burst, this.left + (now - this.countedAt) / this.intervalMs)
    this.countedAt = now
  }
}
