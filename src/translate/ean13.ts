/** EAN-13 numbers from 20 to 29 are for use inside a shop; no manufacturer has them. */
const IN_STORE_PREFIX = "2"
const NUMBER_DIGITS = 11

/** How many different in-store numbers there are. */
export const IN_STORE_NUMBERS = 10 ** NUMBER_DIGITS

/** The in-store EAN-13 of a number from 0 up to {@link IN_STORE_NUMBERS}, with its check digit. */
export function inStoreEan13(number: number): string {
  const digits = IN_STORE_PREFIX + String(number % IN_STORE_NUMBERS).padStart(NUMBER_DIGITS, "0")
  return digits + checkDigit(digits)
}

/** True for 13 digits of which the last is the check digit of the others. */
export function isEan13(text: string): boolean {
  return /^\d{13}$/.test(text) && checkDigit(text.slice(0, 12)) === text.slice(12)
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
