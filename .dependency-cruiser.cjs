/** What each folder of src may import, as docs/architecture.md ("Layout") lists them. */
const folder = (name) => `^src/${name}/`
const mayOnlyImport = (name, allowed) => ({
  name: `imports-of-${name}`,
  comment: `${name} may import ${allowed.length > 0 ? allowed.join(", ") : "no other folder"}`,
  severity: "error",
  from: { path: folder(name), pathNot: "__tests__" },
  to: { path: "^src/", pathNot: [name, ...allowed].map((path) => `^src/${path}(/|\\.ts$)`) },
})

/** Knows no Medusa, no database and no feature. */
const LIBRARIES = ["contract", "images", "money", "pos-api", "telemetry"]

module.exports = {
  forbidden: [
    mayOnlyImport("contract", []),
    {
      name: "contract-is-browser-safe",
      comment: "module, routes and admin share it, and the admin is bundled for a browser: nothing but zod",
      severity: "error",
      from: { path: folder("contract"), pathNot: "__tests__" },
      to: { path: "node_modules", pathNot: "node_modules/zod/" },
    },
    mayOnlyImport("money", []),
    mayOnlyImport("pos-api", []),
    mayOnlyImport("images", ["pos-api/contract"]),
    mayOnlyImport("telemetry", ["contract"]),
    mayOnlyImport("modules", ["contract", "pos-api", "telemetry"]),
    mayOnlyImport("medusa", ["modules/pos", "contract", "money", "pos-api/contract", "features"]),
    {
      name: "medusa-imports-only-mapping",
      comment: "src/medusa writes what a feature has mapped: of features it may import pure mapping and rules",
      severity: "error",
      from: { path: folder("medusa"), pathNot: "__tests__" },
      to: { path: folder("features"), pathNot: "(mapping|rules|figures)\\.ts$" },
    },
    {
      name: "rules-are-pure",
      comment: "rules and mapping decide: no Medusa, no database, no call of the POS API",
      severity: "error",
      from: { path: "^src/features/.*(^|/|-)(mapping|rules)\\.ts$" },
      to: {
        path: "@medusajs/(?!framework/dist/deps/zod)|^src/(medusa|runtime|modules/pos/(database|service|queries))|^src/pos-api/client|axios|knex",
      },
    },
    mayOnlyImport("documents", ["modules", "money"]),
    mayOnlyImport("runtime", ["modules", "medusa", ...LIBRARIES]),
    mayOnlyImport("features", ["runtime", "modules", "medusa", "documents", ...LIBRARIES]),
    {
      name: "features-meet-at-their-index",
      comment: "another feature is imported through its index.ts only; with no-circles, features have one direction",
      severity: "error",
      from: { path: "^src/features/([^/]+)/", pathNot: "__tests__" },
      to: { path: "^src/features/", pathNot: ["^src/features/$1/", "^src/features/[^/]+/index\\.ts$"] },
    },
    {
      name: "entry-points-use-an-index",
      comment: "routes, jobs, subscribers and public workflows import a feature through its index.ts only",
      severity: "error",
      from: { path: "^src/(?!features/|medusa/)", pathNot: "__tests__" },
      to: { path: "^src/features/", pathNot: "^src/features/[^/]+/index\\.ts$" },
    },
    mayOnlyImport("workflows", ["features", "runtime"]),
    mayOnlyImport("api", ["workflows", "features", "runtime", "modules", "contract", "pos-api", "telemetry"]),
    mayOnlyImport("policies", ["api/utils/roles"]),
    mayOnlyImport("links", ["modules"]),
    mayOnlyImport("providers", ["contract", "modules/pos/errors"]),
    mayOnlyImport("jobs", ["workflows", "features", "runtime", "modules"]),
    mayOnlyImport("subscribers", ["workflows", "features", "runtime", "modules"]),
    mayOnlyImport("admin", ["contract"]),
    mayOnlyImport("cli", ["contract"]),
    {
      name: "admin-imports-what-a-store-resolves",
      comment:
        "the admin is bundled in the store: only what every supported dashboard brings along is there. Of the dashboard itself only its main file, which each version has",
      severity: "error",
      from: { path: "^src/admin/", pathNot: "__tests__" },
      to: {
        path: "node_modules",
        pathNot:
          "node_modules/(@medusajs/(admin-sdk|dashboard/dist/(app|index)|icons|js-sdk|ui)|@tanstack/react-query|react|react-dom|react-i18next|react-router-dom|zod|vite/client|@types)(/|\\.)",
      },
    },
    {
      name: "imports-of-pos-sandbox",
      comment: "the sandbox may import of the plugin what pos-api/contract, signature and clock and images export",
      severity: "error",
      from: { path: "^packages/pos-sandbox/src/", pathNot: "__tests__" },
      to: { path: "^src/", pathNot: "^src/(pos-api/(contract(/|\\.ts$)|signature|clock)|images/)" },
    },
    {
      name: "plugin-imports-no-sandbox",
      comment: "only tests import the sandbox",
      severity: "error",
      from: { path: "^src/", pathNot: "__tests__" },
      to: { path: "^packages/" },
    },
    {
      name: "libraries-import-no-medusa",
      comment: "what calls the POS or simulates it works without Medusa; zod is imported by its own name",
      severity: "error",
      from: { path: "^(src/(pos-api|money|images)|packages)/", pathNot: "__tests__" },
      to: { path: "(^|node_modules/)@medusajs/" },
    },
    {
      name: "sql-is-run-by-the-module",
      comment:
        "pos.query, pos.bulk, pos.transaction and pos.stream run statements; nobody opens a connection beside them",
      severity: "error",
      from: { pathNot: "^src/modules/pos/|__tests__" },
      to: { path: "^src/modules/pos/database/sql-on\\.ts$" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-dependency-of-development",
      severity: "error",
      // Not packages/pos-sandbox: it is published as a bundle, whose build checks what is left to install.
      from: { path: "^src/", pathNot: "__tests__|^src/admin/" },
      // The command reads a store's configuration with the store's own TypeScript.
      to: { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/(@medusajs|@types|typescript)/" },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: { path: "^(src|packages)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
}
