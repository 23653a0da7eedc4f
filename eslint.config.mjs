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
]
