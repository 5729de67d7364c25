import { t } from '#foundation/language/t.ts'
import { answerText } from '#selling/forms/fields/answer-text.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { SaleDetail } from '../contract.ts'

/** The buyer's answers on the payment page. */
export function Answers({ sale: { answers } }: { readonly sale: SaleDetail }) {
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="answers" className="panel p-5 sm:p-7">
      <h2 id="answers" className="text-xl font-semibold">
        {t('Answers')}
      </h2>
      <dl className="mt-5 grid gap-5 sm:grid-cols-2">
        {answers.map(({ slug, kind, label, answer }) => (
          <div key={slug} className={kind === 'long_text' ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
            <dt className="text-sm text-muted wrap-anywhere">{label}</dt>
            <dd className="mt-0.5 whitespace-pre-line wrap-anywhere">
              <Own>{answerText(answer)}</Own>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
