/** A suite that needs a Redis; skipped where find-redis.mjs has found none. */
export const describeOnRedis = process.env.NO_REDIS === undefined ? describe : describe.skip
