/** The sum of decimals in text, exactly: "0.1" and "0.2" are "0.3". Null for none. */
export function sumDecimals(texts: string[]): string | null {
  if (texts.length === 0) {
    return null
  }
  const digits = Math.max(...texts.map((text) => text.split(".")[1]?.length ?? 0))
  const sum = texts.reduce((total, text) => total + toInteger(text, digits), 0n)
  const sign = sum < 0n ? "-" : ""
  const all = String(sum < 0n ? -sum : sum).padStart(digits + 1, "0")
  return digits === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`
}

function toInteger(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".")
  return BigInt(`${whole}${fraction.padEnd(digits, "0")}`)
}
