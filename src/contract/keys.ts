/** Returns the keys of a declaration, in their order, with their type. */
export function getKeys<Declaration extends object>(declaration: Declaration): (keyof Declaration & string)[] {
  const isKey = (name: string): name is keyof Declaration & string => Object.hasOwn(declaration, name)
  return Object.keys(declaration).filter(isKey)
}
