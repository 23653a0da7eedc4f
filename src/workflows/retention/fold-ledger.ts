import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { foldMovements, nextLedgerLinks } from "../../modules/pos/queries/retention/fold-movements"
import { withLease } from "../queue/with-lease"
import { monthsBefore } from "./months-before"

const LINKS_AT_ONCE = 500

/**
 * Folds the stock ledger's months beyond the option `retention.ledgerMonths`, a few hundred variants in each statement.
 * One process of the shop does it at a time; what a restart interrupts is done the next night.
 */
export async function foldLedger(container: MedusaContainer): Promise<void> {
  await withLease(container, "fold-ledger", async (lease) => {
    const pos = container.resolve(POS_MODULE)
    const { ledgerMonths } = (await pos.getOptions()).retention
    if (ledgerMonths === null) {
      return
    }
    const before = startOfMonth(monthsBefore(await pos.now(), ledgerMonths))
    let links: string[]
    let after = ""
    do {
      links = await pos.query((sql) => nextLedgerLinks(sql, after, LINKS_AT_ONCE))
      await pos.query((sql) => foldMovements(sql, links, before))
      after = links.at(-1) ?? after
    } while (links.length === LINKS_AT_ONCE && lease.isHeld())
  })
}

/** A month is folded whole (UTC). */
const startOfMonth = (moment: Date) => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1))
