/**
 * Minor versions of Medusa that this plugin version is tested with, oldest first. `npm run test:matrix` runs on each.
 * package.json's peers begin with the first, and let in those to come: they work while Medusa's tables fit.
 */
export const TESTED_MEDUSA = ["2.16", "2.17", "2.18", "2.19", "2.20", "2.21"] as const
