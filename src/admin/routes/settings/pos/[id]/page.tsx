import { lazyPage, lazyWords } from "../../../../components/common/lazy"

const Content = lazyPage(() => import("../../../../pages/connection"))

const ConnectionCrumb = lazyWords(async () => ({
  default: (await import("../../../../pages/connection")).ConnectionCrumb,
}))

const OneConnection = () => <Content />

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ConnectionCrumb id={params.id ?? ""} />,
}

export default OneConnection
