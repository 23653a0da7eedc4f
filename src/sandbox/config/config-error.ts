/** One thing that is wrong: where, and what belongs there. `line` counts from 1, where there is a file. */
export type ConfigProblem = { path: readonly (string | number)[]; message: string; line?: number | undefined }

/** What the sandbox was to begin with cannot be read, or is refused. */
export class ConfigError extends Error {
  constructor(
    readonly source: string,
    readonly problems: readonly ConfigProblem[]
  ) {
    super(problems.map((problem) => describe(source, problem)).join("\n"))
    this.name = "ConfigError"
  }
}

function describe(source: string, { path, message, line }: ConfigProblem): string {
  const place = path.length === 0 ? "" : ` ${pathText(path)}:`
  return `${source}${line === undefined ? "" : `:${line}`}:${place} ${message}`
}

/** `organizations[0].goods[2].price` */
function pathText(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("")
}
