import type { ComponentType, ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { QuestionsProps } from '../fields/questions.tsx'
import { asRendered } from './as-rendered.ts'

/** The parts of a page that never change while it is open, or load their script late. */
export type StillParts = {
  /** Below the form. */
  readonly Trust: ComponentType<{ readonly data: PaymentPageData }>
  /** What the form asks besides email and name. */
  readonly Questions: ComponentType<QuestionsProps>
  /** Below everything. */
  readonly Footer: ComponentType<{ readonly data: PaymentPageData }>
}

type PageLayoutProps = {
  readonly data: PaymentPageData
  /** In the browser there are none: it keeps the server's markup. */
  readonly still: StillParts | null
  /** The product's details. */
  readonly details: ReactNode
  /** The payment section. */
  readonly children: ReactNode
}

/** The product's details on one side, the payment on the other; below each other on a phone. */
export function PageLayout({ data, still, details, children }: PageLayoutProps) {
  return (
    <>
      {data.isTestMode && <TestModeRibbon />}
      <main className="layout">
        {details}
        <section aria-label={t('Payment')} className="panel min-w-0 self-start p-5 sm:p-7">
          {children}
          <div {...(still === null ? asRendered : { children: <still.Trust data={data} /> })} />
        </section>
      </main>
      <footer
        className="px-4 pb-6 text-center text-sm"
        {...(still === null ? asRendered : { children: <still.Footer data={data} /> })}
      />
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
