import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { withLanguage } from '#foundation/language/with-language.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

type PageLayoutProps = {
  readonly data: PaymentPageData
  /** The product's details. */
  readonly details: ReactNode
  /** The payment section. */
  readonly children: ReactNode
}

/** The product's details on one side, the payment on the other; below each other on a phone. */
export function PageLayout({ data, details, children }: PageLayoutProps) {
  const linkTo = (path: string) => withLanguage(`${path}?form=${data.form.id}`, currentLanguage())
  return (
    <>
      {data.isTestMode && <TestModeRibbon />}
      <main className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-14 lg:py-14">
        {details}
        <section aria-label={t('Payment')} className="panel min-w-0 self-start p-5 sm:p-7">
          {children}
        </section>
      </main>
      <footer className="px-4 pb-6 text-center text-sm">
        <a href={linkTo('/withdraw')} target="_blank" rel="noopener" className="link">
          {t('Withdraw from contract here')}
        </a>
        {data.hasPlans === true && (
          <>
            {' · '}
            <a href={linkTo('/cancel-contract')} target="_blank" rel="noopener" className="link">
              {t('Cancel contracts here')}
            </a>
          </>
        )}
      </footer>
    </>
  )
}

function TestModeRibbon() {
  return (
    <header className="ribbon px-4 py-2 text-center text-sm">
      {rich('<strong>Test mode</strong>: no real charges. Use card {number}, any future date and any CVC.', {
        strong: <strong />,
        number: <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span>,
      })}
    </header>
  )
}
