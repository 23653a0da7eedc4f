import { spawnSync } from "node:child_process"
import path from "node:path"

const root = path.resolve(__dirname, "..", "..", "..")

/** As on a machine whose PATH has nothing. */
function run(parameters: string[]) {
  const { REDIS_URL: _url, REDIS_SERVER_PATH: _file, NODE_OPTIONS: _options, ...env } = process.env
  return spawnSync(process.execPath, parameters, {
    cwd: root,
    encoding: "utf8",
    env: { ...env, PATH: "/nowhere" },
  })
}

describe("On a machine without Redis", () => {
  it("npm run demo:cluster ends before it starts anything, and says what to install", () => {
    const { status, stdout, stderr } = run(["scripts/demo-cluster.mjs", "--once", "--json"])
    expect(stderr).toContain("There is no Redis: install it")
    expect(stderr).toContain("REDIS_URL")
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
  })

  it("the cluster's tests are skipped, with the reason", () => {
    const look =
      'import("./scripts/cluster/find-redis.mjs").then(async ({ default: find }) => { await find(); process.stdout.write(process.env.NO_REDIS) })'
    const { stdout, stderr } = run(["--input-type=module", "-e", look])
    expect(stderr).toContain("The cluster's tests are skipped. There is no Redis")
    expect(stdout).toContain("redis-server")
  })
})
