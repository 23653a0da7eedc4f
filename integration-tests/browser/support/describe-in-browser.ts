/** A suite that needs a Chromium; skipped where find-chromium.ts has found none. */
export const describeInBrowser = process.env.NO_CHROMIUM === undefined ? describe : describe.skip
