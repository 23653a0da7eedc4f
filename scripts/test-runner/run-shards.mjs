import { runShard } from "./run-shard.mjs"

/** Two cores: a shop's test waits for half of its time. */
const AT_ONCE = 3

/**
 * Runs the shards of projects, some at a time: a short one makes room for the next. Calls back with each one's counts.
 * @param {object[]} projects as in scripts/test.mjs, those that take longest first
 */
export async function runShards(projects, { parameters, env }, onCounts) {
  const waiting = projects.flatMap((project) => {
    // What is named by a pattern is seldom more than one shard has.
    const count = parameters.length > 0 ? 1 : project.shards
    return Array.from({ length: count }, (_, index) => ({ project, shard: `${index + 1}/${count}` }))
  })
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      onCounts(await runShard(next.project, { shard: next.shard, parameters, env }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
