import ts from "typescript"

/** One way in which a route answers. `content` null: nothing but text of `mediaType`. */
export type Answer = { statuses: number[]; mediaType: string; content: ts.Type | null }

const JSON_TYPE = "application/json"
const FINAL = ["json", "send"]

/** Every answer that a handler gives by itself, also in functions to which it hands its response. */
export function answersOf(checker: ts.TypeChecker, handler: ts.SignatureDeclaration): Answer[] {
  return found(checker, handler, 1, new Set())
}

function found(
  checker: ts.TypeChecker,
  handler: ts.SignatureDeclaration,
  position: number,
  seen: Set<ts.Node>
): Answer[] {
  const parameter = handler.parameters[position]
  const response = parameter && checker.getSymbolAtLocation(parameter.name)
  if (!response || seen.has(handler)) {
    return []
  }
  seen.add(handler)
  const isResponse = (node: ts.Node) => ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === response
  const answers: Answer[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      answers.push(...ofChain(checker, node, isResponse), ...ofHandedOn(checker, node, isResponse, seen))
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(handler, visit)
  return answers
}

/** `response.status(201).json(…)`, `response.type("text/plain").send(…)`, `response.writeHead(200, {"content-type": …})`. */
function ofChain(checker: ts.TypeChecker, call: ts.CallExpression, isResponse: (node: ts.Node) => boolean): Answer[] {
  const calls = chainOf(call)
  const [root] = calls.slice(-1)
  if (!root || !ts.isPropertyAccessExpression(root.expression) || !isResponse(root.expression.expression)) {
    return []
  }
  const argumentOf = (name: string, index = 0) => calls.find((item) => nameOf(item) === name)?.arguments[index]
  const status = argumentOf("status") ?? argumentOf("writeHead")
  const statuses = status ? numbersIn(checker.getTypeAtLocation(status)) : [200]
  const type = argumentOf("type")
  const head = argumentOf("writeHead", 1)
  const mediaType = type ? textIn(type) : head && ts.isObjectLiteralExpression(head) ? contentTypeIn(head) : JSON_TYPE
  const [content] = call.arguments
  if (nameOf(call) === "writeHead" && mediaType !== JSON_TYPE) {
    return [{ statuses, mediaType, content: null }]
  }
  return FINAL.includes(nameOf(call)) && content
    ? [{ statuses, mediaType, content: mediaType === JSON_TYPE ? checker.getTypeAtLocation(content) : null }]
    : []
}

/** The calls of a chain, the last first. */
function chainOf(call: ts.CallExpression): ts.CallExpression[] {
  const inner = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
  return inner && ts.isCallExpression(inner) ? [call, ...chainOf(inner)] : [call]
}

const nameOf = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : ""

/** `answer(response, 404, {…})`; and whatever a function does that is given the response. */
function ofHandedOn(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  isResponse: (node: ts.Node) => boolean,
  seen: Set<ts.Node>
): Answer[] {
  const position = call.arguments.findIndex(isResponse)
  const [status, content] = call.arguments.slice(position + 1)
  if (position < 0) {
    return []
  }
  const statuses = status ? numbersIn(checker.getTypeAtLocation(status)) : []
  if (statuses.length > 0 && content) {
    return [{ statuses, mediaType: JSON_TYPE, content: checker.getTypeAtLocation(content) }]
  }
  const declaration = checker.getResolvedSignature(call)?.getDeclaration()
  return declaration && !declaration.getSourceFile().isDeclarationFile
    ? found(checker, declaration, position, seen)
    : []
}

function numbersIn(type: ts.Type): number[] {
  const types = type.isUnion() ? type.types : [type]
  return types.flatMap((item) => (item.isNumberLiteral() ? [item.value] : []))
}

const textIn = (node: ts.Expression) => (ts.isStringLiteralLike(node) ? node.text : JSON_TYPE)

function contentTypeIn(head: ts.ObjectLiteralExpression): string {
  const [type] = head.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && ts.isStringLiteral(property.name) && property.name.text === "content-type"
      ? [textIn(property.initializer)]
      : []
  )
  return type ?? JSON_TYPE
}
