import type { ArrayLiteralExpression, Expression, ObjectLiteralExpression, SourceFile } from "typescript"
import { type ConfigShape, PLUGIN, readConfig } from "./read-config"
import {
  applyEdits,
  changeItems,
  type Compiler,
  getStyle,
  indentAt,
  type ItemWriter,
  type TextEdit,
} from "./text-edits"

/** An option to set, with its value as code. */
export type OptionCode = { name: string; code: string }

type Changes = { add: OptionCode[]; remove: string[] }

/** A configuration that was read: the options that it sets, and the way to change them. */
export type OpenedConfig = {
  /** names of the plugin's options that are set; null: the plugin is not in the configuration */
  names: ReadonlySet<string> | null
  /** Returns the value of an option that is written as a text; null for all others. */
  literal(name: string): string | null
  /** Returns whether an option's value comes from a variable of the environment. */
  isVariable(name: string, variable: string): boolean
  /**
   * Sets options, and removes others; options that are set already stay.
   * @returns the new text; null when it would not read as it should
   */
  edit(changes: Changes): string | null
}

/** The configuration's form is not known, so it is changed by hand. */
export type UnknownConfig = { reason: string }

/**
 * Opens a configuration of Medusa for an addition of the plugin.
 * @param compiler the store's TypeScript, whose parser reads the file; nothing of it is run
 */
export function openConfig(
  compiler: Compiler,
  { fileName, text }: { fileName: string; text: string }
): OpenedConfig | UnknownConfig {
  const source = parse(compiler, fileName, text)
  if (source === null) {
    return { reason: "its syntax is not valid" }
  }
  const shape = readConfig(compiler, source)
  if (shape.kind === "unknown") {
    return { reason: shape.reason }
  }
  return {
    names: shape.kind === "entry" ? shape.found.names : shape.kind === "name" ? new Set() : null,
    literal(name) {
      const value = findValue(compiler, shape, name)
      return value && compiler.isStringLiteralLike(value) ? value.text : null
    },
    isVariable: (name, variable) => findValue(compiler, shape, name)?.getText(source).includes(variable) ?? false,
    edit({ add, remove }) {
      const edits = getEdits(compiler, source, shape, { add, remove })
      const edited = applyEdits(text, edits)
      const result = parse(compiler, fileName, edited)
      const after = result && readConfig(compiler, result)
      const isRight =
        after?.kind === "entry" &&
        add.every(({ name }) => after.found.names.has(name)) &&
        !remove.some((name) => after.found.names.has(name) && !add.some((option) => option.name === name))
      return isRight ? edited : null
    },
  }
}

/** Returns the value of an option that is written with the plugin's own options. */
function findValue(compiler: Compiler, shape: ConfigShape, name: string): Expression | null {
  const options = shape.kind === "entry" ? shape.found.options : null
  const property = options?.properties.find((each) => each.name?.getText() === name)
  return property && compiler.isPropertyAssignment(property) ? property.initializer : null
}

function parse(compiler: Compiler, fileName: string, text: string): SourceFile | null {
  const { diagnostics = [] } = compiler.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { allowJs: true, target: compiler.ScriptTarget.Latest, module: compiler.ModuleKind.ESNext },
  })
  const isWrong = diagnostics.some(({ category }) => category === compiler.DiagnosticCategory.Error)
  return isWrong ? null : compiler.createSourceFile(fileName, text, compiler.ScriptTarget.Latest, true)
}

function getEdits(
  compiler: Compiler,
  source: SourceFile,
  shape: Exclude<ConfigShape, { kind: "unknown" }>,
  { add, remove }: Changes
): TextEdit[] {
  const { newLine, indent: unit, quote } = getStyle(source.text)
  const quoted = (code: string) => code.replaceAll('"', quote)
  const block = (open: string, lines: ItemWriter[], close: string) => (indent: string) =>
    [open, ...lines.map((line) => `${indent}${unit}${line(indent + unit)},`), `${indent}${close}`].join(newLine)
  const toProperty = ({ name, code }: OptionCode): ItemWriter => {
    const property = `${name}: ${quoted(code)}`
    return () => property
  }
  const options = block("options: {", add.map(toProperty), "}")
  const entry = block("{", [() => quoted(`resolve: "${PLUGIN}"`), options], "}")
  const change = (node: ObjectLiteralExpression | ArrayLiteralExpression, changes: Parameters<typeof changeItems>[3]) =>
    changeItems(
      compiler,
      source,
      { node, items: compiler.isArrayLiteralExpression(node) ? node.elements : node.properties },
      changes
    )
  switch (shape.kind) {
    case "entry": {
      const { entry: found, options: written, names } = shape.found
      if (written === null) {
        return change(found, { add: add.length === 0 ? [] : [options] })
      }
      const missing = add.filter(({ name }) => !names.has(name) || remove.includes(name))
      return change(written, {
        add: missing.map(toProperty),
        remove: written.properties.filter(({ name }) => name !== undefined && remove.includes(name.getText(source))),
      })
    }
    case "name": {
      const start = shape.element.getStart(source)
      return [{ start, end: shape.element.getEnd(), text: entry(indentAt(source.text, start)) }]
    }
    case "plugins":
      return change(shape.plugins, { add: [entry] })
    case "no-plugins":
      return change(shape.config, { add: [block("plugins: [", [entry], "]")] })
  }
}
