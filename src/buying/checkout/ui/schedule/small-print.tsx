import { Own } from '#web/kit/layout/own.tsx'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
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

type ConsentsProps = {
  readonly consents: ConsentsOnPage
  readonly isFree: boolean
  readonly error: string | null
  readonly isDisabled: boolean
  readonly onChange: () => void
}

/** What the buyer may agree to before paying. Nothing is ever ticked but by them. */
export function Consents({ consents, isFree, error, isDisabled, onChange }: ConsentsProps) {
  const { title, lead, freeLead, texts } = consents
  const said = isFree ? freeLead : lead
  return (
    <fieldset
      disabled={isDisabled}
      aria-describedby="consents-error consents-lead"
      className="grid gap-3 text-sm"
    >
      <legend className="mb-1.5 font-medium">{title}</legend>
      {/* An error that says the same takes its place. */}
      {error !== said && (
        <p id="consents-lead" className="text-muted wrap-anywhere">
          {said}
        </p>
      )}
      {texts.map(({ text }) => (
        <label key={text} className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name="consent"
            value={text}
            autoComplete="off"
            aria-invalid={error !== null}
            onChange={onChange}
            className="accent-accent size-5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
      <LiveError id="consents-error" text={error} />
    </fieldset>
  )
}
