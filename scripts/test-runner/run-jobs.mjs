import { runJob } from "./run-job.mjs"

/** Two cores: a store's test waits for half of its time. */
const AT_ONCE = 3

/**
 * Runs jobs, some at a time: a short one makes room for the next. Calls back with each one's counts.
 * @param {object[]} jobs as jobs-of.mjs makes them, those that take longest first
 * @param {Promise<void>} database made meanwhile: what needs none begins before
 */
export async function runJobs(jobs, env, onCounts, database = Promise.resolve()) {
  const waiting = [...jobs]
  let isMade = false
  const made = database.then(() => {
    isMade = true
  })
  const take = async () => {
    if (!isMade) {
      const index = waiting.findIndex(({ needsDatabase }) => !needsDatabase)
      if (index >= 0) {
        return waiting.splice(index, 1)[0]
      }
      await made
    }
    return waiting.shift()
  }
  const lane = async () => {
    for (let next = await take(); next; next = await take()) {
      onCounts(await runJob(next, env))
    }
  }
  await Promise.all([made, ...Array.from({ length: AT_ONCE }, lane)])
}
