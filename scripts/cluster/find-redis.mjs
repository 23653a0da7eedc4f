import { findRedisServer, NoRedisError } from "../redis.mjs"

/** Jest's global set-up: where there is no Redis, the tests are skipped and the reason is printed, past the runner's own silence. */
export default async function findRedis() {
  if (!process.env.REDIS_URL && findRedisServer() === null) {
    const { message } = new NoRedisError()
    process.env.NO_REDIS = message
    process.stderr.write(`The cluster's tests are skipped. ${message}\n`)
  }
}
