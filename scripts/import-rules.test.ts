import { describe, expect, test } from 'vitest'
import * as rules from './import-rules.ts'
import { parseSourceFile, readSourceFiles } from './source-files.ts'
import type { SourceFile } from './source-files.ts'

const files = await readSourceFiles('.')

describe('the product keeps the rule', () => {
  test.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })
})

/** A file with imports, as the rules see it. */
function file(path: string, ...imports: string[]): SourceFile {
  return parseSourceFile(path, `${imports.join('\n')}\nglobalThis.a = 1`)
}

/** For each rule, groups of files that break it once each, and files that keep it. */
const examples: Record<keyof typeof rules, { breaks: SourceFile[][]; keeps: SourceFile[] }> = {
  storesAndHandlersStayInTheirDomain: {
    breaks: [[file('src/sales/list-sales.ts', `import { find } from '#payments/store.ts'`)]],
    keeps: [
      file('src/sales/a.ts', `import { find } from './store.ts'`, `import { b } from '#forms/contract.ts'`),
      file('src/app.ts', `import { forms } from './forms/handlers.ts'`),
      file('src/sales/a.test.ts', `import { find } from '#payments/store.ts'`),
    ],
  },
  screensImportNoServerFile: {
    breaks: [
      [file('src/bumps/ui/bump.tsx', `import type { Row } from '../store.ts'`)],
      [file('src/bumps/ui/id.ts', `import { randomUUID } from 'node:crypto'`)],
      [
        file('src/forms/ui/form.tsx', `import type { Row } from '../duplicate-form.ts'`),
        file('src/forms/duplicate-form.ts', `import { randomUUID } from 'node:crypto'`),
      ],
      [
        file('src/sales/ui/sale.tsx', `import { tax } from '../sale.ts'`),
        file('src/sales/sale.ts', `export { tax } from './tax.ts'`),
        file('src/sales/tax.ts', `import { sql } from 'kysely'`),
      ],
    ],
    keeps: [
      file(
        'src/forms/ui/form.tsx',
        `import { a } from '../contract.ts'`,
        `import { b } from '#shell/kit.tsx'`,
      ),
      file('src/forms/contract.ts', `import { z } from 'zod'`, `import type { Pool } from 'pg'`),
    ],
  },
  serverImportsNoScreen: {
    breaks: [[file('src/checkout/handlers.ts', `import { render } from './ui/render.tsx'`)]],
    keeps: [file('src/checkout/handlers.ts', `import type { Render } from './ui/render.tsx'`)],
  },
  onlyTheCardProviderImportsItsSdk: {
    breaks: [
      [file('src/payments/refund.ts', `import type Stripe from 'stripe'`)],
      [file('src/checkout/ui/card.tsx', `import { loadStripe } from '@stripe/stripe-js/pure'`)],
      [file('src/forms/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`)],
    ],
    keeps: [
      file('src/card-provider/client.ts', `import Stripe from 'stripe'`),
      file('sandbox/api/refunds.test.ts', `import Stripe from 'stripe'`),
      file('src/checkout/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`),
    ],
  },
  foundationsImportNoDomain: {
    breaks: [
      [file('src/db/database.ts', `import type { Status } from '#books/contract.ts'`)],
      [file('src/mail/send.ts', `import { app } from '../app.ts'`)],
    ],
    keeps: [
      file('src/jobs/queue.ts', `import { a } from '#db/database.ts'`, `import type { B } from '#config.ts'`),
      file('src/db/tables/purchases.ts', `import type { Status } from '#books/contract.ts'`),
      file('src/db/migrate.ts', `import { migrations } from '../../migrations/index.ts'`),
    ],
  },
  sandboxStandsAlone: {
    breaks: [
      [file('sandbox/api/charges.ts', `import { currencies } from '#money/currencies.ts'`)],
      [file('src/main.ts', `import { start } from '#sandbox/server.ts'`)],
    ],
    keeps: [file('src/checkout/pay.test.ts', `import { start } from '#sandbox/server.ts'`)],
  },
  productImportsNoTest: {
    breaks: [[file('src/forms/store.ts', `import { create } from '#db/test-database.ts'`)]],
    keeps: [file('src/forms/store.test.ts', `import { create } from '#db/test-database.ts'`)],
  },
  noCycles: {
    breaks: [
      [
        file('src/forms/a.ts', `import { b } from './b.ts'`),
        file('src/forms/b.ts', `export * from './c.ts'`),
        file('src/forms/c.ts', `import { a } from './a.ts'`),
      ],
    ],
    keeps: [
      file('src/forms/a.ts', `import { b } from './b.ts'`, `const lazy = () => import('./c.ts')`),
      file('src/forms/b.ts', `import type { A } from './a.ts'`),
      file('src/forms/c.ts', `import { a } from './a.ts'`),
    ],
  },
  namesSayWhatIsInside: {
    breaks: [
      [file('src/common/money.ts')],
      [file('src/forms/utils.ts')],
      [file('src/forms/form-helpers.test.ts')],
    ],
    keeps: [file('src/forms/commonwealth.ts')],
  },
  noBarrels: {
    breaks: [[parseSourceFile('src/forms/index.ts', `export * from './a.ts'\nexport { b } from './b.ts'`)]],
    keeps: [parseSourceFile('migrations/index.ts', `import * as a from './a.ts'\nexport const all = { a }`)],
  },
  filesStaySmall: {
    breaks: [[parseSourceFile('src/forms/long.ts', 'globalThis.a = 1\n'.repeat(351))]],
    keeps: [parseSourceFile('src/forms/long.ts', 'globalThis.a = 1\n'.repeat(350))],
  },
}

describe('the rule finds what breaks it and nothing else', () => {
  test.each(Object.entries(examples))('%s', (name, { breaks, keeps }) => {
    const rule = Object.entries(rules).find(([key]) => key === name)?.[1]
    expect(breaks.map((group) => rule?.(group).length)).toEqual(breaks.map(() => 1))
    expect(rule?.(keeps)).toEqual([])
  })
})
