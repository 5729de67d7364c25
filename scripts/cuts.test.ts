import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

/**
 * Code that takes the beginning or end of a value. Days, times and hashes are excluded, because people do not write
 * them.
 */
const cut =
  /(?<!to(?:ISO|Time)String\(\))(?<!\('(?:base64url|hex)'\))\??\.(?:slice\(\s*(?:0\b|-)|substring\(|substr\(|charAt\()/g

/** How often each of these files shortens a list. */
const lists: Readonly<Record<string, number>> = {
  'src/accounts/billing/ui/disabled-by-plan-preview.tsx': 1,
  'src/accounts/content-security/handlers.ts': 1,
  'src/accounts/content-security/read-reports.ts': 1,
  'src/buying/checkout/ui/details/description.tsx': 2,
  'src/buying/checkout/ui/offers/announce.ts': 1,
  'src/buying/portal/routes.ts': 1,
  'src/accounts/api-keys/secret.ts': 1,
  'src/buying/receipts/e-invoice/e-invoice.ts': 3,
  'src/buying/withdrawal/statement/match-statement.ts': 1,
  'src/foundation/card-provider/card-changes.ts': 1,
  'src/foundation/db/server/hosts.ts': 1,
  'src/foundation/lists/pages.ts': 1,
  'src/foundation/http/input/unknown-fields.ts': 1,
  'src/operations/backups/run-backup.ts': 1,
  'src/operations/demo/history/date-back.ts': 1,
  'src/payments/reconciliation/handlers.ts': 1,
  'src/payments/invoices/issue-invoices.ts': 1,
  'src/payments/invoices/sought-numbers.ts': 1,
  'src/payments/pricing/discount.ts': 1,
  'src/payments/purchases/charge/earlier-purchases.ts': 1,
  'src/selling/invoices/handlers.ts': 1,
  'src/selling/taxes/quarters/check-quarter.ts': 1,
  'src/selling/invoices/ui/export-invoices.tsx': 2,
  'src/selling/coupons/ui/coupon-preview.tsx': 1,
  'src/selling/endpoints/handlers.ts': 1,
  'src/selling/events/handlers.ts': 1,
  'src/selling/form-editor/ui/check/use-findings.ts': 1,
  'src/selling/customers/store.ts': 1,
  'src/selling/customers/ui/customers-page.tsx': 2,
  'src/selling/form-editor/ui/check/check-panel.tsx': 1,
  'src/selling/form-editor/ui/editor/picture-fields.tsx': 1,
  'src/selling/form-editor/ui/fields/edit-questions.ts': 1,
  'src/selling/form-editor/ui/numbers/latest-sales.tsx': 1,
  'src/selling/forms/versions/list-versions.ts': 1,
  'src/selling/form-editor/ui/preview/page-of-values.ts': 1,
  'src/selling/payouts/handlers.ts': 1,
  'src/selling/products/bumps/ui/bump-picker.tsx': 1,
  'src/selling/products/bumps/ui/bump-choices.tsx': 1,
  'src/selling/sales/dashboard/find-forms.ts': 1,
  'src/selling/sales/dashboard/roll-up-ahead.ts': 1,
  'src/selling/sales/dashboard/sources.ts': 2,
  'src/selling/sales/dashboard/read-dashboard.ts': 1,
  'src/selling/sales/filter/sum-sales.ts': 1,
  'src/selling/form-editor/ui/check/timer-findings.ts': 1,
  'src/web/kit/dialog/restore-lost-focus.ts': 1,
}

/** How often each of these files splits text that no person wrote, or splits at a character it has found. */
const parted: Readonly<Record<string, number>> = {
  'src/accounts/identity/sessions/cookies.ts': 3,
  'src/accounts/identity/passkeys/passkeys.ts': 1,
  'src/accounts/identity/password/password.ts': 1,
  'src/accounts/identity/sessions/sessions.ts': 1,
  'src/accounts/identity/notify.ts': 2,
  'src/accounts/settings/ui/account-data.tsx': 1,
  'src/accounts/uploads/ui/upload-in-parts.ts': 1,
  'src/buying/checkout/description/description-markdown.ts': 1,
  'src/buying/checkout/ui/details/read-more.tsx': 1,
  'src/foundation/network/client-network.ts': 1,
  'src/foundation/csv/changed-by-spreadsheets.ts': 1,
  'src/foundation/db/embedded/cluster.ts': 1,
  'src/foundation/db/embedded/postmaster.ts': 2,
  'src/foundation/db/search.ts': 4,
  'src/foundation/http/pages/own-host.ts': 1,
  'src/foundation/language/read-language.ts': 1,
  'src/foundation/text/linked-text.ts': 2,
  'src/foundation/telemetry/log.ts': 4,
  'src/foundation/mail/mail-test-server.ts': 2,
  'src/foundation/money/amount.ts': 3,
  'src/foundation/money/read-amount.ts': 4,
  'src/foundation/money/read-thousands.ts': 1,
  'src/foundation/text/read-formats.ts': 1,
  'src/foundation/text/reader.ts': 1,
  'src/foundation/typed/pasted-email.ts': 3,
  'src/foundation/typed/read-email.ts': 1,
  'src/foundation/typed/read-phone.ts': 1,
  'src/foundation/typed/read-tax-number.ts': 1,
  'src/foundation/typed/read-web-address.ts': 3,
  'src/operations/tar.ts': 2,
  'src/payments/coupons/holder.ts': 1,
  'src/payments/purchases/records/invoice-number.ts': 1,
  'src/payments/purchases/records/named-purchases.ts': 2,
  'src/selling/coupons/ui/generate-code.ts': 1,
  'src/selling/form-editor/ui/description/write-inline.ts': 2,
  'src/selling/dispute-evidence/handlers.ts': 1,
  'src/selling/sales/ui/cause-words.ts': 1,
  'src/selling/sharing/mend-address.ts': 2,
  'src/selling/taxes/quarters/store.ts': 1,
  'src/selling/taxes/quarters/ui/quarters.ts': 1,
}

test('only foundation/text/cut-text.ts shortens people’s texts, and other uses of slice are listed', async () => {
  const found: Record<string, number> = {}
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    if (file === 'src/foundation/text/cut-text.ts' || /\.test\.|\/test-/.test(file)) continue
    const count = (await readFile(`${root}/${file}`, 'utf8')).match(cut)?.length ?? 0
    if (count > 0) found[file] = count
  }

  expect(found).toEqual({ ...lists, ...parted })
})
