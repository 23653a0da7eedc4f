import type { Payout } from "../../lib/answers/finance"
import { Money } from "../common/figures"
import { StateBadge } from "../common/state-badge"

/** Whether a payout's sales make its amount, by how much they do not, and whether it came back. */
export const PayoutState = ({ payout, currency }: { payout: Payout; currency: string }) => (
  <span className="flex items-center gap-x-2">
    <StateBadge kind="payout" state={payout.failed_at === null ? payout.state : "failed"} />
    {payout.difference !== 0 && <Money amount={payout.difference} currency={currency} />}
  </span>
)
