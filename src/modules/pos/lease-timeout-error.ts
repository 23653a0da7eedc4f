/** Another process held a lease longer than the maximum wait. */
export class LeaseTimeoutError extends Error {
  constructor(name: string, seconds: number) {
    super(`Could not take the lease "${name}": another process has held it for ${seconds} seconds. Try again.`)
    this.name = "LeaseTimeoutError"
  }
}
