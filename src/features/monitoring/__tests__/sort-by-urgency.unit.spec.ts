import { type IssueKind, ISSUE_KINDS, ISSUES, type Urgency } from "../../../contract/monitoring"
import { sortByUrgency } from "../connection-status"

const issue = (kind: IssueKind, since: string | null, name = "Åsas Butik") => ({
  kind,
  since: since === null ? null : new Date(since),
  name,
})

describe("The urgency of issues", () => {
  it.each<[IssueKind, Urgency]>([
    ["disconnected", "loss"],
    ["pos_unreachable", "loss"],
    ["tables_unknown", "loss"],
    ["store_writes_waiting", "loss"],
    ["polling_silent", "loss"],
    ["cursor_stuck", "loss"],
    ["customer_status", "loss"],
    ["location_deleted", "loss"],
    ["workers_silent", "loss"],
    ["inbox_waiting", "loss"],
    ["dead_entries", "loss"],
    ["money_differs", "loss"],
    ["gift_cards_missing", "loss"],
    ["subscription_failing", "waiting"],
    ["subscription_keyless", "waiting"],
    ["notifications_silent", "waiting"],
    ["misunderstood", "waiting"],
    ["credentials_end", "waiting"],
    ["pending_refunds", "waiting"],
    ["products_waiting", "waiting"],
    ["stock_waiting", "waiting"],
    ["runs_standing", "waiting"],
    ["stock_errors", "waiting"],
    ["changes_held", "waiting"],
    ["stock_differs", "waiting"],
    ["plan_waiting", "waiting"],
    ["paused", "waiting"],
    ["rejected_products", "waiting"],
    ["price_source_deleted", "waiting"],
    ["tables_by_services", "hint"],
    ["scheduler_silent", "hint"],
    ["time_zone_missing", "hint"],
    ["channel_deleted", "hint"],
    ["stock_check_overdue", "hint"],
    ["gift_cards_stale", "hint"],
    ["payouts_stale", "hint"],
  ])("of %s is %s", (kind, urgency) => {
    expect(ISSUES[kind].urgency).toBe(urgency)
  })

  it("sorts what loses money or stops sales first, then what waits, then hints", () => {
    const sorted = sortByUrgency(ISSUE_KINDS.map((kind) => issue(kind, null)))
    const urgencies = sorted.map(({ kind }) => ISSUES[kind].urgency)
    expect([...new Set(urgencies)]).toEqual(["loss", "waiting", "hint"])
    expect(urgencies.join(" ")).toMatch(/^(loss ?)+(waiting ?)+(hint ?)+$/)
  })

  it("sorts ties by since, the oldest first, of all stores", () => {
    const sorted = sortByUrgency([
      issue("time_zone_missing", "2026-01-01T00:00:00Z", "hint"),
      issue("dead_entries", null, "Kuwait"),
      issue("money_differs", "2026-11-02T08:00:00Z", "Åsas Butik"),
      issue("paused", "2025-01-01T00:00:00Z", "waiting"),
      issue("disconnected", "2026-11-01T08:00:00Z", "Kiosken 東京"),
    ])
    expect(sorted.map(({ name }) => name)).toEqual(["Kiosken 東京", "Åsas Butik", "Kuwait", "waiting", "hint"])
  })

  it("keeps the order of equal issues, and the list that it is given", () => {
    const given = [issue("paused", null, "A"), issue("paused", null, "B"), issue("disconnected", null, "C")]
    expect(sortByUrgency(given).map(({ name }) => name)).toEqual(["C", "A", "B"])
    expect(given.map(({ name }) => name)).toEqual(["A", "B", "C"])
    expect(sortByUrgency([])).toEqual([])
  })
})
