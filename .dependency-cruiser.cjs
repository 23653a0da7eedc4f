/** What each folder of src may import, as docs/architecture.md ("Rooms") lists them; nothing but tests knows the sandbox. */
const room = (name) => `^src/${name}/`
const mayOnlyKnow = (name, known) => ({
  name: `${name}-knows-its-place`,
  comment: `${name} may import ${known.length > 0 ? known.join(", ") : "no other room"}`,
  severity: "error",
  from: { path: room(name), pathNot: "__tests__" },
  to: { path: "^src/", pathNot: [name, ...known].map((one) => `^src/${one}(/|\\.ts$)`) },
})

module.exports = {
  forbidden: [
    mayOnlyKnow("vocabulary", []),
    {
      name: "vocabulary-is-for-everybody",
      comment: "module, routes and admin share it, and the admin is bundled for a browser: nothing but zod",
      severity: "error",
      from: { path: "^src/vocabulary/", pathNot: "__tests__" },
      to: { path: "node_modules", pathNot: "node_modules/zod/" },
    },
    mayOnlyKnow("pos-api", []),
    mayOnlyKnow("pictures", ["pos-api/contract"]),
    mayOnlyKnow("translate", ["pos-api/contract"]),
    mayOnlyKnow("telemetry", ["vocabulary"]),
    mayOnlyKnow("modules", ["pos-api", "telemetry", "vocabulary"]),
    mayOnlyKnow("medusa-tables", ["modules/pos", "translate", "pos-api/contract", "vocabulary"]),
    mayOnlyKnow("workflows", [
      "medusa-tables",
      "modules",
      "translate",
      "pictures",
      "pos-api",
      "telemetry",
      "vocabulary",
    ]),
    mayOnlyKnow("api", ["workflows", "modules", "pos-api", "telemetry", "vocabulary"]),
    mayOnlyKnow("links", ["modules"]),
    mayOnlyKnow("providers", ["vocabulary"]),
    mayOnlyKnow("jobs", ["workflows", "modules"]),
    mayOnlyKnow("subscribers", ["workflows", "modules"]),
    mayOnlyKnow("admin", ["vocabulary"]),
    {
      name: "admin-imports-what-a-shop-resolves",
      comment: "the admin is bundled in the shop: only what the dashboard brings along is there",
      severity: "error",
      from: { path: "^src/admin/" },
      to: {
        path: "node_modules",
        pathNot:
          "node_modules/(@medusajs|@tanstack/react-query|react|react-dom|react-i18next|react-router-dom|zod|vite/client|@types)(/|\\.)",
      },
    },
    mayOnlyKnow("sandbox", ["pos-api/contract", "pos-api/signature", "pos-api/clock", "pictures"]),
    {
      name: "libraries-know-no-medusa",
      comment: "what speaks with the service or stands in for it works without Medusa; zod is imported by its own name",
      severity: "error",
      from: { path: "^src/(pos-api|translate|pictures|sandbox)/", pathNot: "__tests__" },
      to: { path: "(^|node_modules/)@medusajs/" },
    },
    {
      name: "sql-is-run-by-the-module",
      comment:
        "pos.query, pos.bulk, pos.transaction and pos.stream hand statements out; nobody opens a connection beside them",
      severity: "error",
      from: { pathNot: "^src/modules/pos/|__tests__" },
      to: { path: "^src/modules/pos/database/(sql-on|stream-rows)\\.ts$" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-dependency-of-development",
      severity: "error",
      from: { path: "^src/", pathNot: "__tests__|^src/admin/" },
      // node-forge is a peer that a shop does without: it is loaded when HTTPS is asked for.
      to: { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/(@medusajs|@types|node-forge)/" },
    },
    { name: "nothing-unresolved", severity: "error", from: { path: "^src/" }, to: { couldNotResolve: true } },
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
