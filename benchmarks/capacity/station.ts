import type { Agenda } from "./agenda"

type Job = { since: number; ms: number; done: () => void }

/** Jobs that are waited for are dropped from the line's beginning only now and then. */
const TRIMMED_AT = 1_024

/** Some equal servers with one line before them: the cores of a machine, or the one thread of a process. */
export class Station {
  /** for how long servers have worked, all together */
  busyMs = 0
  finished = 0
  waitedMs = 0
  /** how many were in line or served, summed over time */
  presentMs = 0
  private present = 0
  private changedAt = 0
  private serving = 0
  private line: Job[] = []
  private first = 0

  constructor(
    private readonly agenda: Agenda,
    readonly servers: number
  ) {}

  /** Serves a job when it is its turn, and reports its end. */
  serve(ms: number, done: () => void): void {
    this.note(1)
    const job = { since: this.agenda.now, ms, done }
    if (this.serving < this.servers) {
      this.begin(job)
    } else {
      this.line.push(job)
    }
  }

  /** The share of their time that its servers have worked. */
  utilisation(overMs: number): number {
    return this.busyMs / this.servers / overMs
  }

  private begin({ since, ms, done }: Job): void {
    this.serving += 1
    this.busyMs += ms
    this.waitedMs += this.agenda.now - since
    this.agenda.plan(ms, () => {
      this.serving -= 1
      this.finished += 1
      this.note(-1)
      const next = this.line[this.first]
      if (next) {
        this.first += 1
        if (this.first === TRIMMED_AT) {
          this.line = this.line.slice(this.first)
          this.first = 0
        }
        this.begin(next)
      }
      done()
    })
  }

  private note(change: 1 | -1): void {
    const { now } = this.agenda
    this.presentMs += this.present * (now - this.changedAt)
    this.changedAt = now
    this.present += change
  }
}
