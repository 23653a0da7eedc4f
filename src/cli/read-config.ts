import type {
  ArrayLiteralExpression,
  Expression,
  Node,
  ObjectLiteralElementLike,
  ObjectLiteralExpression,
  SourceFile,
  Statement,
} from "typescript"
import type { Compiler } from "./text-edits"

/** The plugin's name, as `resolve` of its entry in `plugins`. */
export const PLUGIN = "medusa-plugin-pos"

/** The plugin's entry, with its options where they are written as an object. */
export type PluginEntry = {
  entry: ObjectLiteralExpression
  options: ObjectLiteralExpression | null
  /** names of the options that are set, also by a spread within the file */
  names: Set<string>
}

/** What a configuration is for an addition. `unknown`: it is built in a way that only a person understands. */
export type ConfigShape =
  | { kind: "entry"; found: PluginEntry }
  /** the plugin is named without options */
  | { kind: "name"; element: Expression }
  | { kind: "plugins"; plugins: ArrayLiteralExpression }
  | { kind: "no-plugins"; config: ObjectLiteralExpression }
  | { kind: "unknown"; reason: string }

const unknown = (reason: string): ConfigShape => ({ kind: "unknown", reason })

/** Reads where the plugin is, or belongs, in a configuration of Medusa. Nothing is run. */
export function readConfig(compiler: Compiler, source: SourceFile): ConfigShape {
  const reader = new ConfigReader(compiler, source)
  const entries = reader.findEntries()
  const [entry] = entries
  if (entries.length > 1) {
    return unknown("it names the plugin more than once")
  }
  if (entry !== undefined) {
    return reader.readEntry(entry)
  }
  const config = reader.findConfig()
  if (config === null) {
    return unknown("what it exports is not an object that is written in this file")
  }
  return reader.findPlugins(config)
}

/** Reads expressions of one file; constants of the file are followed. */
class ConfigReader {
  constructor(
    private readonly compiler: Compiler,
    private readonly source: SourceFile
  ) {}

  /** Returns the objects `{ resolve: "medusa-plugin-pos" }`, wherever they are. */
  findEntries(): ObjectLiteralExpression[] {
    const literals: ObjectLiteralExpression[] = []
    const visit = (node: Node): void => {
      if (this.compiler.isObjectLiteralExpression(node) && node.properties.some((each) => this.isPluginName(each))) {
        literals.push(node)
      }
      this.compiler.forEachChild(node, visit)
    }
    visit(this.source)
    return literals
  }

  readEntry(entry: ObjectLiteralExpression): ConfigShape {
    const property = entry.properties.find((each) => this.nameOf(each) === "options")
    if (property === undefined) {
      return { kind: "entry", found: { entry, options: null, names: new Set() } }
    }
    const value = this.valueOf(property)
    const options = value && this.objectOf(value)
    const names = options && this.namesIn(options)
    return options && names
      ? { kind: "entry", found: { entry, options, names } }
      : unknown("the plugin's options are not written as an object in this file")
  }

  /** Returns the object that the file exports, also inside `defineConfig(…)`. */
  findConfig(): ObjectLiteralExpression | null {
    const exported = this.source.statements.flatMap((statement) => this.exportedBy(statement) ?? [])
    const [only, ...others] = exported
    return only !== undefined && others.length === 0 ? this.objectOf(only) : null
  }

  /** Returns the list of plugins, or that there is none. */
  findPlugins(config: ObjectLiteralExpression): ConfigShape {
    let plugins: Expression | null = null
    for (const property of config.properties) {
      if (this.nameOf(property) === "plugins") {
        plugins = this.valueOf(property)
        if (plugins === null) {
          return unknown("its plugins are not a list that is written in this file")
        }
      } else if (this.compiler.isSpreadAssignment(property)) {
        const names = this.namesOf(property.expression)
        if (names === null || names.has("plugins")) {
          return unknown("it takes settings from elsewhere, which may contain plugins")
        }
      } else if (this.nameOf(property) === null) {
        return unknown("it computes the names of its settings")
      }
    }
    if (plugins === null) {
      return { kind: "no-plugins", config }
    }
    const list = this.follow(plugins)
    if (list === null || !this.compiler.isArrayLiteralExpression(list)) {
      return unknown("its plugins are not a list that is written in this file")
    }
    const element = list.elements.find((each) => this.compiler.isStringLiteralLike(each) && each.text === PLUGIN)
    return element === undefined ? { kind: "plugins", plugins: list } : { kind: "name", element }
  }

