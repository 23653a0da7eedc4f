import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { fakeNotifications } from "../../../test-support/fake-notifications"
import watch from "../../../src/jobs/pos-watchdog"
import type { ConnectedStore } from "./use-connected-store"

type Reported = { issues: { kind: string; count: number; reason: string | null; since: string | null }[] }
type Tools = { getContainer: () => MedusaContainer; dbConnection: Knex }

/** What is shown and what was reported, and hands for the clock. */
export function createAlertDriver({ getContainer, dbConnection }: Tools, here: ConnectedStore) {
  const look = async () => watch(getContainer())

  const findIssue = async (kind: string) => {
    const reported = await here.fixture.get<Reported>("/admin/pos/issues")
    return reported.issues.find((issue) => issue.kind === kind)
  }

  /** Subjects of what was sent of a kind. */
  const sent = (kind: string) =>
    fakeNotifications.sent.filter(({ data }) => data?.kind === kind).map(({ content }) => content?.subject ?? "")

  /** As if everything that is shown had been so for an hour longer. */
  const hourPasses = async (change: string) => dbConnection.raw(change.replaceAll("$hour", "interval '1 hour'"))

  const alarmsAge = async () => hourPasses("UPDATE pos_alert SET raised_at = raised_at - $hour")
  const observationsAge = async () => hourPasses("UPDATE pos_progress_check SET since = since - $hour")

  /** Shown with since when, not reported before its time, reported once however often and by how many it is looked at. */
  const expectRaised = async (kind: string, minutes = 50) => {
    await look()
    const shown = await findIssue(kind)
    expect(shown).toMatchObject({ kind, since: expect.any(String) })
    expect(Date.parse(shown?.since ?? "")).toBeLessThan(Date.now() - minutes * 60_000)
    expect(sent(kind)).toEqual([])
    await alarmsAge()
    await Promise.all([look(), look(), look()])
    await look()
    expect(sent(kind)).toHaveLength(1)
    expect(sent(kind)[0]).not.toContain("resolved:")
    return shown
  }

  /** No longer shown, and reported once. */
  const expectEnded = async (kind: string) => {
    await look()
    expect(await findIssue(kind)).toBeUndefined()
    await Promise.all([look(), look()])
    expect(sent(kind)).toHaveLength(2)
    expect(sent(kind)[1]).toContain("resolved:")
    expect(await here.fixture.pos.listPosAlerts({ kind })).toEqual([])
  }

  return { look, findIssue, sent, hourPasses, alarmsAge, observationsAge, expectRaised, expectEnded }
}
