/** Lets work of one name run one at a time in this process, in the order of asking. Waiting takes nothing but memory. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name) ?? Promise.resolve()
    // How the work before ended is for who asked for it.
    const mine = before.then(work, work)
    this.last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.last.get(name) === mine) {
        this.last.delete(name)
      }
    }
  }
}
