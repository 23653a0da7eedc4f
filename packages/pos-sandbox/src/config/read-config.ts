import { readFileSync } from "node:fs"
import { type Document, isNode, LineCounter, parseDocument } from "yaml"
import type { z } from "zod"
import { v1 as uuidVersion1, v5 as uuidVersion5 } from "uuid"
import type { SandboxContext } from "../context/sandbox-context"
import { changeStock } from "../inventory/move-stock"
import { acceptProduct, storeProduct } from "../products/product-library"
import type { OrganizationState } from "../state/organization"
import { configSchema, type Goods, namesAt, type SettledConfig } from "./config-schema"

/** One thing that is wrong: where, and what belongs there. `line` counts from 1, where there is a file. */
type ConfigProblem = { path: readonly (string | number)[]; message: string; line?: number | undefined }

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

/** Reads a configuration in YAML or JSON. @throws ConfigError with the line and name of each thing that is wrong */
export function readConfig(file: string): SettledConfig {
  return parseConfig(toText(file), file)
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
  return settleConfig(value ?? {}, source, (path) => toLine(document, lines, path))
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
    parsed.error.issues.flatMap((issue) => getProblems(issue)).map((item) => ({ ...item, line: lineAt(item.path) }))
  )
}

function toText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    throw new ConfigError(file, [{ path: [], message: "cannot be read; pos-sandbox init writes one to begin with" }])
  }
}

/** A problem for each unknown name, with the names that are known there. */
function getProblems(issue: z.core.$ZodIssue, around: ConfigProblem["path"] = []): ConfigProblem[] {
  const path = [...around, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))]
  const meant = issue.code === "invalid_union" ? meantBranch(issue.errors) : undefined
  if (meant) {
    return meant.flatMap((inner) => getProblems(inner, path))
  }
  if (issue.code !== "unrecognized_keys") {
    return [{ path, message: issue.message }]
  }
  const knownNames = namesAt(path)
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: `is not known${knownNames.length > 0 ? `; ${knownNames.join(", ")} are` : ""}`,
  }))
}

/** Of several forms the one that went furthest before it failed, and that is of the value's own kind. */
function meantBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const reach = (issues: z.core.$ZodIssue[]) =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === "invalid_type" ? 0 : 0.5)))
  return [...branches].sort((left, right) => reach(right) - reach(left))[0]
}

/** The line of the value at a path, or of the nearest thing around it. */
function toLine(document: Document, lines: LineCounter, path: readonly (string | number)[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) {
      return lines.linePos(node.range[0]).line
    }
  }
  return undefined
}

type Variant = Pick<Goods, "price" | "sku" | "barcode" | "stock"> & { name?: string | undefined }

/** Puts one of a configuration's goods into the library, and its stock on the shelf. @throws HttpError */
export function layOut(context: SandboxContext, organization: OrganizationState, goods: Goods) {
  const { name, description, category, unitName, vatPercentage, price, sku, barcode, stock } = goods
  const variants = (goods.variants ?? [{ price, sku, barcode, stock }]).map((variant: Variant) => ({
    uuid: uuidVersion1(),
    ...variant,
  }))
  const product = storeProduct(
    context,
    organization,
    acceptProduct(context, organization, {
      uuid: uuidVersion1(),
      name,
      ...withoutUndefined({
        description,
        unitName,
        category: category ? { uuid: uuidVersion5(category, organization.uuid), name: category } : undefined,
        vatPercentage: vatPercentage?.toString(),
      }),
      variants: variants.map(({ stock: _stock, price: amount, ...variant }) =>
        withoutUndefined({
          ...variant,
          price: amount === undefined ? undefined : { amount, currencyId: organization.profile.currency },
        })
      ),
    })
  )
  for (const variant of variants.filter((item) => item.stock !== undefined)) {
    const at = { productUuid: product.uuid, variantUuid: variant.uuid }
    changeStock(context, organization, { ...at, change: String(variant.stock) })
  }
  return product
}

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
