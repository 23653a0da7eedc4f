import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import {
  ACCOUNT_TRANSACTION_TYPES,
  ACCOUNT_TYPE_GROUPS,
  EVENT_NAMES,
  PURCHASE_ROW_TYPES,
  TAXATION_MODES,
  UNBRANDED_PAYMENT_TYPES,
} from "../../pos-api/contract"
import {
  CHOSEN_MIRROR_FIELDS,
  flagsIn,
  LEFT_OUT_REASONS,
  OWNED_FIELDS,
  PUSH_FIELDS,
  SELECTION_KINDS,
  wordsIn,
} from "../../contract/settings"
import {
  ACCOUNT_STATES,
  GIFT_CARD_STANDINGS,
  GIFT_CARD_TOUCH_KINDS,
  MONEY_DECISIONS,
  MONEY_DIFFERENCE_CAUSES,
  MONEY_DIFFERENCE_KINDS,
  MONEY_DIFFERENCE_STATES,
  SHOWN_PAYOUT_STATES,
} from "../../contract/finance"
import { ACTIVITY_KINDS, ACTIVITY_STATES } from "../../contract/activity"
import { ISSUE_KINDS, URGENCIES } from "../../contract/monitoring"
import {
  BULK_ACTIONS,
  INCLUSIONS,
  MATCHED_BY,
  IMAGE_STATES,
  PLAN_ACTIONS,
  PRODUCT_CANDIDATE_STATES,
  PRODUCT_LINK_STATES,
} from "../../contract/catalog"
import { BOOK_KINDS, EXPORT_KINDS } from "../../contract/accounting"
import { CONNECTION_STATES, DATA_AFTER_DISCONNECT } from "../../contract/connection"
import { HELD_CHANGE_STATES, HOLD_DECISIONS, MASS_CHANGE_GROUPS, SUSPICIOUS_KINDS } from "../../contract/mass-changes"
import { INBOX_SOURCES, INBOX_STATES, RUN_ACTIONS, RUN_KINDS, RUN_STATES } from "../../contract/processing"
import { FIX_PLACES, REASONS } from "../../contract/reasons"
import { MEASURES, OWN_KEYS, REPORT_KINDS } from "../../contract/reports"
import { RECEIPT_STATES } from "../../contract/receipts"
import {
  STOCK_DECISIONS,
  STOCK_DIFFERENCE_CAUSES,
  STOCK_DIFFERENCE_STATES,
  STOCK_MOVEMENT_KINDS,
} from "../../contract/stock"

const english: unknown = JSON.parse(readFileSync(path.join(__dirname, "..", "i18n", "en.json"), "utf8"))

const textsSchema = z.record(z.string(), z.unknown())

/** What stands at a key, in the way of `t`. */
const at = (key: string) =>
  key.split(".").reduce<unknown>((texts, name) => textsSchema.safeParse(texts).data?.[name], english)

/** What a payment's type is without the name of the provider. */
const PAYMENT_KINDS = [
  "CARD_ONLINE",
  "CARD",
  "TAP_ON_PHONE",
  "PAYMENT_LINK",
  "CASH",
  "INVOICE",
  "STORE_CREDIT",
  "CUSTOM",
]

