import { lazyPage, lazyPart } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/connection"))

const ConnectionCrumb = lazyPart(async () => ({
  default: (await import("../../../../pages/connection")).ConnectionCrumb,
}))

const OneConnection = () => <Content />

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ConnectionCrumb id={params.id ?? ""} />,
}

export default OneConnection
