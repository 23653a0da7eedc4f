import { runShard } from "./run-shard.mjs"

/** Two cores: a shop's test waits for half of its time. */
const AT_ONCE = 3

/** Runs a project's shards, some at a time: a short one makes room for the next. Calls back with each one's counts. */
export async function runShards(project, { count, parameters, env }, onCounts) {
  const waiting = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`)
  const lane = async () => {
    for (let shard = waiting.shift(); shard; shard = waiting.shift()) {
      onCounts(await runShard(project, { shard, parameters, env }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
