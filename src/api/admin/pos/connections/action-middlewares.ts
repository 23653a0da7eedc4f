import { namedInPath, noDecision } from "../../../utils/decide"
import { defineBareChange, defineBareRoute } from "../../../utils/define-route"
import { getState } from "./state-of"

export const latestPlanRoute = defineBareRoute({
  method: "GET",
  matcher: "/admin/pos/connections/:id/plan",
  access: "view",
})

export const testNotificationRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/test-notification",
  access: "operate",
  decides: noDecision("asks the POS for a message that means nothing"),
})

export const resumeRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/resume",
  access: "operate",
  decides: { kind: "resume", connectionId: namedInPath, watch: getState },
})

export const pauseRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/pause",
  access: "operate",
  decides: { kind: "pause", connectionId: namedInPath, watch: getState },
})

export const makePlanRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/plan",
  access: "operate",
  decides: { kind: "make-plan", connectionId: namedInPath },
})

export const reconcileFinancesRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/reconcile-finances",
  access: "operate",
  decides: { kind: "reconcile-finances", connectionId: namedInPath },
})

export const checkNowRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/check",
  access: "operate",
  decides: noDecision("checks the POS now instead of a little later"),
})

export const reconcileStockRoute = defineBareChange({
  method: "POST",
  matcher: "/admin/pos/connections/:id/reconcile",
  access: "operate",
  decides: { kind: "reconcile", connectionId: namedInPath },
})

export const connectionActionMiddlewares = [
  latestPlanRoute.middleware,
  testNotificationRoute.middleware,
  resumeRoute.middleware,
  pauseRoute.middleware,
  makePlanRoute.middleware,
  reconcileFinancesRoute.middleware,
  checkNowRoute.middleware,
  reconcileStockRoute.middleware,
]
