import { exampleManifest } from "./write-shop.mjs"

/** What npm's resolver is notified of releases that came out broken; each manager has its own word for it. */
const PINNED = exampleManifest.overrides

/**
 * How Medusa's own starter sets a store up for pnpm: the admin and its plugins must find the same copies of what the
 * dashboard brings along.
 */
const PNPM_SETTINGS = `public-hoist-pattern[]=*@medusajs/*
public-hoist-pattern[]=@tanstack/react-query
public-hoist-pattern[]=react-i18next
public-hoist-pattern[]=react-router-dom
`

/** Package managers that merchants' developers use: the install, and what a store's folder has for it. */
export const MANAGERS = {
  npm: {
    install: ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"],
    manifest: { overrides: PINNED },
    files: {},
  },
  pnpm: {
    install: ["npx", "--yes", "pnpm@10", "install", "--reporter=append-only"],
    manifest: { pnpm: { overrides: PINNED } },
    files: { ".npmrc": PNPM_SETTINGS },
  },
  yarn: {
    install: ["npx", "--yes", "yarn@1.22.22", "install", "--non-interactive", "--silent", "--ignore-engines"],
    manifest: { resolutions: PINNED },
    files: {},
  },
}
