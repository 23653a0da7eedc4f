import { inspect } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

const activitySchema = z.object({ rows: z.array(z.looseObject({})) })

/**
 * Waits for work no longer than `longestMs`; then fails with what the database's sessions do and who waits for whom, which
 * a test that is ended by its runner does not report.
 * @param name what was to be done
 */
export async function withinTime<Result>(
  knex: Knex,
  { name, longestMs }: { name: string; longestMs: number },
  work: Promise<Result>
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      readActivity(knex).then((sessions) => {
        reject(new Error(`${name} has not ended after ${longestMs / 1_000} s; sessions: ${inspect(sessions)}`))
      }, reject)
    }, longestMs)
  })
  try {
    return await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}

async function readActivity(knex: Knex): Promise<unknown[]> {
  const read = await knex.raw(
    `SELECT pid, state, wait_event_type || ':' || wait_event AS waits_for, pg_blocking_pids(pid)::text AS blocked_by,
            (now() - state_change)::text AS since, left(query, 300) AS query
     FROM pg_stat_activity
     WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`
  )
  return activitySchema.parse(read).rows
}
