/** Under which name spans and metrics of this plugin are found. */
export const INSTRUMENTATION = "medusa-plugin-pos"
