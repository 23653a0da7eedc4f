/** One configuration, one project a kind of test; scripts/test.mjs runs them and sums them up. */
const common = {
  testEnvironment: "<rootDir>/scripts/test-runner/plain-errors-environment.cjs",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: "es2022",
        },
      },
    ],
  },
  // What the bundler of the admin puts in.
  globals: { __BACKEND_URL__: "/", __AUTH_TYPE__: "session", __JWT_TOKEN_STORAGE_KEY__: "" },
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.data/", "<rootDir>/demo/.medusa/"],
}

module.exports = {
  // Jest reads it at the top level only: inside a project it is ignored with a warning.
  testTimeout: 600_000,
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: ["<rootDir>/{src,scripts,benchmarks,packages}/**/__tests__/**/*.unit.spec.ts"],
    },
    { ...common, displayName: "sandbox", testMatch: ["<rootDir>/packages/pos-sandbox/tests/**/*.spec.ts"] },
    { ...common, displayName: "recipes", testMatch: ["<rootDir>/integration-tests/recipes/**/*.spec.ts"] },
    {
      ...common,
      displayName: "shop",
      testMatch: ["<rootDir>/integration-tests/shop/**/*.spec.ts", "<rootDir>/integration-tests/crash/**/*.spec.ts"],
    },
    {
      ...common,
      displayName: "together",
      testMatch: ["<rootDir>/integration-tests/together.ts"],
    },
    {
      ...common,
      displayName: "browser",
      globalSetup: "<rootDir>/integration-tests/browser/support/find-chromium.ts",
      testMatch: ["<rootDir>/integration-tests/browser/**/*.spec.ts"],
    },
    { ...common, displayName: "clients", testMatch: ["<rootDir>/integration-tests/clients/**/*.spec.ts"] },
    {
      ...common,
      displayName: "cluster",
      globalSetup: "<rootDir>/scripts/cluster/find-redis.mjs",
      testMatch: ["<rootDir>/integration-tests/cluster/**/*.spec.ts"],
    },
  ],
}
