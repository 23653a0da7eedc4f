import medusa from "@medusajs/eslint-plugin"

export default [
  {
    ignores: [
      "**/node_modules/**",
      "**/.medusa/**",
      ".data/**",
      "src/modules/*/migrations/**",
      "integration-tests/**",
      "demo/**",
    ],
  },
  ...medusa.configs.recommended,
  {
    // These rooms know no Medusa (.dependency-cruiser.cjs).
    files: ["src/{pos-api,translate,pictures,sandbox,vocabulary}/**/*.ts"],
    rules: { "@medusajs/zod-import-source": "off" },
  },
]
