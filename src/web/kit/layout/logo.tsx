import { t } from '#foundation/language/t.ts'
/** The product's mark and name. Decorative if it is next to text that describes where it leads. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <img src="/favicon.svg" alt="" width="32" height="32" className="size-8 shrink-0" />
      <span className="tight:hidden">{t('Tillform')}</span>
    </span>
  )
}
