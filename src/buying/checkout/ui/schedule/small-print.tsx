import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { webAddress } from '../details/web-address.ts'

type SmallPrintProps = {
  readonly isFree: boolean
  /** The charges after today, as text, or null if there are none. */
  readonly renewal: string | null
  readonly consents: ConsentsOnPage | undefined
  readonly termsUrl: string | null
  readonly sellerName: string
}

/**
 * The charges and the terms that the buyer agrees to by paying. Each consent appears only once, so one with a checkbox
 * needs no sentence here.
 */
export function SmallPrint({ isFree, renewal, consents, termsUrl, sellerName }: SmallPrintProps) {
  const terms = webAddress(termsUrl)
  const isAsked = consents?.texts.some(({ kind }) => kind === 'trial')
  const seller = <Own>{sellerName}</Own>
  const linked = (text: ReactNode) => (
    <a href={terms?.href} target="_blank" rel="noopener noreferrer" className="link">
      {text}
    </a>
  )
  return (
    <div className="text-muted grid gap-2 text-sm empty:hidden">
      {renewal !== null && isAsked !== true && (
        <p className="wrap-anywhere">
          {rich(
            'By paying, you agree that {seller} will charge you {renewal}. You can see payment dates, change your card or cancel from the link in your receipt.',
            { seller, renewal },
          )}
        </p>
      )}
      {terms !== null && (
        <p className="wrap-anywhere">
          {isFree
            ? rich('By continuing, you accept the <terms>terms of {seller}</terms>.', {
                seller,
                terms: linked,
              })
            : rich('By paying, you accept the <terms>terms of {seller}</terms>.', { seller, terms: linked })}
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

/** The consents that a buyer can give before paying. All start unchecked. */
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
      {/* Hidden while an error shows the same text. */}
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
