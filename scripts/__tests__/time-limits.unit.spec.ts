import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"

const root = path.join(__dirname, "../..")
const LEAST_LIMIT_MS = 600_000
const SPECS = ["src", "scripts", "benchmarks", "integration-tests", "packages/pos-sandbox/tests"]

const specs = SPECS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    path.posix.join(folder, file.split(path.sep).join("/"))
  )
).filter((file) => file.endsWith(".spec.ts"))

const isClock = (node: ts.Node) =>
  ts.isCallExpression(node) && /^(performance|Date)\.now$/.test(node.expression.getText())

const some = (node: ts.Node, matches: (node: ts.Node) => boolean): boolean =>
  matches(node) || (ts.forEachChild(node, (child) => some(child, matches) || undefined) ?? false)

const isDifference = (node: ts.Node) =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.MinusToken && some(node, isClock)

/** Upper bounds that a test puts on time it has measured, each as it is written. */
function upperBounds(source: string): string[] {
  const file = ts.createSourceFile("spec.ts", source, ts.ScriptTarget.Latest, true)
  const measured = new Set<string>()
  const isMeasured = (node: ts.Node): boolean =>
    some(node, (part) => isDifference(part) || (ts.isIdentifier(part) && measured.has(part.text)))
  const bounds: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && some(node.initializer, isDifference)) {
      some(node.name, (part) => ts.isIdentifier(part) && measured.add(part.text) && false)
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      if (name.text === "push" && ts.isIdentifier(expression) && node.arguments.some(isMeasured)) {
        measured.add(expression.text)
      }
      if (name.text.startsWith("toBeLessThan") && isMeasured(expression)) {
        bounds.push(node.getText())
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return bounds
}

/** Limits shorter than the common one that a file sets for its tests or hooks. */
const shortLimits = (source: string) =>
  [...source.matchAll(/jest\.setTimeout\(([\d_]+)\)|^\s*\}, ([\d_]+)\)$/gm)]
    .filter(([, whole, single]) => Number((whole ?? single ?? "").replaceAll("_", "")) < LEAST_LIMIT_MS)
    .map(([text]) => text.trim())

describe("[D41] Tests on a busy machine", () => {
  it("[D41] have a limit of ten minutes, which Jest reads at the top level only", () => {
    const config: { testTimeout?: number; projects: object[] } = jest.requireActual("../../jest.config.js")
    expect(config.testTimeout).toBeGreaterThanOrEqual(LEAST_LIMIT_MS)
    expect(config.projects.filter((project) => "testTimeout" in project)).toEqual([])
  })

  it("[D41] find an upper bound on measured time, also through a name or a list", () => {
    const bounds = upperBounds(`
      const took = performance.now() - begin
      expect(took).toBeLessThan(200)
      times.push(Date.now() - begin)
      expect(Math.max(...times)).toBeLessThanOrEqual(50)
      expect(Math.abs(at - Date.now())).toBeLessThan(1_000)
      expect(took).toBeGreaterThan(9)
      expect(rows).toBeLessThan(10)
    `)
    expect(bounds).toHaveLength(3)
  })

  it.each(specs)("[D41] %s puts no upper bound on measured time and sets no shorter limit", (file) => {
    const source = readFileSync(path.join(root, file), "utf8")
    expect([...upperBounds(source), ...shortLimits(source)]).toEqual([])
  })
})
