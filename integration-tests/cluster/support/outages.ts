import { setTimeout as sleep } from "node:timers/promises"
import type { SeededRandom } from "../../../packages/pos-sandbox/src/seed/random"
import type { RunningCluster } from "./running-cluster"

const SECOND = 1_000

/** Everything that a cluster stands on goes away again and again, at moments drawn from random numbers. */
export class Outages {
  /** how often what went away */
  private readonly counts = { postgres: 0, redis: 0, processes: 0 }
  /** how long a killed process of the store was away */
  private readonly bootSeconds: number[] = []
  private isOver = false

  constructor(
    private readonly cluster: RunningCluster,
    private readonly random: SeededRandom
  ) {}

  /**
   * Until `end`: PostgreSQL every 5 to 10 s for 0 to 2 s, Redis every 20 to 30, and of the store's processes up to two at a
   * time, 3 to 12 s after the last was back.
   */
  async run(): Promise<void> {
    await Promise.all([
      this.again(5, 10, async () => this.cluster.restartPostgres(this.random.between(0, 2_000)), "postgres"),
      this.again(20, 30, async () => this.cluster.restartRedis(this.random.between(0, 1_000)), "redis"),
      ...Array.from({ length: 2 }, async () => this.again(3, 12, async () => this.killOne(), "processes")),
    ])
  }

  /** No more of it; `run` returns once what is away is back. */
  end(): void {
    this.isOver = true
  }

  /** What went away how often, and within how many seconds a killed process was back. */
  figures() {
    const seconds = this.bootSeconds.map((bootSecond) => Number(bootSecond.toFixed(1)))
    const back: [number, number] = [Math.min(...seconds), Math.max(...seconds)]
    return {
      postgres_ended: this.counts.postgres,
      redis_ended: this.counts.redis,
      processes_ended: this.counts.processes,
      ...(seconds.length > 0 ? { back_s: back } : {}),
    }
  }

  private async killOne(): Promise<void> {
    const [name = "", ...others] = this.cluster.places.processes
    const started = performance.now()
    await this.cluster.kill(this.random.pick([name, ...others]))
    this.bootSeconds.push((performance.now() - started) / SECOND)
  }

  private async again(
    atLeast: number,
    atMost: number,
    happen: () => Promise<void>,
    what: keyof Outages["counts"]
  ): Promise<void> {
    for (;;) {
      const ends = performance.now() + this.random.between(atLeast * SECOND, atMost * SECOND)
      while (performance.now() < ends && !this.isOver) {
        await sleep(100)
      }
      if (this.isOver) {
        return
      }
      await happen()
      this.counts[what] += 1
    }
  }
}
