import { z } from "zod"
import { countLockWaits } from "./support/count-lock-waits"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const REASON = "Felregistrerat köp,\nréglé avec 東京 — 25,5 %"

const rowSchema = z.object({ id: z.string(), state: z.string(), dismissal_reason: z.string().nullable() })

/** How each kind is listed, dismissed, and named in the activity log. */
const KINDS = {
  "inbox-entries": {
    rows: "inbox_entries",
    open: "dead",
    closed: "dismissed",
    decide: "dismiss",
    body: {},
    log: "dismiss",
    undo_log: "undo-dismissal",
  },
  "stock-differences": {
    rows: "stock_differences",
    open: "open",
    closed: "ignored",
    decide: "decide",
    body: { decision: "ignored" },
    log: "decide-differences",
    undo_log: "reopen-differences",
  },
  discrepancies: {
    rows: "discrepancies",
    open: "open",
    closed: "ignored",
    decide: "decide",
    body: { decision: "ignored" },
    log: "decide-money",
    undo_log: "reopen-money",
  },
} as const

type Kind = keyof typeof KINDS

const EACH: Kind[] = ["inbox-entries", "stock-differences", "discrepancies"]

storeSuite({
  moduleName: "dismissals",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const post = async (path: string, body: object) =>
      api.post(
        `/admin/pos/${path}`,
        { connection_id: here.fixture.connectionId, ...body },
        { ...here.fixture.admin, validateStatus: () => true }
      )

    const read = async (kind: Kind) => {
      const path = `/admin/pos/${kind}?connection_id=${here.fixture.connectionId}`
      const answer = await here.fixture.get<Record<string, unknown>>(path)
      return z.array(rowSchema).parse(answer[KINDS[kind].rows])
    }

    const stateOf = async (kind: Kind, id: string) => {
      const { state, dismissal_reason } = (await read(kind)).find((row) => row.id === id) ?? {}
      return { state, dismissal_reason }
    }

    const at = new Date("2026-03-29T01:30:00Z")

    const seedDifference = async () => {
      const { connectionId: connection_id, pos } = here.fixture
      const { id: variant_link_id } = (await pos.listPosVariantLinks({ connection_id }))[0] ?? { id: "" }
      const { id } = await pos.createPosStockDifferences({
        connection_id,
        variant_link_id,
        store_level: "7",
        pos_level: "5",
        ledger_level: "7",
        cause: "missed",
        found_at: at,
      })
      return id
    }

    const seedDiscrepancy = async () => {
      const { id } = await here.fixture.pos.createPosDiscrepancies({
        connection_id: here.fixture.connectionId,
        kind: "payout",
        subject: "payout-å",
        cause: "unexplained",
        expected: 124_950,
        found: 124_900,
        currency_code: "sek",
        occurred_at: at,
        found_at: at,
        seen_at: at,
      })
      return id
    }

    const seedEntry = async () => {
      const { id } = await here.fixture.pos.createPosInboxEntries({
        connection_id: here.fixture.connectionId,
        natural_key: "webhook:å",
        event_name: "PurchaseCreated",
        aggregate: "purchase:å",
        source: "webhook",
        payload: {},
        state: "dead",
        reason: "amount: expected number",
        handled_at: at,
      })
      return id
    }

    const seed: Record<Kind, () => Promise<string>> = {
      "inbox-entries": seedEntry,
      "stock-differences": seedDifference,
      discrepancies: seedDiscrepancy,
    }

    it.each(EACH)("dismisses %s with a reason, and undoes it", async (kind) => {
      const { open, closed, decide, body, log, undo_log } = KINDS[kind]
      const id = await seed[kind]()
      expect(await stateOf(kind, id)).toEqual({ state: open, dismissal_reason: null })
      const dismiss = async (reason?: string) =>
        post(`${kind}/${decide}`, { ...body, ids: [id], ...(reason && { reason }) })
      const undo = async () => (await post(`${kind}/undo-dismissal`, { ids: [id] })).data
      // Nothing is dismissed yet.
      expect(await undo()).toEqual({ undone: 0 })
      expect((await dismiss(` ${REASON} `)).status).toBe(200)
      expect(await stateOf(kind, id)).toEqual({ state: closed, dismissal_reason: REASON })
      expect(await undo()).toEqual({ undone: 1 })
      expect(await undo()).toEqual({ undone: 0 })
      expect(await stateOf(kind, id)).toEqual({ state: open, dismissal_reason: null })
      // A reason is optional.
      expect((await dismiss()).status).toBe(200)
      expect(await stateOf(kind, id)).toEqual({ state: closed, dismissal_reason: null })
      const { activities } = await here.fixture.get<{ activities: { kind: string; asked: object }[] }>(
        `/admin/pos/activities?connection_id=${here.fixture.connectionId}`
      )
      const asked = (name: string) =>
        activities.filter((activity) => activity.kind === name).map((activity) => activity.asked)
      expect(asked(log)).toEqual([
        expect.not.objectContaining({ reason: REASON }),
        expect.objectContaining({ reason: REASON }),
      ])
      expect(asked(undo_log)).toHaveLength(3)
    })

    it.each(EACH)("rejects a reason for %s that is too long or cannot be stored", async (kind) => {
      const { open, decide, body } = KINDS[kind]
      const id = await seed[kind]()
      for (const reason of ["å".repeat(501), "", "   ", "a\u0000b"]) {
        const answer = await post(`${kind}/${decide}`, { ...body, ids: [id], reason })
        expect({ reason, status: answer.status, code: answer.data.code }).toEqual({
          reason,
          status: 400,
          code: "pos_request_invalid",
        })
      }
      expect(await stateOf(kind, id)).toEqual({ state: open, dismissal_reason: null })
      expect((await post(`${kind}/${decide}`, { ...body, ids: [id], reason: "å".repeat(500) })).status).toBe(200)
    })

    it.each(["stock-differences", "discrepancies"] as const)(
      "leaves %s ignored whose subject has an open one, and opens one of several",
      async (kind) => {
        const ignore = async (id: string) => post(`${kind}/decide`, { decision: "ignored", ids: [id], reason: REASON })
        const first = await seed[kind]()
        await ignore(first)
        const second = await seed[kind]()
        expect((await post(`${kind}/undo-dismissal`, { ids: [first] })).data).toEqual({ undone: 0 })
        expect(await stateOf(kind, first)).toEqual({ state: "ignored", dismissal_reason: REASON })
        await ignore(second)
        expect((await post(`${kind}/undo-dismissal`, { ids: [first, second] })).data).toEqual({ undone: 1 })
        const rows = (await read(kind)).filter(({ id }) => [first, second].includes(id))
        expect(rows.map(({ state }) => state).sort()).toEqual(["ignored", "open"])
      }
    )

    it.each([
      ["stock-differences", "pos_stock_difference"],
      ["discrepancies", "pos_discrepancy"],
    ] as const)(
      "leaves %s ignored whose subject is found again, or opened by another person, meanwhile",
      async (kind, table) => {
        const ignored = await seed[kind]()
        await post(`${kind}/decide`, { decision: "ignored", ids: [ignored], reason: REASON })
        const found = await seed[kind]()
        await post(`${kind}/decide`, { decision: "ignored", ids: [found], reason: REASON })
        const meanwhile = await dbConnection.transaction()
        await meanwhile(table).where({ id: found }).update({ state: "open" })
        const undoing = post(`${kind}/undo-dismissal`, { ids: [ignored] })
        await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThan(0))
        await meanwhile.commit()
        expect(await undoing).toMatchObject({ status: 200, data: { undone: 0 } })
        expect(await stateOf(kind, ignored)).toMatchObject({ state: "ignored" })
        expect(await stateOf(kind, found)).toMatchObject({ state: "open" })
      }
    )

    it("does not touch what belongs to another connection", async () => {
      const id = await seedEntry()
      await post("inbox-entries/dismiss", { ids: [id], reason: REASON })
      const other = await post("inbox-entries/undo-dismissal", { connection_id: "poscon_unknown", ids: [id] })
      expect(other.status).toBe(404)
      expect(await stateOf("inbox-entries", id)).toEqual({ state: "dismissed", dismissal_reason: REASON })
    })
  },
})
