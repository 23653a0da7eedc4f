import { waitFor } from "./demo-environment.mjs"
import { FAULTS } from "./demo-faults.mjs"
import { medusaBin, shopFolder } from "./demo-shop.mjs"

const DAY_MS = 86_400_000
const MOST_DAYS = 365

/** Receipts a day over the POS, on average; the days before a weekend have more. */
const RECEIPTS_A_DAY = 5

/** The longest period of an account that the store reads at once. */
const LONGEST_PULL_DAYS = 30

/**
 * The store's past: so many days of receipts, web orders and payouts, and what goes wrong in any shop. Each part once, and
 * taken up where an earlier start has ended.
 */
export class DemoDays {
  constructor({ state, days, say }) {
    if (!Number.isInteger(days) || days < 0 || days > MOST_DAYS) {
      throw new Error(`--days must be a whole number from 0 to ${MOST_DAYS}`)
    }
    this.state = state
    this.days = days
    this.say = say
  }

  /** What the register has sold until today. */
  async begin({ control, organization: { organizationUuid } }) {
    await this.once("seeded", () => seedDays({ control, organizationUuid, days: this.days, say: this.say }))
  }

  /** All that the pages show. */
  async mirror({ admin, control, organization: { organizationUuid } }) {
    const { connections } = await admin("GET", "/admin/pos/connections")
    const scene = { admin, control, organizationUuid, connection: connections[0], days: this.days, say: this.say }
    await this.once("mirrored", () => mirrorDays(scene))
    for (const [name, happen] of Object.entries(FAULTS)) {
      await this.once(name, () => happen(scene))
    }
    return connections[0]
  }

  /** What takes long, while somebody looks around: orders of the web shop; then money is compared, as every night. */
  async goOn({ admin, connection, children, env, logFile }) {
    try {
      await this.once("web", async () => {
        this.say(`Orders of the web shop of those ${this.days} days come in while you look around …`)
        await children.run(
          "The web shop's orders",
          medusaBin,
          ["exec", "./src/scripts/web-orders.ts", `${this.days}`],
          {
            cwd: shopFolder,
            env,
            logFile,
          }
        )
        await admin("POST", `/admin/pos/connections/${connection.id}/reconcile-finances`)
        this.say("All orders of the web shop are there")
      })
    } catch (error) {
      // What is there goes on; a process that was ended with the demo has nothing to say.
      if (!children.stopping) {
        this.say(`They did not all come in; the next start goes on. ${error instanceof Error ? error.message : error}`)
      }
    }
  }

  once(name, work) {
    return this.days > 0 && this.state.unlessDone(`days.${name}`, "1", work)
  }
}

/**
 * What the store's register has sold in the `days` before today. Before its first sale of today, since the register's list is in
 * the order of time.
 */
async function seedDays({ control, organizationUuid, days, say }) {
  const known = await control("GET", `/_sandbox/purchases?organizationUuid=${organizationUuid}&limit=1`)
  if (known.length > 0) {
    return
  }
  const { purchases } = await control("POST", `/_sandbox/organizations/${organizationUuid}/seed`, {
    seed: 90,
    products: 0,
    purchases: days * RECEIPTS_A_DAY,
    days,
    refundShare: 0.04,
    growth: 0.6,
  })
  say(`The register has ${purchases} receipts of the ${days} days before today`)
}

/** Brings those days into the store: receipts as orders, and the account with its payouts. */
async function mirrorDays({ admin, connection, days, say }) {
  const now = Date.now()
  const from = now - days * DAY_MS
  const { run_id } = await admin("POST", `/admin/pos/connections/${connection.id}/backfill`, {
    since: new Date(from).toISOString(),
  })
  await runEnds(admin, run_id, "the receipts of former days are in the store")
  for (let start = from; start < now; start += LONGEST_PULL_DAYS * DAY_MS) {
    const end = Math.min(start + LONGEST_PULL_DAYS * DAY_MS, now)
    const period = { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
    await admin("POST", "/admin/pos/account-transactions/pull", { connection_id: connection.id, period })
  }
  const { count: receipts } = await admin("GET", `/admin/pos/receipts?connection_id=${connection.id}&limit=1`)
  const { count: payouts } = await admin("GET", `/admin/pos/payouts?connection_id=${connection.id}&limit=1`)
  say(`Mirrored ${receipts} receipts as orders, and read ${payouts} payouts`)
}

async function runEnds(admin, id, what) {
  await waitFor(what, 120, async () => {
    const { run } = await admin("GET", `/admin/pos/runs/${id}`)
    if (run.state === "failed" || run.state === "cancelled") {
      throw new Error(`Run ${id} is ${run.state}: ${run.reason}`)
    }
    return run.state === "finished"
  })
}
