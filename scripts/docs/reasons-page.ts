import texts from "../../src/admin/i18n/en.json"
import { menu } from "../../src/admin/i18n/start/en.json"
import { ISSUE_KINDS } from "../../src/contract/monitoring"
import { CALL_REASONS, POS_REASONS, PRODUCT_NOTES, type Reason, STORE_REASONS } from "../../src/contract/reasons"
import { MONEY_DIFFERENCE_CAUSES } from "../../src/contract/finance"
import { STOCK_DIFFERENCE_CAUSES } from "../../src/contract/stock"
import { table } from "./table"

const { states } = texts

/** Where a reason stands, in the admin's own words. */
const PLACES: Record<Reason["at"][number], string> = {
  rejected: states.link.rejected,
  image: menu.images,
  stock: "Stock",
  note: "Note",
  waiting: states.entry.pending,
  ignored: states.entry.ignored,
  dead: states.entry.dead,
  recorded: states.receipt.recorded,
}

const explained: Partial<Record<string, { cause: string; remedy: string } | string>> = texts.reasons

function reasonTable(reasons: Record<string, Reason>): string {
  const rows = Object.entries(reasons).map(([name, { at, says }]) => {
    const text = explained[name]
    const { cause, remedy } = typeof text === "object" ? text : { cause: "", remedy: "" }
    return [says.join("<br>"), at.map((place) => PLACES[place]).join(", "), cause, remedy]
  })
  return table(["message", "where", "what it means", "what to do"], rows)
}

type Texts = Partial<Record<string, string>>

function kindTable(title: string, kinds: readonly string[], says: Texts, remedies: Texts): string {
  const rows = kinds.map((kind) => [says[kind] ?? says[`${kind}_other`] ?? kind, remedies[kind] ?? ""])
  return table([title, "what to do"], rows)
}

/** The sections of docs/reference/reasons.md, by name. */
export function reasonSections(): Map<string, string> {
  const { issues, stock, money, remedies } = texts
  return new Map([
    ["not-at-the-pos", reasonTable(POS_REASONS)],
    ["notes", reasonTable(PRODUCT_NOTES)],
    ["not-in-the-store", reasonTable(STORE_REASONS)],
    ["calls", reasonTable(CALL_REASONS)],
    ["stock", kindTable("likely cause", STOCK_DIFFERENCE_CAUSES, stock.causes, remedies.stock)],
    ["money", kindTable("likely cause", MONEY_DIFFERENCE_CAUSES, money.causes, remedies.money)],
    ["issues", kindTable("message", ISSUE_KINDS, issues, remedies.issues)],
  ])
}
