export { startSandbox, type Sandbox, type SandboxOptions } from "./server"
export { DIALECT_POINTS, type Dialect, type DialectChoice, type DialectPoint } from "./state/dialect"
