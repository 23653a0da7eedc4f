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

  /** Spends one; false when none is left. */
  spend(): boolean {
    const now = performance.now()
    this.left = Math.min(this.burst, this.left + (now - this.countedAt) / this.intervalMs)
    this.countedAt = now
    if (this.left < 1) {
      return false
    }
    this.left -= 1
    return true
  }
}