  private isPluginName(property: ObjectLiteralElementLike): boolean {
    const value = this.nameOf(property) === "resolve" ? this.valueOf(property) : null
    const plain = value && this.compiler.isCallExpression(value) ? (value.arguments[0] ?? value) : value
    return plain !== null && this.compiler.isStringLiteralLike(plain) && plain.text === PLUGIN
  }

  private exportedBy(statement: Statement): Expression | null {
    const { compiler } = this
    if (compiler.isExportAssignment(statement)) {
      return statement.expression
    }
    const assigned = compiler.isExpressionStatement(statement) ? statement.expression : null
    const isExport =
      assigned !== null &&
      compiler.isBinaryExpression(assigned) &&
      assigned.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      ["module.exports", "exports.default"].includes(assigned.left.getText(this.source))
    return isExport ? assigned.right : null
  }

  /** Removes parentheses and types, and follows a constant of this file. */
  private follow(expression: Expression, depth = 0): Expression | null {
    const { compiler } = this
    if (depth > DEEPEST) {
      return null
    }
    if (
      compiler.isParenthesizedExpression(expression) ||
      compiler.isAsExpression(expression) ||
      compiler.isSatisfiesExpression(expression)
    ) {
      return this.follow(expression.expression, depth + 1)
    }
    if (!compiler.isIdentifier(expression)) {
      return expression
    }
    const declarations = this.source.statements.flatMap((statement) =>
      compiler.isVariableStatement(statement) && statement.declarationList.flags & compiler.NodeFlags.Const
        ? [...statement.declarationList.declarations]
        : []
    )
    const declared = declarations.find(({ name }) => name.getText(this.source) === expression.text)
    return declared?.initializer === undefined ? null : this.follow(declared.initializer, depth + 1)
  }

  /** Returns the object literal behind an expression, also inside `defineConfig(…)`. */
  private objectOf(expression: Expression): ObjectLiteralExpression | null {
    const { compiler } = this
    const value = this.follow(expression)
    if (value === null || compiler.isObjectLiteralExpression(value)) {
      return value
    }
    const isDefined =
      compiler.isCallExpression(value) && value.expression.getText(this.source).split(".").at(-1) === "defineConfig"
    const [argument, ...others] = isDefined ? value.arguments : []
    return argument !== undefined && others.length === 0 ? this.objectOf(argument) : null
  }

  /** Returns the names that an object may have, also by spreads; null when they are not known. */
  private namesIn(object: ObjectLiteralExpression): Set<string> | null {
    const names = new Set<string>()
    for (const property of object.properties) {
      const name = this.nameOf(property)
      const propertyNames = this.compiler.isSpreadAssignment(property)
        ? this.namesOf(property.expression)
        : name && [name]
      if (!propertyNames) {
        return null
      }
      propertyNames.forEach((each) => names.add(each))
    }
    return names
  }

  /** As `namesIn`, of `condition ? {…} : {…}` and `condition && {…}`, too. */
  private namesOf(expression: Expression): Set<string> | null {
    const { compiler } = this
    const value = this.follow(expression)
    if (value === null) {
      return null
    }
    if (compiler.isConditionalExpression(value)) {
      const whenTrue = this.namesOf(value.whenTrue)
      const whenFalse = this.namesOf(value.whenFalse)
      return whenTrue && whenFalse && new Set([...whenTrue, ...whenFalse])
    }
    if (
      compiler.isBinaryExpression(value) &&
      value.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken
    ) {
      return this.namesOf(value.right)
    }
    return compiler.isObjectLiteralExpression(value) ? this.namesIn(value) : null
  }

  private nameOf(property: ObjectLiteralElementLike): string | null {
    const { name } = property
    return name !== undefined && (this.compiler.isIdentifier(name) || this.compiler.isStringLiteralLike(name))
      ? name.text
      : null
  }

  private valueOf(property: ObjectLiteralElementLike): Expression | null {
    if (this.compiler.isPropertyAssignment(property)) {
      return property.initializer
    }
    return this.compiler.isShorthandPropertyAssignment(property) ? property.name : null
  }
}

/** Constants that name each other are followed this far. */
const DEEPEST = 20
