/**
 * How each command of the docs is seen to work. Not named here: what `.ci/run` calls, `npm test` with a project and a
 * pattern (both are looked up), and commands of `pos-sandbox`, which the suites of packages/pos-sandbox/tests call.
 * `npm run check:docs` fails of a command that is held by nothing, and of an entry that no page needs.
 */

/** Run by `npm run docs:run` in a fresh clone; with `leavesClean` nothing that git knows may be changed by it. */
export const QUICK = {
  "npm ci": {},
  "npm run sandbox": { untilSaid: /http:\/\/127\.0\.0\.1:\d+/ },
  "npm run sandbox -- --port 0 --json": { untilSaid: /^\{"url":"http/m },
  "npm run docs:generate": { leavesClean: true },
  "npm run format": { leavesClean: true },
  "npm run db:generate": { leavesClean: true },
  "npx changeset version": { leavesClean: true },
  "npm run demo -- --once": {},
  "npm run bench -- capacity": {},
}

/** Held by a test or a script of this repository that does the same; a path. */
export const ELSEWHERE = {
  // Every suite in a browser and `npm run time:onboarding` start it.
  "npm run demo": "test-support/browser/demo-store.ts",
  "npm run demo -- --fresh": "test-support/browser/demo-store.ts",
  "npm run demo:cluster": "integration-tests/cluster/support/running-cluster.ts",
  "npm run upgrade:record": "integration-tests/shop/migrations.spec.ts",
  // Each group of suites of `npm test` is run by it.
  'SUITES="integration-tests/shop/queues integration-tests/shop/links" npm test -- together':
    "scripts/test-runner/jobs-of.mjs",
  "npm install": "integration-tests/install/managers.mjs",
  "npm install medusa-plugin-pos": "integration-tests/install/managers.mjs",
  "npm install ./medusa-plugin-pos-0.1.0.tgz": "scripts/cluster/__tests__/deploy-files.unit.spec.ts",
  "npm pack": "integration-tests/install/pack-plugin.mjs",
  "npx medusa-plugin-pos init": "src/cli/__tests__/init.unit.spec.ts",
  "npx medusa-plugin-pos init --provider zettle": "src/cli/__tests__/init.unit.spec.ts",
  // `npm run docs:quickstart` runs the commands of docs/quickstart.md.
  "npm install medusa-plugin-pos @medusajs/ui@4.2.6 react-router-dom@7.18.2": "scripts/quickstart.mjs",
  "npx create-medusa-app@2.21.2 my-store --version 2.21.2 --use-npm": "scripts/quickstart/create-store.mjs",
  "printf '\\nPOS_ENCRYPTION_KEY=%s\\n' \"$(openssl rand -base64 32)\" >> .env": "scripts/quickstart.mjs",
  "npx medusa develop": "scripts/quickstart.mjs",
  "npx medusa db:rollback pos": "integration-tests/shop/uninstall.spec.ts",
  "npx medusa db:migrate": "integration-tests/install/try-shop.mjs",
  "npx medusa build": "integration-tests/install/try-shop.mjs",
  "npx medusa exec ./node_modules/medusa-plugin-pos/.medusa/server/src/scripts/doctor.js":
    "integration-tests/shop/doctor.spec.ts",
  "npx medusa exec …/doctor.js": "integration-tests/shop/doctor.spec.ts",
  "npx medusa exec node_modules/medusa-plugin-pos/.medusa/server/src/scripts/push-sync.js [connection]":
    "integration-tests/shop/push-scripts.spec.ts",
  "medusa exec": "integration-tests/install/try-shop.mjs",
  "medusa start": "integration-tests/install/store-processes.mjs",
  "npx medusa user --email you@example.com --password secret": "scripts/demo-shop.mjs",
  "npx medusa user": "scripts/demo-shop.mjs",
  "cp .env.template .env": "examples/shop/.env.template",
  // The same body by the same route.
  'curl -X POST https://shop.example.com/admin/pos/connections -u "$SECRET_API_KEY:" -H "content-type: application/json" -d \'{"api_key": "…", "sales_channel_id": "sc_…", "stock_location_id": "sloc_…", "region_id": "reg_…"}\'':
    "integration-tests/shop/connections.spec.ts",
  "grep -oE '\"[^\"]*\"' account.json | grep -vE 'redacted-|[0-9a-f]{8}-[0-9a-f]{4}-' | sort -u":
    "packages/pos-sandbox/tests/cassettes.spec.ts",
  "npm run soak:sandbox": ".github/workflows/nightly.yml",
  'eval "$(npx pos-sandbox env)"': "packages/pos-sandbox/tests/command-line.spec.ts",
  // Its steps without Docker.
  "docker build -t pos-sandbox -f packages/pos-sandbox/Dockerfile dist": "scripts/run-dockerfile.mjs",
  "docker run --rm -p 127.0.0.1:4700:4700 -v pos-sandbox:/sandbox/data pos-sandbox":
    "packages/pos-sandbox/tests/package.spec.ts",
  // The names that it writes are those that compose.yaml asks for.
  'for name in POSTGRES_PASSWORD JWT_SECRET COOKIE_SECRET; do echo "$name=$(openssl rand -hex 32)"; done > .env':
    "scripts/cluster/__tests__/deploy-files.unit.spec.ts",
  'echo "POS_KEY=$(openssl rand -base64 32)" >> .env': "scripts/cluster/__tests__/deploy-files.unit.spec.ts",
}

const QUIET = "minutes on a quiet machine; name and options are held against scripts/bench"
const DOCKER = "needs Docker, which a test may not need; the file's services, commands and options are held by a test"

/** Seen by nobody but who runs them, and why. */
export const NOT_RUN = {
  ...Object.fromEntries(
    [
      "push",
      "mirror",
      "mirror --webhook-only",
      "ledger",
      "limits",
      "sandbox",
      "admin",
      "years",
      "shops",
      "availability",
      "holds",
      "idle",
      "capacity --measure",
    ].map((name) => [`npm run bench -- ${name}`, QUIET])
  ),
  "bash .ci/run": "runs what is named here",
  "npm run test:mutation": "half an hour",
  "npm run test:years": "seeds half a million receipts",
  "YEARS_RECEIPTS=50000 npm run test:years": "seeds fifty thousand receipts",
  "npm run test:install": "a shop of 800 MB from npm's registry",
  "npm run test:matrix": "as many shops of 800 MB as there are versions; npm run release:check asks for it",
  "npm run release:check": "wants a tree that is ready to be released",
  "npm run docs:run": "runs what is named here",
  "npm run docs:quickstart": "a store of 800 MB from npm's registry, as docs/quickstart.md shows",
  "npm run time:onboarding": "fetches everything with an empty cache; npm run demo is what it times",
  "npm run screenshots": "writes the screenshots; integration-tests/browser/admin.spec.ts opens the same views",
  "npm run record-demo": "writes the animation, by hand where the shop has changed its looks",
  "npx changeset": "asks questions",
  "npx changeset publish": "publishes",
  "git push --follow-tags": "publishes",
  "openssl rand -base64 32": "a tool of the system, which makes 32 random bytes",
  "npm install medusa-plugin-pos@latest": "wants a release; npm install of the packed package is run",
  "cloudflared tunnel --url http://localhost:9000": "needs a tunnel of somebody else",
  "docker compose up --build": DOCKER,
  "docker compose exec server npx medusa user --email you@example.com --password '…'": DOCKER,
  "docker compose logs sandbox": DOCKER,
  "docker compose -f packages/pos-sandbox/compose.yaml up --build":
    "needs Docker; scripts/run-dockerfile.mjs runs the steps of the Dockerfile that it builds",
}
