const { projects } = require("./jest.config.js")

/** Only what is fast: a mutant is looked for by each test that runs its line. */
module.exports = projects.find(({ displayName }) => displayName === "unit")
