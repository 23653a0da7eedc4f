/** Where the source of the sandbox is. */
export const SANDBOX = "packages/pos-sandbox/src"
