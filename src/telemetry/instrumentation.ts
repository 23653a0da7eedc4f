/** Instrumentation name of the plugin's spans and metrics. */
export const INSTRUMENTATION = "medusa-plugin-pos"
