import { presentActivity } from "../admin/pos/activities/route"
import { presentConnection } from "../admin/pos/connections/present"
import { presentInboxEntry } from "../admin/pos/inbox-entries/present"
import { presentDiscrepancy } from "../admin/pos/discrepancies/route"
import { presentImage } from "../admin/pos/images/route"
import { presentPlanEntry } from "../admin/pos/plans/present"
import { presentReceipt } from "../admin/pos/receipts/present"
import { presentRun } from "../admin/pos/runs/present"
import { presentStockDifference } from "../admin/pos/stock-differences/route"

const INTERNAL = {
  x_sealed: "a column of tomorrow",
  deleted_at: null,
  api_key_sealed: "sealed",
  authorization_id: null,
  client_id: "client",
  purchase_cursor: "cursor",
  audit_cursor: "cursor",
  cursor: "cursor",
  sales_time_zone: "Europe/Stockholm",
  swept_at: "2026-01-01T00:00:00.000Z",
  purchase_gaps: [],
  wiped_at: null,
  inventories: {},
  claim_token: "token",
  claimed_until: null,
  signed_digest: "digest",
  payments_extracted_at: null,
  payload: { card: "4571" },
  resumed_at: null,
  resumed_done: 0,
}

/** A record as the database has it, with more than anybody knows of. */
const record = (more: object = {}) => JSON.parse(JSON.stringify({ id: "some_1", ...INTERNAL, ...more }))

const COUNTS = { total: 0, synced: 0, rejected: 0, pending: 0, excluded: 0 }

const WARNING = {
  kind: "taxation",
  before: null,
  after: "VAT",
  found_at: "2026-01-01T00:00:00.000Z",
  message: "Ny moms",
}

describe("[D36] What a route shows of a record", () => {
  it.each([
    ["a connection", presentConnection(record(), COUNTS)],
    ["an inbox entry", presentInboxEntry(record())],
    ["a receipt", presentReceipt(record(), new Set())],
    ["a run", presentRun(record(), new Date())],
    ["a financial difference", presentDiscrepancy(record())],
    ["a stock difference", presentStockDifference(record(), [])],
    ["a product of a plan", presentPlanEntry(record())],
    ["an image", presentImage(record())],
    ["an activity", presentActivity(record())],
  ])("[D36] %s is only what is named", (_name, shown) => {
    expect(shown).toHaveProperty("id", "some_1")
    expect(Object.keys(shown).filter((name) => name in INTERNAL)).toEqual([])
  })

  it("[D36] names the fields inside settings and warnings, too", () => {
    const shown = presentConnection(
      record({
        outbound_settings: { images: "off", x_sealed: "a" },
        inbound_settings: { drift_policy: "report", x_sealed: "b" },
        profile_warning: { ...WARNING, x_sealed: "c" },
      }),
      COUNTS
    )
    expect(shown).toMatchObject({ outbound_settings: { images: "off" }, inbound_settings: { drift_policy: "report" } })
    expect(shown.profile_warning).toEqual(WARNING)
    expect(JSON.stringify(shown)).not.toContain("x_sealed")
  })
})
