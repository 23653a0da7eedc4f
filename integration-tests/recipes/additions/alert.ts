import { fakeSql } from "../support/fakes"
import type { Recipe } from "../support/recipe"

const KIND = "gift_cards_expiring"

export const alert: Recipe = {
  title: "Add an alert",
  edits: [
    {
      file: "src/contract/monitoring.ts",
      after: "export const ISSUES = {\n",
      insert: `  ${KIND}: {
    urgency: "hint",
    alert: { what: "Gift cards are about to expire", toDo: "Write to the customers who have one." },
  },
`,
    },
    {
      file: "src/features/monitoring/issues.ts",
      after: "function findQueueIssues(now: Date): Fragment[] {\n  return [\n",
      insert: `    fragment(
      \`SELECT '${KIND}', count(*), NULL, NULL::timestamptz
       FROM pos_gift_card AS card
       WHERE card.connection_id = connection.id AND card.deleted_at IS NULL
         AND card.valid_to < to_char(?::timestamptz + interval '7 days', 'YYYY-MM-DD')
       HAVING count(*) > 0\`,
      now
    ),
`,
    },
  ],
  texts: {
    [`issues.${KIND}_one`]: "{{count}} gift card is about to expire",
    [`issues.${KIND}_other`]: "{{count}} gift cards are about to expire",
    [`remedies.issues.${KIND}`]: "Write to the customers who have one.",
  },
  async see(load) {
    const { ALERT_KINDS, ISSUES } = load("src/contract/monitoring.ts")
    const row = { connection_id: "poscon_1", organization_name: "Kiosk", count: "2", reason: null, since: null }
    const found = fakeSql(() => [{ ...row, kind: KIND }])
    const [issue] = await load("src/features/monitoring/issues.ts").listIssues(found.sql, new Date())
    const claimed = fakeSql(() => [
      { ...row, id: "posalarm_1", kind: KIND, count: 2, since: new Date(0), ended_at: null, attempts: 1 },
    ])
    const claim = { now: new Date(), until: new Date(), raisedBefore: new Date() }
    const [sent] = await load("src/features/monitoring/alert-store.ts").claimAlerts(claimed.sql, claim)
    const [statement] = found.statements
    return {
      isAlert: ALERT_KINDS.includes(KIND),
      message: ISSUES[KIND].alert.what,
      issue: issue.kind,
      isSelected: statement?.text.includes(`'${KIND}'`),
      isBound: statement?.text.split("?").length === (statement?.bindings.length ?? 0) + 1,
      sent: sent.kind,
      docs: load("scripts/docs/reasons-page.ts")
        .reasonSections()
        .get("issues")
        .includes("gift cards are about to expire"),
    }
  },
  expected: {
    isAlert: true,
    message: "Gift cards are about to expire",
    issue: KIND,
    isSelected: true,
    isBound: true,
    sent: KIND,
    docs: true,
  },
}
