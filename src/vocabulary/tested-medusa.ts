/**
 * The minor versions of Medusa that this version of the plugin is tested with, oldest first: `npm run test:matrix` runs on
 * each, and package.json's peers name no other.
 */
export const TESTED_MEDUSA = ["2.21"] as const
