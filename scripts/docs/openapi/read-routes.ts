import path from "node:path"
import { z } from "zod"
import ts from "typescript"
import { type Permission, PERMISSIONS } from "../../../src/contract/permissions"
import { readServedRoutes } from "../../../src/api/middlewares"
import { type Comments, commentOf, commentsOf } from "../schema-comments"
import { exportedSymbol, exportedType, ROOT, type SourceProgram } from "../source-program"
import { type Answer, answersOf } from "./answers"

const API = "src/api"

const SERVED = readServedRoutes()

/** Files that Medusa serves, below the repository's root. */
export const ROUTE_FILES = [...new Set(SERVED.map(({ file }) => path.posix.join(API, file)))]

const schemaSchema = z.instanceof(z.ZodType)
const takesSchema = z.object({ query: schemaSchema.optional(), body: schemaSchema.optional() })
const contractSchema = z.looseObject({
  takes: takesSchema.nullish(),
  /** the right, or why none; missing for webhooks and monitoring, which have their own keys */
  access: z.union([z.enum(PERMISSIONS), z.object({ why: z.string() })]).optional(),
})
const exportsSchema = z.record(z.string(), z.unknown())

/** What a request holds, with what its source says of each member. */
export type Input = { schema: z.ZodType; comments: Comments }

export type Route = {
  method: (typeof SERVED)[number]["method"]
  /** as Medusa serves it: `/admin/pos/runs/:id` */
  served: string
  /** the handler's comment */
  comment: string
  /** the right that a caller needs with roles; null: none */
  permission: Permission | null
  query: Input | null
  body: Input | null
  answers: Answer[]
}

/** Every route of the plugin, with what it takes and answers. */
export function readRoutes(program: SourceProgram): Route[] {
  return SERVED.map(({ method, path: served, file: name, handler }): Route => {
    const file = path.posix.join(API, name)
    const { takes, access } = contractSchema.parse({ ...handler })
    const symbol = exportedSymbol(program, file, method)
    const inputOf = (schema: z.ZodType | undefined) =>
      schema ? { schema, comments: commentsFor(program, file, schema) } : null
    return {
      method,
      served,
      comment: commentOf(program.checker, symbol),
      permission: typeof access === "string" ? access : null,
      query: inputOf(takes?.query),
      body: inputOf(takes?.body),
      answers: handlersIn(symbol).flatMap((item) => answersOf(program.checker, item)),
    }
  })
}

function load(file: string): Record<string, unknown> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as Medusa finds them
  return exportsSchema.parse(require(path.join(ROOT, file)))
}

/** A handler as it is written: a function, or the one that a definition is given. */
function handlersIn(symbol: ts.Symbol): ts.SignatureDeclaration[] {
  return (symbol.declarations ?? []).flatMap((declaration): ts.SignatureDeclaration[] => {
    if (ts.isFunctionDeclaration(declaration)) {
      return [declaration]
    }
    const call = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    return call && ts.isCallExpression(call) ? call.arguments.filter((node) => ts.isArrowFunction(node)) : []
  })
}

/** The comments of a schema stand where it is exported: in the route's file, or in the validators of its resource. */
function commentsFor(program: SourceProgram, file: string, schema: z.ZodType): Comments {
  const exporter = [file, ...validatorsAbove(file)].find((candidate) => nameOf(candidate, schema) !== undefined)
  const name = exporter === undefined ? undefined : nameOf(exporter, schema)
  return exporter && name ? commentsOf(program.checker, exportedType(program, exporter, name)) : new Map()
}

/** Returns the name under which a file exports a schema. */
const nameOf = (file: string, schema: z.ZodType) => Object.entries(load(file)).find(([, item]) => item === schema)?.[0]

/** Files with schemas that several routes share, the nearest first. */
function validatorsAbove(file: string): string[] {
  const folders: string[] = []
  for (let folder = path.posix.dirname(file); folder.startsWith(API); folder = path.posix.dirname(folder)) {
    folders.push(folder)
  }
  return folders.map((folder) => `${folder}/validators.ts`).filter((name) => ts.sys.fileExists(path.join(ROOT, name)))
}
