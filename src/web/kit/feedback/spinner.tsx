import { t } from '#foundation/language/t.ts'
export function Spinner({ className = 'size-5' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={`animate-spin ${className}`}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export function FullPageSpinner() {
  return (
    <output className="grid min-h-dvh place-items-center text-brand">
      <Spinner className="size-10" />
      <span className="sr-only">{t('Loading')}</span>
    </output>
  )
}
