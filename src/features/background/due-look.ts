import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { setTimeout as sleep } from "node:timers/promises"
import { parseSnapshot, type Snapshot, SNAPSHOT } from "../../modules/pos/database/housekeeping"
import { type Fragment, fragment } from "../../modules/pos/database/page"
import type { Sql } from "../../modules/pos/database/sql"
import { isUnclaimed } from "../../modules/pos/queue-policies"
import { type DueBy, getQueueParts, hasRunning } from "../../runtime/due-queues"
import { findDueWork, readAll } from "../../runtime/due-work"
import { isFinanceDue, type PullTerms, pullTerms } from "../finance"
import { KINDS_IN_PIECES } from "./resume-runs"
import { areImagesDue } from "./sweep-changes"

const connectionSchema = z.object({
  id: z.string(),
  refunds: z.boolean(),
  inbox: z.boolean(),
  outbox: z.boolean(),
  runs: z.boolean(),
  images: z.boolean(),
  finance: z.boolean(),
})

/** A connection that has due work, and in which part. */
export type DueConnection = z.infer<typeof connectionSchema>

const lookSchema = z.object({
  connections: z.array(connectionSchema).nullable(),
  order_events: z.boolean(),
  store_writes: z.boolean(),
  begun: z.record(z.string(), z.coerce.date()).nullable(),
  is_calendar_due: z.boolean(),
  is_connected: z.boolean(),
  snapshot: z.string(),
})

/** What is due in the whole store at one moment. */
export type DueLook = {
  /** active connections with due work */
  connections: DueConnection[]
  /** order events wait to be published */
  hasOrderEvents: boolean
  /** writes by Medusa's services wait */
  hasStoreWrites: boolean
  /** when each recurring job was last started; one that never was is missing */
  begun: ReadonlyMap<string, Date>
  /** a job with a time of day is due, or new */
  isCalendarDue: boolean
  /** there is a connection in any state; without one there is nothing to sync */
  isConnected: boolean
  /** what the look could see */
  snapshot: Snapshot | null
}

/** A job with a time of day. `dueSince`: the latest of its times that has passed. */
export type CalendarTerm = { name: string; dueSince: Date; isOfConnection: boolean }

export type LookTerms = DueBy & PullTerms & { jobs: string[]; calendar: CalendarTerm[] }

/** SQL condition: a job with a time of day has units that nobody has run since that time, or that are not known yet. */
function isCalendarDue(calendar: CalendarTerm[], now: Date): Fragment {
  if (calendar.length === 0) {
    return fragment("false")
  }
  return {
    text: `EXISTS (
      SELECT 1 FROM (VALUES ${calendar.map(() => "(?::text, ?::timestamptz, ?::boolean)").join(", ")}) AS job(name, due_since, is_of_connection)
      LEFT JOIN pos_connection AS connection
        ON job.is_of_connection AND connection.state = 'active' AND connection.deleted_at IS NULL
      LEFT JOIN pos_recurring_job AS known ON known.name = concat_ws(':', job.name, connection.id)
      WHERE (connection.id IS NOT NULL OR NOT job.is_of_connection) AND (known.name IS NULL
        OR known.done_until < job.due_since AND ${isUnclaimed("known.claimed_until")}
          AND (known.next_attempt_at IS NULL OR known.next_attempt_at <= ?)))`,
    bindings: [...calendar.flatMap(({ name, dueSince, isOfConnection }) => [name, dueSince, isOfConnection]), now, now],
  }
}

/** Finds what is due in the whole store, in one statement of index lookups. */
export async function findDue(sql: Sql, { jobs, calendar, groups, pulledBefore, ...by }: LookTerms): Promise<DueLook> {
  const ofConnections = readAll({
    ...getQueueParts(by),
    runs: hasRunning(KINDS_IN_PIECES),
    images: areImagesDue(by.now),
    finance: isFinanceDue(by.now, { groups, pulledBefore }),
  })
  const ofCalendar = isCalendarDue(calendar, by.now)
  const [row] = await sql(
    lookSchema,
    `SELECT (SELECT json_agg(due) FROM (${ofConnections.statement}) AS due) AS connections,
       EXISTS (SELECT 1 FROM pos_event_outbox) AS order_events,
       EXISTS (SELECT 1 FROM pos_store_write WHERE deleted_at IS NULL) AS store_writes,
       (SELECT json_object_agg(name, begun_at) FROM pos_recurring_job WHERE name = ANY(?)) AS begun,
       ${ofCalendar.text} AS is_calendar_due,
       EXISTS (SELECT 1 FROM pos_connection WHERE deleted_at IS NULL) AS is_connected,
       ${SNAPSHOT} AS snapshot`,
    [...ofConnections.bindings, jobs, ...ofCalendar.bindings]
  )
  return {
    connections: row?.connections ?? [],
    hasOrderEvents: row?.order_events ?? false,
    hasStoreWrites: row?.store_writes ?? false,
    begun: new Map(Object.entries(row?.begun ?? {})),
    isCalendarDue: row?.is_calendar_due ?? true,
    isConnected: row?.is_connected ?? true,
    snapshot: row ? parseSnapshot(row.snapshot) : null,
  }
}

/** Jobs that a scheduler calls at the same minute look together. */
const GATHER_MS = 25

let gathering: Promise<DueLook> | null = null

/**
 * Finds what is due in the whole store. Calls within {@link GATHER_MS} share one look, which begins after all of them.
 * @param getCalendar the jobs with a time of day, as of a moment
 */
export async function lookForDue(
  container: MedusaContainer,
  jobs: string[],
  getCalendar: (now: Date) => CalendarTerm[]
): Promise<DueLook> {
  gathering ??= sleep(GATHER_MS).then(async () => {
    gathering = null
    const terms = await pullTerms(container)
    return findDueWork(container, async (sql, by) =>
      findDue(sql, {
        now: by.now,
        until: by.until,
        groups: terms.groups,
        pulledBefore: terms.pulledBefore,
        jobs,
        calendar: getCalendar(by.now),
      })
    )
  })
  return gathering
}

/** Returns the ids of the connections that have due work in a part. */
export const getDueIds = ({ connections }: DueLook, part: Exclude<keyof DueConnection, "id">): string[] =>
  connections.flatMap((connection) => (connection[part] ? [connection.id] : []))
