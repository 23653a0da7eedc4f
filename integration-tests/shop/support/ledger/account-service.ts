import { z } from "zod"
import { accountTransactionsApi } from "../../../../src/pos-api/client/account-transactions"
import type { AuthorizedSend } from "../../../../src/pos-api/client/token-provider"
import type { Listed, Movement, RawForm } from "./account-history"

const paramsSchema = z.looseObject({
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
  limit: z.number(),
  offset: z.number().default(0),
})

export type Entry = Listed & { movement: Movement }

/** What the POS lists of a period at a moment: `start` inclusive, `end` exclusive, the newest first. */
export const entriesAt = (movements: Movement[], moment: number, period: { start: number; end: number }): Entry[] =>
  movements
    .filter(({ at }) => at >= period.start && at < period.end)
    .sort((left, right) => right.at - left.at || right.number - left.number)
    .flatMap((movement) => movement.listedAt(moment).map((listed) => ({ ...listed, movement })))

/** An entry as the account transactions interface writes it (spec "Account transaction", field dialect `financeShape`). */
function toRaw({ movement, type, amount }: Entry, form: RawForm, isSpoiled: boolean) {
  const timestamp = new Date(movement.at).toISOString().replace("Z", form.zone)
  const uuid = form.originator
    ? { originatorTransactionUuid: movement.uuid }
    : { originatingTransactionUuid: movement.uuid }
  const written = form.amountAsText ? String(amount) : amount
  return { timestamp, amount: isSpoiled ? "mycket" : written, originatorTransactionType: type, ...uuid }
}

/** The account transactions interface at a moment, in front of the plugin's client; `unreadable`: one entry is spoiled. */
export function accountServiceAt(
  history: { movements: Movement[]; form: RawForm },
  moment: number,
  unreadable: number | null
) {
  const send: AuthorizedSend = async (_label, request, schema) => {
    const { start, end, limit, offset } = paramsSchema.parse(request.params)
    const entries = entriesAt(history.movements, moment, { start: Date.parse(start), end: Date.parse(end) })
    const spoiled = spoiledOf(entries, unreadable)
    const data = entries.map((entry) => toRaw(entry, history.form, entry === spoiled)).slice(offset, offset + limit)
    return { data: schema.parse(history.form.bare ? data : { data }), headers: {} }
  }
  return accountTransactionsApi(send, "", { now: () => new Date(moment) })
}

export const spoiledOf = (entries: Entry[], unreadable: number | null): Entry | null =>
  unreadable === null || entries.length === 0 ? null : (entries[unreadable % entries.length] ?? null)
