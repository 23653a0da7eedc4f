import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { SHOWN_PAYOUT_STATES } from "../../vocabulary/account"
import { CONNECTION_STATES, DATA_AFTER_DISCONNECT } from "../../vocabulary/connection"
import { EXPORT_KINDS } from "../../vocabulary/export"
import { GIFT_CARD_STANDINGS, GIFT_CARD_TOUCH_KINDS } from "../../vocabulary/gift-card"
import { INBOX_SOURCES, INBOX_STATES } from "../../vocabulary/inbox-entry"
import { CHOSEN_MIRROR_FIELDS } from "../../vocabulary/mirror-settings"
import { OWNED_FIELDS } from "../../vocabulary/owned-fields"
import { PICTURE_STATES } from "../../vocabulary/picture"
import { MATCHED_BY, PLAN_ACTIONS } from "../../vocabulary/plan"
import { PRODUCT_CANDIDATE_STATES } from "../../vocabulary/product-candidate"
import { INCLUSIONS, PRODUCT_LINK_STATES } from "../../vocabulary/product-link"
import { PUSH_FIELDS } from "../../vocabulary/push-settings"
import { RECEIPT_STATES } from "../../vocabulary/receipt"
import { RUN_ACTIONS, RUN_KINDS, RUN_STATES } from "../../vocabulary/run"
import { SELECTION_KINDS } from "../../vocabulary/selection"
import { flagsIn, wordsIn } from "../../vocabulary/settings"
import {
  STOCK_DECISIONS,
  STOCK_DIFFERENCE_CAUSES,
  STOCK_DIFFERENCE_STATES,
  STOCK_MOVEMENT_KINDS,
} from "../../vocabulary/stock"

const english: unknown = JSON.parse(readFileSync(path.join(__dirname, "..", "i18n", "en.json"), "utf8"))

const textsSchema = z.record(z.string(), z.unknown())

/** What stands at a key, in the way of `t`. */
const at = (key: string) =>
  key.split(".").reduce<unknown>((texts, name) => textsSchema.safeParse(texts).data?.[name], english)

const SHOWN: [string, readonly string[]][] = [
  ["states.connection", CONNECTION_STATES],
  ["disconnect.data", DATA_AFTER_DISCONNECT],
  ["states.link", PRODUCT_LINK_STATES],
  ["product", INCLUSIONS],
  ["states.candidate", PRODUCT_CANDIDATE_STATES],
  ["states.plan", PLAN_ACTIONS],
  ["plan.matchedBy", MATCHED_BY],
  ["states.picture", PICTURE_STATES],
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
  ["states.giftCard", GIFT_CARD_STANDINGS],
  ["giftCards.touches", GIFT_CARD_TOUCH_KINDS],
  ["states.payout", SHOWN_PAYOUT_STATES],
  ["exports.kinds", EXPORT_KINDS],
  ["choices.selection.options", SELECTION_KINDS],
  ["fields", OWNED_FIELDS],
]

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
