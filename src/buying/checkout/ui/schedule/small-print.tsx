import { Own } from '#web/kit/layout/own.tsx'
import { webAddress } from '../details/web-address.ts'

type SmallPrintProps = {
  readonly isFree: boolean
  /** What is charged after today, in words; null: nothing. */
  readonly renewal: string | null
  readonly termsUrl: string | null
  readonly sellerName: string
}

/** Where card details go, and what the buyer agrees to. */
export function SmallPrint({ isFree, renewal, termsUrl, sellerName }: SmallPrintProps) {
  const terms = webAddress(termsUrl)
  return (
    <div className="text-muted grid gap-2 text-sm">
      {!isFree && (
        <p className="flex items-start gap-2">
          <svg viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0" aria-hidden="true">
            <rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor" />
            <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" className="fill-none stroke-current stroke-[1.5]" />
          </svg>
          <span className="min-w-0 wrap-anywhere">
            Payment details go straight to the payment provider. Neither <Own>{sellerName}</Own> nor this page
            sees them.
          </span>
        </p>
      )}
      {renewal !== null && (
        <p className="wrap-anywhere">
          By paying, you agree that <Own>{sellerName}</Own> will charge you {renewal}. Your receipt links to a
          page where you can see every payment date, change the card and cancel.
        </p>
      )}
      {terms !== null && (
        <p className="wrap-anywhere">
          {isFree ? 'By continuing,' : 'By paying,'} you accept the{' '}
          <a href={terms.href} target="_blank" rel="noopener noreferrer" className="link">
            terms of <Own>{sellerName}</Own>
          </a>
          .
        </p>
      )}
    </div>
  )
}
