import type { ClaimedInboxEntry } from "../inbox-claims"
import { type EntryOutcome, handleApart } from "../inbox-processing"

const NOW = new Date("2026-03-01T10:00:00Z")

const entry = (id: string, aggregate = id): ClaimedInboxEntry => ({
  id,
  aggregate,
  natural_key: id,
  event_name: "InventoryBalanceChanged",
  source: "webhook",
  payload: {},
  message_timestamp: null,
  attempts: 3,
  postponements: 0,
  sequence: Number(id),
})

/** Handles all but the entries that are named, which make it throw. */
const allBut =
  (...broken: string[]) =>
  async (entries: ClaimedInboxEntry[]): Promise<EntryOutcome[]> => {
    const culprit = entries.find(({ id }) => broken.includes(id))
    if (culprit) {
      throw new Error(`${culprit.id} is broken`)
    }
    return entries.map(({ id }) => ({ id, kind: "done" }))
  }

const kinds = (outcomes: EntryOutcome[]) => Object.fromEntries(outcomes.map(({ id, kind }) => [id, kind]))

describe("handleApart", () => {
  it("[D03] fails only the entry that throws, with its reason", async () => {
    const outcomes = await handleApart([entry("1"), entry("2"), entry("3")], NOW, allBut("2"))
    expect(kinds(outcomes)).toEqual({ 1: "done", 2: "failed", 3: "done" })
    expect(outcomes).toContainEqual(
      expect.objectContaining({ id: "2", kind: "failed", reason: "2 is broken", attempts: 3 })
    )
  })

  it("[D03] keeps the order of an aggregate: what is behind the entry that throws waits", async () => {
    const entries = [entry("1", "stock:a"), entry("2", "stock:a"), entry("3", "stock:a"), entry("4", "stock:b")]
    const outcomes = await handleApart(entries, NOW, allBut("2"))
    expect(kinds(outcomes)).toEqual({ 1: "done", 2: "failed", 3: "waiting", 4: "done" })
  })

  it("[D03] handles entries together while nothing throws, and calls nothing for none", async () => {
    const handle = jest.fn(allBut())
    await handleApart([entry("1"), entry("2")], NOW, handle)
    await handleApart([], NOW, handle)
    expect(handle).toHaveBeenCalledTimes(1)
  })
})
