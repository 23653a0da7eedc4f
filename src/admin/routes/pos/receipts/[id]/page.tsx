import { lazyPage, lazyWords } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/receipt"))

const ReceiptCrumb = lazyWords(async () => ({ default: (await import("../../../../pages/receipt")).ReceiptCrumb }))

const OneReceipt = () => <Content />

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ReceiptCrumb id={params.id ?? ""} />,
}

export default OneReceipt
