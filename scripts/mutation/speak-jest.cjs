/**
 * Lets mocha run specs that are written for jest. Stryker's runner for mocha loads them once and changes the mutant
 * between runs; the one for jest loads all modules again for each, which makes hours of minutes.
 */
const { expect } = require("expect")
const fc = require("fast-check")
const { bind } = require("jest-each")
const { fn } = require("jest-mock")

/** Enough to find a mutant that a property sees, and few enough for those that none sees. */
const MOST_RUNS = 100

const few = {
  ...fc.default,
  assert: (property, options) =>
    fc.assert(property, { ...options, seed: 42, numRuns: Math.min(options?.numRuns ?? MOST_RUNS, MOST_RUNS) }),
}
require.cache[require.resolve("fast-check")].exports = { __esModule: true, ...few, default: few }

/** mocha makes its own anew for each file. */
const withEach = (name) => {
  let own
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => own,
    set: (value) => {
      own = value
      own.each = bind(value)
    },
  })
}

;["describe", "it", "test"].forEach(withEach)
Object.assign(globalThis, { expect, jest: { fn } })
