import { BOOK_KINDS } from "../../../vocabulary/books"
import { useTexts } from "../../hooks/common/use-texts"
import { useMirrorSettings, useSaveMirrorSettings } from "../../hooks/settings/use-settings"
import type { Connection } from "../../lib/answers/connection"
import { BooksFields } from "./books-fields"
import { SettingsSection } from "./settings-section"

/** How the counter is booked: an account for each kind, and the days that are closed. */
export const BooksSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const settings = useMirrorSettings(connection.id)
  const save = useSaveMirrorSettings(connection.id)
  return (
    <SettingsSection
      name="books"
      settings={settings}
      save={save}
      facts={({ books }) => [
        ...BOOK_KINDS.flatMap((kind) => {
          const account = books.accounts[kind]
          return account === undefined ? [] : [{ label: t(`books.kinds.${kind}`), value: account }]
        }),
        ...books.rates.map(({ rate, sales, vat }) => ({
          label: t("books.atRate", { rate }),
          value: `${sales} / ${vat}`,
        })),
        { label: t("books.lockedUntil.label"), value: books.locked_until ?? t("books.lockedUntil.open") },
      ]}
    >
      {({ books }, change) => <BooksFields books={books} onChange={(changed) => change({ books: changed })} />}
    </SettingsSection>
  )
}
