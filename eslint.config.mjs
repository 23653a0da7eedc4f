import medusa from "@medusajs/eslint-plugin"
import tseslint from "typescript-eslint"

const TESTS = [
  "integration-tests/**/*.ts",
  "packages/*/tests/**/*.ts",
  "benchmarks/**/*.ts",
  "test-support/**/*.ts",
  "**/__tests__/**/*.ts",
]

/** Medusa's own configuration leaves tests out for everybody; its rules still do. */
const isForAll = ({ files, rules, plugins, languageOptions }) => !files && !rules && !plugins && !languageOptions

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/**",
      "**/.medusa/**",
      ".data/**",
      "src/modules/*/migrations/**",
      "demo/**",
      "docs/**",
      "**/dist/**",
      "packages/*/{build,build-page}.mjs",
      "packages/*/recipes/**",
    ],
  },
  ...medusa.configs.recommended
    .filter((config) => !isForAll(config))
    .map((config) => (config.files ? { ...config, ignores: [...(config.ignores ?? []), ...TESTS] } : config)),
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: tseslint.configs.recommendedTypeChecked,
    languageOptions: {
      parserOptions: {
        // One program for all that runs in Node: each further one loads Medusa's types again.
        project: ["tsconfig.check.json", "src/admin/tsconfig.json", "packages/pos-sandbox/src/pos-page/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A literal spread into a literal hides misspelled optional properties from the compiler's check for excess ones.
      "no-restricted-syntax": [
        "error",
        { selector: "ObjectExpression > SpreadElement > ObjectExpression", message: "Write the properties plainly." },
        {
          selector: ":matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression",
          message: "Write the elements plainly.",
        },
      ],
      // What returns a promise is async, also where it awaits nothing: so it never throws at once.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { varsIgnorePattern: "^_", argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  {
    // docs/decisions/0010-any-in-tests.md
    files: TESTS,
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-misused-promises": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    // PostgreSQL refuses U+0000 and halves of surrogate pairs, which any text of the POS may hold: jsonText replaces them.
    files: ["src/medusa/*.ts", "src/modules/pos/*.ts", "src/{features,runtime}/**/*store.ts"],
    rules: {
      "no-restricted-properties": ["error", { object: "JSON", property: "stringify", message: "Use jsonText." }],
    },
  },
  {
    files: ["benchmarks/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: ["**/integration-tests/**"] }] },
  },
  {
    // What both need stands in test-support.
    files: ["integration-tests/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: ["**/benchmarks/**"] }] },
  },
  {
    files: ["test-support/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: ["**/integration-tests/**", "**/benchmarks/**"] }] },
  },
  {
    // Medusa types what a table's cell shows and what a module offers to links as any.
    files: ["src/admin/{components,pages,routes}/**/*.tsx", "src/links/*.ts"],
    rules: { "@typescript-eslint/no-unsafe-return": "off", "@typescript-eslint/no-unsafe-argument": "off" },
  },
  {
    // The plugin has a zod of its own (docs/decisions/0013-own-zod.md).
    rules: { "@medusajs/zod-import-source": "off" },
  }
)
