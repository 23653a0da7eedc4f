import { Alert, Button, Container, Skeleton } from "@medusajs/ui"
import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { getI18n } from "react-i18next"
import { useTexts } from "../../hooks/common/use-texts"
import { prepareTexts } from "../../lib/texts/bring-texts"

type Module<Props> = { default: ComponentType<Props> }

/**
 * A page whose code is fetched when it is first opened, so that the dashboard's other pages do not carry it.
 * @param load imports the module whose default export is the page
 */
export const lazyPage = <Props extends object>(load: () => Promise<Module<Props>>) =>
  deferred(
    load,
    <Container role="status" className="flex flex-col gap-y-3">
      <Skeleton className="h-7 w-1/3" />
      <Skeleton className="h-40 w-full" />
    </Container>,
    NotLoaded
  )

/**
 * Same as {@link lazyPage} for a part of one of the dashboard's own pages: nothing is shown until its code is there.
 * @param load imports the module whose default export is the part
 */
export const lazyPart = <Props extends object>(load: () => Promise<Module<Props>>) => deferred(load, null, NotLoaded)

/**
 * Same as {@link lazyPart} for a few words in the dashboard's frame, such as a breadcrumb: nothing is shown without its
 * code, either.
 * @param load imports the module whose default export is the words
 */
export const lazyWords = <Props extends object>(load: () => Promise<Module<Props>>) => deferred(load, null, () => null)

function deferred<Props extends object>(load: () => Promise<Module<Props>>, waiting: ReactNode, Failed: ComponentType) {
  const Deferred = lazy(async () => {
    const Loaded = await loadOr(Failed, load)
    return { default: ({ props }: { props: Props }) => <Loaded {...props} /> }
  })
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Deferred props={props} />
    </Suspense>
  )
}

/** What cannot be fetched must not take the whole page down, which may be one of Medusa's. */
async function loadOr<Props>(Failed: ComponentType, load: () => Promise<Module<Props>>) {
  try {
    const [loaded] = await Promise.all([load(), prepareTexts(getI18n())])
    return loaded.default
  } catch {
    return Failed
  }
}

/** In the place of what could not be fetched: the connection failed, or the store has been deployed meanwhile. */
const NotLoaded = () => {
  const { t } = useTexts()
  return (
    <Alert variant="warning" className="items-center">
      <span className="flex flex-wrap items-center gap-2">
        {t("notLoaded.hint")}
        <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
          {t("notLoaded.reload")}
        </Button>
      </span>
    </Alert>
  )
}
