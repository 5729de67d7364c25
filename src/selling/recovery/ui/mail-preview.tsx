import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { isLanguage, languages } from '#foundation/language/languages.ts'
import { say, t } from '#foundation/language/t.ts'
import { Select } from '#web/kit/form/select.tsx'
import { recoveryKinds, type RecoveryWire } from '../contract.ts'
import { type FormRecovery, formRecoveryContract, type RecoveryChoices } from '../settings/contract.ts'
import { kindNames } from './almost/almost-words.ts'

type PreviewProps = {
  readonly id: string
  readonly stored: FormRecovery
  /** As typed. */
  readonly words: RecoveryChoices
}

/** The email as its buyer gets it, with the words as typed. */
export function MailPreview({ id, stored, words }: PreviewProps) {
  const [kind, setKind] = useState<RecoveryWire['kind']>('declined')
  const [language, setLanguage] = useState(stored.languages[0] ?? 'en')
  const [subject, message] = [useDeferredValue(words.subject ?? ''), useDeferredValue(words.message ?? '')]
  const spoken = languages.find((one) => one === language) ?? 'en'
  const { data } = useQuery({
    queryKey: ['recoveries', 'preview', id, kind, spoken, subject, message, words.couponId],
    queryFn: ({ signal }) =>
      call(formRecoveryContract.previewRecoveryMail, {
        params: { id },
        query: { kind, language: spoken, subject, message, coupon: words.couponId ?? undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid gap-4">
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('Preview')}
          value={kind}
          options={recoveryKinds.map((one) => ({ value: one, label: say(kindNames[one]) }))}
          onChange={({ target }) => setKind(recoveryKinds.find((one) => one === target.value) ?? 'declined')}
        />
        {stored.languages.length > 1 && (
          <Select
            label={t('Language')}
            value={language}
            options={stored.languages
              .filter(isLanguage)
              .map((one) => ({ value: one, label: languageName(one, 'en') }))}
            onChange={({ target }) => setLanguage(target.value)}
          />
        )}
      </div>
      <div aria-live="polite" className="panel grid gap-3 bg-sunken p-5">
        <p lang={spoken} className="font-semibold wrap-anywhere">
          {data?.subject ?? ' '}
        </p>
        <p lang={spoken} className="min-h-40 text-sm leading-relaxed whitespace-pre-line wrap-anywhere">
          {data?.text}
        </p>
      </div>
    </div>
  )
}
