import { StatusBadge } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"

type Color = "green" | "red" | "blue" | "orange" | "grey"

const COLORS: Record<string, Color> = {
  "connection.active": "green",
  "connection.paused": "orange",
  "connection.disconnected": "red",
  "subscription.ACTIVE": "green",
  "subscription.FAILING": "red",
  "subscription.creating": "blue",
  "link.synced": "green",
  "link.pending": "blue",
  "link.rejected": "red",
  "link.held": "orange",
  "link.unsent": "orange",
  "held.held": "orange",
  "held.restoring": "blue",
  "held.passed": "grey",
  "receipt.mirrored": "green",
  "receipt.pending": "blue",
  "sale.imported": "green",
  "sale.waiting": "blue",
  "sale.failed": "red",
  "entry.done": "green",
  "entry.pending": "blue",
  "entry.dead": "red",
  "run.running": "blue",
  "run.finished": "green",
  "run.failed": "red",
  "run.paused": "orange",
  "payout.closed": "green",
  "payout.difference": "orange",
  "payout.failed": "red",
  "giftCard.live": "green",
  "giftCard.expired": "orange",
  "giftCard.unknown": "red",
  "giftCard.unread": "blue",
  "difference.open": "orange",
  "difference.trust-store": "green",
  "difference.trust-pos": "green",
  "difference.fixed": "green",
  "candidate.open": "orange",
  "candidate.adopting": "blue",
  "candidate.adopted": "green",
  "image.stored": "green",
  "image.invalid": "red",
  "plan.link": "blue",
  "plan.create": "green",
  "plan.conflict": "orange",
  "dryRun.create": "green",
  "dryRun.change": "blue",
  "dryRun.delete": "orange",
  "dryRun.reject": "red",
  "activity.begun": "blue",
  "activity.done": "green",
  "activity.failed": "red",
  "freshness.fresh": "green",
  "freshness.waiting": "blue",
  "freshness.partial": "orange",
  "freshness.stale": "red",
  "check.passed": "green",
  "check.notice": "orange",
  "check.failed": "red",
}

/** A state in words and color; a word that this page does not know is shown as it is. */
export const StateBadge = ({ kind, state }: { kind: string; state: string }) => {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[`${kind}.${state}`] ?? "grey"} className="shrink-0 text-nowrap">
      {t([`states.${kind}.${state}`, "unknown"])}
    </StatusBadge>
  )
}

/** Says that stock is at or below the level from which on it is low; of several variants, of how many. */
export const LowBadge = ({ variants = null }: { variants?: number | null }) => {
  const { t } = useTexts()
  return (
    <StatusBadge color="orange" className="shrink-0 text-nowrap">
      {variants === null ? t("lowStock.low") : t("lowStock.variants", { count: variants })}
    </StatusBadge>
  )
}