const SHOWN: [string, readonly string[]][] = [
  ["states.connection", CONNECTION_STATES],
  ["disconnect.data", DATA_AFTER_DISCONNECT],
  ["states.link", PRODUCT_LINK_STATES],
  ["product", INCLUSIONS],
  ["held.groups", MASS_CHANGE_GROUPS],
  ["held.consequences", ["send", "apply", ...MASS_CHANGE_GROUPS]],
  ["held.inStore", HOLD_DECISIONS],
  ["held.kinds", SUSPICIOUS_KINDS],
  ["states.held", HELD_CHANGE_STATES.filter((state) => state !== "approved")],
  ["bulk.actions", BULK_ACTIONS],
  ["bulk.consequences", BULK_ACTIONS],
  ["catalog.fix", FIX_PLACES],
  ["states.candidate", PRODUCT_CANDIDATE_STATES],
  ["states.plan", PLAN_ACTIONS],
  ["plan.matchedBy", MATCHED_BY],
  ["states.image", IMAGE_STATES],
  ["runs.kinds", RUN_KINDS],
  ["states.run", RUN_STATES],
  ["runs.actions", RUN_ACTIONS],
  ["states.entry", INBOX_STATES],
  ["inbox.sources", INBOX_SOURCES],
  ["states.receipt", RECEIPT_STATES],
  ["states.difference", STOCK_DIFFERENCE_STATES],
  ["stock.causes", STOCK_DIFFERENCE_CAUSES],
  ["stock.decisions", STOCK_DECISIONS],
  ["stock.kinds", STOCK_MOVEMENT_KINDS],
  ["states.difference", MONEY_DIFFERENCE_STATES],
  ["money.kinds", MONEY_DIFFERENCE_KINDS],
  ["money.causes", MONEY_DIFFERENCE_CAUSES],
  ["money.decisions", MONEY_DECISIONS],
  ["issues", ISSUE_KINDS.flatMap((kind) => [`${kind}_one`, `${kind}_other`])],
  ["urgencies", URGENCIES],
  ["remedies.issues", ISSUE_KINDS],
  ["remedies.stock", STOCK_DIFFERENCE_CAUSES],
  ["remedies.money", MONEY_DIFFERENCE_CAUSES],
  ["reasons", Object.keys(REASONS).flatMap((name) => [`${name}.cause`, `${name}.remedy`])],
  ["states.giftCard", GIFT_CARD_STANDINGS],
  ["giftCards.touches", GIFT_CARD_TOUCH_KINDS],
  ["states.payout", SHOWN_PAYOUT_STATES],
  ["exports.kinds", EXPORT_KINDS],
  ["accounting.kinds", BOOK_KINDS],
  ["reports.kinds", REPORT_KINDS],
  ["reports.rows", REPORT_KINDS],
  ["reports.measures", Object.keys(MEASURES)],
  ["reports.keys", Object.values(OWN_KEYS).map((key) => key.slice(1))],
  ["activities.kinds", ACTIVITY_KINDS],
  ["states.activity", ACTIVITY_STATES],
  ["choices.selection.options", SELECTION_KINDS],
  ["fields", OWNED_FIELDS],
  ["states.account", ACCOUNT_STATES.filter((state) => state !== "active")],
  ["account.groups", ACCOUNT_TYPE_GROUPS],
  ["transactions.types", ACCOUNT_TRANSACTION_TYPES],
  ["payments", [...UNBRANDED_PAYMENT_TYPES, ...PAYMENT_KINDS]],
  ["rows", PURCHASE_ROW_TYPES],
  ["taxation", TAXATION_MODES],
  ["events", [...EVENT_NAMES, "TestMessage"]],
  ["copySettings.leftOut", LEFT_OUT_REASONS],
  ["unreachable", ["title", "hint"]],
]

/** A text that would be shown where a key has none. */
const NOTHING_RAW = /defaultValue: (?!"")/

describe("[D57] A word of the server", () => {
  it("is never shown as it came: pages name a neutral text for what they do not know", () => {
    const admin = path.join(__dirname, "..")
    const sources = readdirSync(admin, { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.tsx?$/.test(name) && !name.includes("__tests__")
    )
    expect(sources.filter((name) => NOTHING_RAW.test(readFileSync(path.join(admin, name), "utf8")))).toEqual([])
  })
})

/** That each language has what English has is tested with the texts. */
describe("What is declared in the vocabulary has its text:", () => {
  it.each(SHOWN)("%s", (key, words) => {
    expect(words.filter((word) => at(`${key}.${word}`) === undefined)).toEqual([])
  })

  const fields = { ...PUSH_FIELDS, ...CHOSEN_MIRROR_FIELDS }

  it.each(wordsIn(fields))("setting $name with each of its words, and no other", ({ name, words }) => {
    expect(at(`choices.${name}.label`)).toEqual(expect.any(String))
    expect(Object.keys(textsSchema.parse(at(`choices.${name}.options`))).sort()).toEqual([...words].sort())
  })

  it.each(flagsIn(fields))("setting %s", (name) => {
    expect(at(`choices.${name}.label`)).toEqual(expect.any(String))
  })
})
