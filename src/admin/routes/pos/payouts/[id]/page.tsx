import { lazyPage, lazyWords } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/payout"))

const PayoutCrumb = lazyWords(async () => ({ default: (await import("../../../../pages/payout")).PayoutCrumb }))

const OnePayout = () => <Content />

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <PayoutCrumb id={params.id ?? ""} />,
}

export default OnePayout
