import path from "node:path"
import ts from "typescript"

export const ROOT = path.join(__dirname, "..", "..")

/** The sources as the compiler reads them, for what stands in types and comments only. */
export type SourceProgram = { checker: ts.TypeChecker; file: (name: string) => ts.SourceFile }

/** Something that the docs are made of is not where it was. */
class MissingSourceError extends Error {
  constructor(what: string) {
    super(`${what} is not there; scripts/docs names it`)
    this.name = "MissingSourceError"
  }
}

/** @param names paths below the repository's root */
export function readSources(names: string[]): SourceProgram {
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }: ts.Diagnostic) => {
    throw new MissingSourceError(ts.flattenDiagnosticMessageText(messageText, " "))
  }
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(ROOT, "tsconfig.json"), {}, host)
  const roots = names.map((name) => path.join(ROOT, name))
  const program = ts.createProgram(roots, { ...config?.options, noEmit: true, declaration: false })
  return {
    checker: program.getTypeChecker(),
    file: (name) => {
      const file = program.getSourceFile(path.join(ROOT, name))
      if (!file) {
        throw new MissingSourceError(name)
      }
      return file
    },
  }
}

/** What a file exports under a name. */
export function exportedSymbol({ checker, file }: SourceProgram, from: string, name: string): ts.Symbol {
  const module = checker.getSymbolAtLocation(file(from))
  const symbol = module && checker.getExportsOfModule(module).find((item) => item.name === name)
  if (!symbol) {
    throw new MissingSourceError(`${name} of ${from}`)
  }
  return symbol
}

/** Its type. */
export const exportedType = (program: SourceProgram, from: string, name: string): ts.Type =>
  program.checker.getTypeOfSymbol(exportedSymbol(program, from, name))
