import { useTexts } from "../../hooks/common/use-texts"
import { Reason } from "./reason"

/** A reason in a list, where most rows have none. */
export const ReasonOrNone = ({ text }: { text: string | null | undefined }) => {
  const { t } = useTexts()
  return text ? <Reason text={text} /> : <>{t("none")}</>
}
