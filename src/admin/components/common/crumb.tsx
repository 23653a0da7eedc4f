import { useTranslation } from "react-i18next"

/** A page's name in the trail above it. */
export const Crumb = ({ name }: { name: string }) => {
  const { t } = useTranslation("pos")
  return <span className="block max-w-40 truncate">{t(`menu.${name}`)}</span>
}
