import { describe, expect, test } from 'vitest'
import * as rules from './import-rules.ts'
import { parseSourceFile, readSourceFiles } from './source-files.ts'
import type { SourceFile } from './source-files.ts'

const files = await readSourceFiles('.')

describe('the product follows each rule', () => {
  test.each(Object.entries(rules))('the code follows the rule %s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })
})

/** Describes a source file with these imports in the form the rules expect. */
function file(path: string, ...imports: string[]): SourceFile {
  return parseSourceFile(path, `${imports.join('\n')}\nglobalThis.a = 1`)
}

/** For each rule, groups of files that break it exactly once, and files that follow it. */
const examples: Record<keyof typeof rules, { breaks: SourceFile[][]; keeps: SourceFile[] }> = {
  storesAndHandlersStayInTheirDomain: {
    breaks: [
      [file('src/selling/sales/list-sales.ts', `import { find } from '#payments/purchases/store.ts'`)],
    ],
    keeps: [
      file(
        'src/selling/sales/a.ts',
        `import { find } from './store.ts'`,
        `import { b } from '#selling/forms/contract.ts'`,
      ),
      file('src/app.ts', `import { forms } from './forms/handlers.ts'`),
      file('src/selling/sales/a.test.ts', `import { find } from '#payments/purchases/store.ts'`),
    ],
  },
  screensImportNoServerFile: {
    breaks: [
      [file('src/selling/products/ui/bump.tsx', `import type { Row } from '../store.ts'`)],
      [file('src/selling/products/ui/id.ts', `import { randomUUID } from 'node:crypto'`)],
      [
        file('src/selling/forms/ui/form.tsx', `import type { Row } from '../duplicate-form.ts'`),
        file('src/selling/forms/duplicate-form.ts', `import { randomUUID } from 'node:crypto'`),
      ],
      [
        file('src/selling/sales/ui/sale.tsx', `import { tax } from '../sale.ts'`),
        file('src/selling/sales/sale.ts', `export { tax } from './tax.ts'`),
        file('src/selling/sales/tax.ts', `import { sql } from 'kysely'`),
      ],
    ],
    keeps: [
      file(
        'src/selling/forms/ui/form.tsx',
        `import { a } from '../contract.ts'`,
        `import { b } from '#web/kit/kit.tsx'`,
      ),
      file('src/selling/forms/contract.ts', `import { z } from 'zod'`, `import type { Pool } from 'pg'`),
    ],
  },
  serverImportsNoScreen: {
    breaks: [[file('src/buying/checkout/handlers.ts', `import { render } from './ui/render.tsx'`)]],
    keeps: [file('src/buying/checkout/handlers.ts', `import type { Render } from './ui/render.tsx'`)],
  },
  onlyTheCardProviderImportsItsSdk: {
    breaks: [
      [file('src/payments/purchases/refund.ts', `import type Stripe from 'stripe'`)],
      [file('src/buying/checkout/ui/card.tsx', `import { loadStripe } from '@stripe/stripe-js/pure'`)],
      [file('src/selling/forms/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`)],
    ],
    keeps: [
      file('src/foundation/card-provider/client.ts', `import Stripe from 'stripe'`),
      file('sandbox/api/refunds.test.ts', `import Stripe from 'stripe'`),
      file('src/buying/checkout/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`),
    ],
  },
  importsGoDownTheFloors: {
    breaks: [
      [
        file(
          'src/foundation/db/database.ts',
          `import type { Status } from '#payments/purchases/contract.ts'`,
        ),
      ],
      [file('src/foundation/mail/send.ts', `import { app } from '../../app.ts'`)],
      [
        file(
          'src/accounts/billing/fee.ts',
          `import type { Purchase } from '#payments/purchases/purchase.ts'`,
        ),
      ],
      [file('src/buying/checkout/page.ts', `import { form } from '#selling/forms/contract.ts'`)],
      [file('src/web/kit/list.tsx', `import { may } from '#accounts/roles/ui/use-may-call.ts'`)],
      [file('src/accounts/roles/ui/page.tsx', `import { guard } from '#web/app/guard.ts'`)],
    ],
    keeps: [
      file('src/foundation/jobs/queue.ts', `import { a } from '#foundation/db/database.ts'`),
      file('src/foundation/db/read.ts', `import { migrations } from '../../../migrations/index.ts'`),
      file('src/selling/sales/sale.ts', `import { b } from '#payments/purchases/purchase.ts'`),
      file('src/accounts/billing/ui/page.tsx', `import { Button } from '#web/kit/layout/button.tsx'`),
      file('src/app.ts', `import { forms } from './selling/forms/handlers.ts'`),
    ],
  },
  domainsFormNoCircle: {
    breaks: [
      [
        file('src/payments/purchases/a.ts', `import { b } from '#payments/subscriptions/b.ts'`),
        file('src/payments/subscriptions/c.ts', `import type { D } from '#payments/purchases/d.ts'`),
      ],
      [
        file('src/payments/purchases/ui/a.tsx', `import { b } from '#payments/subscriptions/b.ts'`),
        file('src/payments/subscriptions/c.ts', `import { d } from '#payments/purchases/d.ts'`),
      ],
    ],
    keeps: [
      file('src/payments/subscriptions/a.ts', `import { b } from '#payments/purchases/b.ts'`),
      file('src/payments/purchases/a.test.ts', `import { b } from '#payments/subscriptions/b.ts'`),
      file('src/payments/purchases/c.ts', `import { d } from './parts/d.ts'`),
    ],
  },
  sandboxStandsAlone: {
    breaks: [
      [
        file(
          'sandbox/api/charges.ts',
          `import { currencies } from '../../src/foundation/money/currencies.ts'`,
        ),
      ],
      [file('sandbox/api/api.test.ts', `import type { App } from '../../src/app.ts'`)],
      [file('sandbox/main.ts', `import settings from '../package.json' with { type: 'json' }`)],
      [file('src/main.ts', `import { startSandbox } from '@tillform/sandbox'`)],
      [file('src/buying/checkout/pay.test.ts', `import { table } from '../../../sandbox/store/table.ts'`)],
      [file('faults/prices.ts', `import type { Rate } from '../sandbox/billing/records.ts'`)],
    ],
    keeps: [
      file('sandbox/api/charges.ts', `import { newId } from '#ids.ts'`, `import { fastify } from 'fastify'`),
      file('src/buying/checkout/pay.test.ts', `import { startSandbox } from '@tillform/sandbox'`),
      file('faults/prices.ts', `import { lineTaxes } from '@tillform/sandbox/taxes'`),
    ],
  },
  productImportsNoTest: {
    breaks: [
      [file('src/selling/forms/store.ts', `import { create } from '#foundation/db/test-database.ts'`)],
    ],
    keeps: [
      file('src/selling/forms/store.test.ts', `import { create } from '#foundation/db/test-database.ts'`),
    ],
  },
  noCycles: {
    breaks: [
      [
        file('src/selling/forms/a.ts', `import { b } from './b.ts'`),
        file('src/selling/forms/b.ts', `export * from './c.ts'`),
        file('src/selling/forms/c.ts', `import { a } from './a.ts'`),
      ],
      [
        file('src/selling/forms/a.ts', `import { b } from './b.ts'`),
        file('src/selling/forms/b.ts', `import type { A } from './a.ts'`),
      ],
    ],
    keeps: [
      file('src/selling/forms/a.ts', `import { b } from './b.ts'`, `const lazy = () => import('./c.ts')`),
      file('src/selling/forms/c.ts', `import { a } from './a.ts'`),
    ],
  },
  namesSayWhatIsInside: {
    breaks: [
      [file('src/foundation/common/money.ts')],
      [file('src/selling/forms/utils.ts')],
      [file('src/selling/forms/form-helpers.test.ts')],
    ],
    keeps: [file('src/selling/forms/commonwealth.ts')],
  },
  noBarrels: {
    breaks: [
      [parseSourceFile('src/selling/forms/index.ts', `export * from './a.ts'\nexport { b } from './b.ts'`)],
    ],
    keeps: [parseSourceFile('migrations/index.ts', `import * as a from './a.ts'\nexport const all = { a }`)],
  },
  filesStaySmall: {
    breaks: [[parseSourceFile('src/selling/forms/long.ts', 'globalThis.a = 1\n'.repeat(351))]],
    keeps: [parseSourceFile('src/selling/forms/long.ts', 'globalThis.a = 1\n'.repeat(350))],
  },
}

describe('each rule finds only what breaks it', () => {
  test.each(Object.entries(examples))(
    'the rule %s finds only code that breaks it',
    (name, { breaks, keeps }) => {
      const rule = Object.entries(rules).find(([key]) => key === name)?.[1]
      expect(breaks.map((group) => rule?.(group).length)).toEqual(breaks.map(() => 1))
      expect(rule?.(keeps)).toEqual([])
    },
  )
})
