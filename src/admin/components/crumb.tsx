import { useTranslation } from "react-i18next"

/** A page's name in the trail above it. */
export const Crumb = ({ name }: { name: string }) => {
  const { t } = useTranslation("pos")
  return <>{t(`menu.${name}`)}</>
}
