/** A variable of an environment file. */
export type EnvVariable = { name: string; value: string }

const toLinePattern = (name: string) => new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*(.*)$`, "m")

/** Returns the value of a variable in the text of an environment file; null when it has none. */
export function readEnvVariable(text: string, name: string): string | null {
  const [, written = ""] = toLinePattern(name).exec(text) ?? []
  const [, quoted, plain = ""] = /^(?:"([^"]*)"|'[^']*'|([^#]*))/.exec(written) ?? []
  const value = written.startsWith("'") ? (written.split("'")[1] ?? "") : (quoted ?? plain)
  return value.trim() || null
}

/** Sets variables in the text of an environment file. One that has a value already stays. */
export function setEnvVariables(text: string, variables: EnvVariable[]): string {
  const newLine = text.includes("\r\n") ? "\r\n" : "\n"
  return variables.reduce((edited, { name, value }) => {
    if (readEnvVariable(edited, name) !== null) {
      return edited
    }
    const line = `${name}=${value}`
    if (toLinePattern(name).test(edited)) {
      return edited.replace(toLinePattern(name), () => line)
    }
    const separator = edited === "" || edited.endsWith("\n") ? "" : newLine
    return `${edited}${separator}${line}${newLine}`
  }, text)
}
