import { defineMiddlewares } from "@medusajs/framework/http"
import { posOrderMiddlewares } from "./admin/pos-orders/middlewares"
import { accountTransactionMiddlewares } from "./admin/pos/account-transactions/middlewares"
import { activityMiddlewares } from "./admin/pos/activities/middlewares"
import { authorizationMiddlewares } from "./admin/pos/authorizations/middlewares"
import { barcodeMiddlewares } from "./admin/pos/barcodes/middlewares"
import { checkMiddlewares } from "./admin/pos/checks/middlewares"
import { connectionMiddlewares } from "./admin/pos/connections/middlewares"
import { exportMiddlewares } from "./admin/pos/exports/middlewares"
import { giftCardMiddlewares } from "./admin/pos/gift-cards/middlewares"
import { issueMiddlewares } from "./admin/pos/issues/middlewares"
import { inboxEntryMiddlewares } from "./admin/pos/inbox-entries/middlewares"
import { discrepancyMiddlewares } from "./admin/pos/discrepancies/middlewares"
import { overviewMiddlewares } from "./admin/pos/overview/middlewares"
import { payoutMiddlewares } from "./admin/pos/payouts/middlewares"
import { imageMiddlewares } from "./admin/pos/images/middlewares"
import { permissionMiddlewares } from "./admin/pos/permissions/middlewares"
import { planMiddlewares } from "./admin/pos/plans/middlewares"
import { unlinkedProductMiddlewares } from "./admin/pos/unlinked-products/middlewares"
import { productLinkMiddlewares } from "./admin/pos/product-links/middlewares"
import { reachabilityMiddlewares } from "./admin/pos/reachability/middlewares"
import { receiptMiddlewares } from "./admin/pos/receipts/middlewares"
import { reportMiddlewares } from "./admin/pos/reports/middlewares"
import { runMiddlewares } from "./admin/pos/runs/middlewares"
import { serviceMiddlewares } from "./admin/pos/service/middlewares"
import { stockDifferenceMiddlewares } from "./admin/pos/stock-differences/middlewares"
import { stockMovementMiddlewares } from "./admin/pos/stock-movements/middlewares"
import { hookMiddlewares } from "./hooks/pos/middlewares"
import { storeGiftCardMiddlewares } from "./store/pos/gift-cards/middlewares"

export default defineMiddlewares({
  routes: [
    ...accountTransactionMiddlewares,
    ...activityMiddlewares,
    ...authorizationMiddlewares,
    ...barcodeMiddlewares,
    ...checkMiddlewares,
    ...connectionMiddlewares,
    ...posOrderMiddlewares,
    ...exportMiddlewares,
    ...giftCardMiddlewares,
    ...issueMiddlewares,
    ...inboxEntryMiddlewares,
    ...discrepancyMiddlewares,
    ...overviewMiddlewares,
    ...payoutMiddlewares,
    ...imageMiddlewares,
    ...permissionMiddlewares,
    ...planMiddlewares,
    ...reachabilityMiddlewares,
    ...unlinkedProductMiddlewares,
    ...productLinkMiddlewares,
    ...receiptMiddlewares,
    ...reportMiddlewares,
    ...runMiddlewares,
    ...serviceMiddlewares,
    ...stockDifferenceMiddlewares,
    ...stockMovementMiddlewares,
    ...hookMiddlewares,
    ...storeGiftCardMiddlewares,
  ],
})
