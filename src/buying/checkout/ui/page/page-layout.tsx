import type { ComponentType, ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { contentOf } from './as-rendered.tsx'

/** The parts of a page that never change while it is open or that load their script late. */
export type StillParts = {
  /** Below the form. */
  readonly Trust: ComponentType<{ readonly data: PaymentPageData }>
  /** The questions that the form asks besides email and name. */
  readonly Questions: ComponentType<{ readonly data: PaymentPageData }>
  /** What the seller adds next to the price. */
  readonly Blocks: ComponentType<{ readonly data: PaymentPageData }>
  /** Below everything. */
  readonly Footer: ComponentType<{ readonly data: PaymentPageData }>
}

type PageLayoutProps = {
  readonly data: PaymentPageData
  /** Missing in the browser, which leaves the server's HTML unchanged. */
  readonly still?: StillParts | undefined
  /** The product's details. */
  readonly details: ReactNode
  /** The payment section. */
  readonly children: ReactNode
}

/** Shows the product's details on one side and the payment on the other, or one below the other on a phone. */
export function PageLayout({ data, still, details, children }: PageLayoutProps) {
  return (
    <>
      {data.isTestMode && <TestModeRibbon />}
      <main className="layout">
        {details}
        <section aria-label={t('Payment')} className="panel min-w-0 self-start p-5 sm:p-7">
          {children}
          <div {...contentOf(still?.Trust, data)} />
        </section>
        {data.blocks && <div className="blocks" {...contentOf(still?.Blocks, data)} />}
      </main>
      <footer
        className="px-4 pb-6 text-center text-sm max-sm:not-empty:pt-5"
        {...contentOf(still?.Footer, data)}
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
