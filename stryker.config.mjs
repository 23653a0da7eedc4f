/** Whether tests notice a changed line: of what is pure, where a wrong figure would be a merchant's. */
export default {
  testRunner: "mocha",
  mochaOptions: {
    spec: ["src/{features,images,money,pos-api,runtime}/**/__tests__/**/*.unit.spec.ts"],
    require: ["tsx/cjs", "./scripts/mutation/speak-jest.cjs"],
  },
  coverageAnalysis: "perTest",
  mutate: [
    "src/features/**/*{mapping,rules,validation}.ts",
    "src/money/*.ts",
    "src/pos-api/**/*.ts",
    "src/runtime/retry.ts",
    "!**/__tests__/**",
    "!**/index.ts",
  ],
  ignoreStatic: true,
  concurrency: 2,
  reporters: ["clear-text", "progress", "json"],
  jsonReporter: { fileName: ".data/mutation.json" },
  tempDirName: ".data/stryker",
  ignorePatterns: [".medusa", ".data", "docs", "demo", "benchmarks", "integration-tests"],
  thresholds: { high: 90, low: 80, break: 80 },
}
