import { type Sandbox, type SandboxOptions, startSandbox } from "../../src"
import { Destination } from "./destination"
import { Merchant } from "./merchant"

/** A moment that all of a test can be reported from: a Monday, far from any midnight and end of month. */
export const MONDAY = new Date("2026-03-09T10:30:00.000Z")

/** Starts a sandbox that lets destinations and images be on this machine. Who opens it closes it. */
export const openSandbox = (options: SandboxOptions = {}) => startSandbox({ allowLoopback: true, ...options })

/** Gives each test of a describe a sandbox, a merchant in it, and destinations that are closed afterwards. */
export function useSandbox(options: SandboxOptions = {}, choices: object = {}) {
  let open: { sandbox: Sandbox; merchant: Merchant } | null = null
  let destinations: Destination[] = []

  beforeEach(async () => {
    const sandbox = await openSandbox(options)
    open = { sandbox, merchant: await Merchant.open(sandbox, choices) }
  })
  afterEach(async () => {
    await Promise.all(destinations.map((destination) => destination.close()))
    destinations = []
    await open?.sandbox.close()
  })

  const opened = () => {
    if (!open) {
      throw new Error("The sandbox is open in tests only")
    }
    return open
  }
  return {
    get sandbox() {
      return opened().sandbox
    },
    get merchant() {
      return opened().merchant
    },
    openMerchant: (more: object = {}) => Merchant.open(opened().sandbox, more),
    async openDestination(): Promise<Destination> {
      const destination = await new Destination().open()
      destinations.push(destination)
      return destination
    },
  }
}
