/**
 * The only changes that `npm run docs:quickstart` makes to what docs/quickstart.md shows. Each is printed when it is used.
 * @param {{ tarballs: { plugin: string, sandbox: string }, ports: { store: number, sandbox: number } }} run
 * @returns {{ reason: string, from: string | RegExp, to: string }[]}
 */
export const substitutions = ({ tarballs, ports }) => [
  {
    reason: "the packed plugin and the packed sandbox instead of packages that are not in npm's registry yet",
    from: /(?<=npm install )medusa-plugin-pos\b/,
    to: `${tarballs.plugin} ${tarballs.sandbox}`,
  },
  { reason: "a free port for the sandbox", from: /(?<=port: |127\.0\.0\.1:)4700\b/, to: String(ports.sandbox) },
  { reason: "a free port for the store", from: /(?<=localhost:)9000\b/, to: String(ports.store) },
]

/** Applies the substitutions to a block of the page and reports those that changed it. */
export function substitute(code, list, report) {
  return list.reduce((text, { reason, from, to }) => {
    const changed = text.replace(from, to)
    if (changed !== text) {
      report(`  (substituted: ${reason})`)
    }
    return changed
  }, code)
}
