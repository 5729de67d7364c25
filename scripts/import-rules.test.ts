import { describe, expect, test } from 'vitest'
import * as rules from './import-rules.ts'
import { parseSourceFile, readSourceFiles } from './source-files.ts'

const files = await readSourceFiles('.')

/** A file with imports, as the rules see it. */
function file(path: string, ...imports: string[]) {
  return parseSourceFile(path, `${imports.join('\n')}\nconst own = 1`)
}

describe('the product keeps the rule', () => {
  test.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(rule(files)).toEqual([])
  })
})

describe('the rule finds what breaks it', () => {
  const broken: Record<
    keyof typeof rules,
    [breaks: ReturnType<typeof file>[], keeps: ReturnType<typeof file>[]]
  > = {
    storesAndHandlersStayInTheirDomain: [
      [file('src/sales/list-sales.ts', `import { find } from '#payments/store.ts'`)],
      [
        file(
          'src/sales/list-sales.ts',
          `import { find } from './store.ts'`,
          `import { a } from '#forms/contract.ts'`,
        ),
        file('src/app.ts', `import { forms } from './forms/handlers.ts'`),
        file('src/sales/list-sales.test.ts', `import { find } from '#payments/store.ts'`),
      ],
    ],
    screensImportNoServerFile: [
      [file('src/forms/ui/form-list.tsx', `import type { Row } from '../duplicate-form.ts'`)],
      [
        file(
          'src/forms/ui/form-list.tsx',
          `import { contract } from '../contract.ts'`,
          `import { texts } from '#bumps/errors.ts'`,
          `import { format } from '#money/format.ts'`,
          `import { price } from '#checkout/price-purchase.ts'`,
          `import { call } from '#http/client.ts'`,
          `import { Button } from '#shell/kit/button.tsx'`,
          `import { useQuery } from '@tanstack/react-query'`,
        ),
      ],
    ],
    serverImportsNoScreen: [
      [file('src/checkout/handlers.ts', `import { render } from './ui/server-entry.tsx'`)],
      [file('src/checkout/handlers.ts', `import type { Render } from './ui/server-entry.tsx'`)],
    ],
    browserReceivesNoServerPackage: [
      [
        file('src/forms/ui/form-list.tsx', `import { contract } from '../contract.ts'`),
        file('src/forms/contract.ts', `export { hash } from './hash.ts'`),
        file('src/forms/hash.ts', `import { createHash } from 'node:crypto'`),
      ],
      [
        file('src/forms/ui/form-list.tsx', `import { contract } from '../contract.ts'`),
        file('src/forms/contract.ts', `import { z } from 'zod'`, `import type { Pool } from 'pg'`),
      ],
    ],
    onlyTheCardProviderImportsItsSdk: [
      [
        file('src/payments/refund.ts', `import type Stripe from 'stripe'`),
        file('src/checkout/ui/card.tsx', `import { loadStripe } from '@stripe/stripe-js/pure'`),
        file('src/forms/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`),
      ],
      [
        file('src/card-provider/client.ts', `import Stripe from 'stripe'`),
        file('sandbox/api/refunds.test.ts', `import Stripe from 'stripe'`),
        file('src/checkout/ui/card.tsx', `import type { Stripe } from '@stripe/stripe-js'`),
      ],
    ],
    foundationsImportNoDomain: [
      [
        file('src/db/schema.ts', `import type { Status } from '#payments/contract.ts'`),
        file('src/mail/send.ts', `import { app } from '../app.ts'`),
      ],
      [
        file(
          'src/jobs/queue.ts',
          `import { open } from '#db/database.ts'`,
          `import type { Config } from '#config.ts'`,
        ),
        file('src/db/migrate.ts', `import { migrations } from '../../migrations/index.ts'`),
      ],
    ],
    sandboxStandsAlone: [
      [
        file('sandbox/api/charges.ts', `import { currencies } from '#money/currencies.ts'`),
        file('src/main.ts', `import { start } from '#sandbox/server.ts'`),
      ],
      [file('src/checkout/pay.test.ts', `import { start } from '#sandbox/server.ts'`)],
    ],
    productImportsNoTest: [
      [file('src/forms/store.ts', `import { createTestDatabase } from '#db/test-database.ts'`)],
      [file('src/forms/store.test.ts', `import { createTestDatabase } from '#db/test-database.ts'`)],
    ],
    noCycles: [
      [
        file('src/forms/a.ts', `import { b } from './b.ts'`),
        file('src/forms/b.ts', `export * from './c.ts'`),
        file('src/forms/c.ts', `import { a } from './a.ts'`),
      ],
      [
        file('src/forms/a.ts', `import { b } from './b.ts'`, `const lazy = () => import('./c.ts')`),
        file('src/forms/b.ts', `import type { A } from './a.ts'`),
        file('src/forms/c.ts', `import { a } from './a.ts'`),
      ],
    ],
    namesSayWhatIsInside: [
      [file('src/common/money.ts'), file('src/forms/utils.ts'), file('src/forms/form-helpers.test.ts')],
      [file('src/forms/commonwealth.ts')],
    ],
    noBarrels: [
      [parseSourceFile('src/forms/index.ts', `export * from './a.ts'\nexport { b } from './b.ts'`)],
      [
        parseSourceFile(
          'migrations/index.ts',
          `import * as a from './a.ts'\nexport const migrations = { a }`,
        ),
      ],
    ],
    filesStaySmall: [
      [
        parseSourceFile(
          'src/forms/long.ts',
          'const a = 1\n'.repeat(351).replaceAll('const a', 'globalThis.a'),
        ),
      ],
      [parseSourceFile('src/forms/long.ts', 'globalThis.a = 1\n'.repeat(350))],
    ],
  }

  test.each(Object.entries(rules))('%s', (name, rule) => {
    const [breaks, keeps] = Object.entries(broken).find(([key]) => key === name)?.[1] ?? [[], []]
    const found = rule(breaks)
    const isCycle = name === 'noCycles' || name === 'browserReceivesNoServerPackage'
    expect(found).toHaveLength(isCycle ? 1 : breaks.length)
    expect(rule(keeps)).toEqual([])
  })
})
