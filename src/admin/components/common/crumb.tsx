import { useTexts } from "../../hooks/common/use-texts"

/** A page's name in the trail above it. */
export const Crumb = ({ name }: { name: string }) => {
  const { t } = useTexts()
  return <span className="block max-w-40 truncate">{t(`menu.${name}`)}</span>
}
