import { readFileSync } from "node:fs"
import { isNode, LineCounter, parseDocument, type Document } from "yaml"
import type { z } from "zod"
import { ConfigError, type ConfigProblem } from "./config-error"
import { configSchema, type SettledConfig } from "./config-schema"
import { namesAt } from "./json-schema"

/** Reads a configuration in YAML or JSON. @throws ConfigError with the line and name of each thing that is wrong */
export function readConfig(file: string): SettledConfig {
  return parseConfig(textOf(file), file)
}

/** @param source names the text in errors */
export function parseConfig(text: string, source: string): SettledConfig {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => ({
      path: [],
      message,
      line: lines.linePos(pos[0]).line,
    }))
    throw new ConfigError(source, problems)
  }
  const value: unknown = document.toJS()
  return settleConfig(value ?? {}, source, (path) => lineOf(document, lines, path))
}

/** Checks a configuration that was written down in a program or read from a file. @throws ConfigError */
export function settleConfig(
  value: unknown,
  source: string,
  lineAt: (path: readonly (string | number)[]) => number | undefined = () => undefined
): SettledConfig {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) {
    return parsed.data
  }
  throw new ConfigError(
    source,
    parsed.error.issues.flatMap((issue) => problemsOf(issue)).map((one) => ({ ...one, line: lineAt(one.path) }))
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    throw new ConfigError(file, [{ path: [], message: "cannot be read; pos-sandbox init writes one to begin with" }])
  }
}

/** One thing for each name that nobody knows, told with those that are known there. */
function problemsOf(issue: z.core.$ZodIssue, around: ConfigProblem["path"] = []): ConfigProblem[] {
  const path = [...around, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))]
  const meant = issue.code === "invalid_union" ? meantBranch(issue.errors) : undefined
  if (meant) {
    return meant.flatMap((inner) => problemsOf(inner, path))
  }
  if (issue.code !== "unrecognized_keys") {
    return [{ path, message: issue.message }]
  }
  const known = namesAt(path)
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: `is not known${known.length > 0 ? `; ${known.join(", ")} are` : ""}`,
  }))
}

/** Of several forms the one that went furthest before it failed, and that is of the value's own kind. */
function meantBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const reach = (issues: z.core.$ZodIssue[]) =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === "invalid_type" ? 0 : 0.5)))
  return [...branches].sort((one, other) => reach(other) - reach(one))[0]
}

/** The line of what stands at a path, or of the nearest thing around it. */
function lineOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) {
      return lines.linePos(node.range[0]).line
    }
  }
  return undefined
}
