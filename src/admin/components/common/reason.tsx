import { type ReactNode, useCallback } from "react"
import { reasonsIn } from "../../../contract/reasons"
import { useTexts } from "../../hooks/common/use-texts"
import { Details } from "./section"

/** The reason that a server gave, in the reader's language; of one that is not known that it is to be found under Details. */
export function useReasonWords(): (text: string) => string {
  const { t } = useTexts()
  return useCallback(
    (text) => {
      const names = reasonsIn(text)
      return names.length > 0 ? names.map((name) => t(`reasons.${name}.cause`)).join(" ") : t("reasons.unknown")
    },
    [t]
  )
}

/** Why something is as it is, in the reader's language; what to do, and the text as it was written, are one click away. */
export const Reason = ({ text }: { text: string }) => {
  const { t } = useTexts()
  const getWords = useReasonWords()
  const names = reasonsIn(text)
  return (
    <>
      {getWords(text)}
      {names.length > 0 ? (
        <Remedy raw={text}>
          {names.map((name) => (
            <p key={name}>{t(`reasons.${name}.remedy`)}</p>
          ))}
        </Remedy>
      ) : (
        <Details>{text}</Details>
      )}
    </>
  )
}

/** A reason in a list, where most rows have none. */
export const ReasonOrNone = ({ text }: { text: string | null | undefined }) => {
  const { t } = useTexts()
  return text ? <Reason text={text} /> : <>{t("none")}</>
}

/** What a person can do, one click away; below it the original message, for support. */
export const Remedy = ({ children, raw }: { children: ReactNode; raw?: string | null }) => {
  const { t } = useTexts()
  return (
    <details className="txt-compact-small text-ui-fg-subtle mt-1 whitespace-normal">
      <summary className="text-ui-fg-subtle w-fit cursor-pointer underline">{t("reasons.toDo")}</summary>
      {children}
      {raw && <code className="mt-1 block break-all">{raw}</code>}
    </details>
  )
}
