import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCollectionsInMemory } from './collections-in-memory.ts'

const root = join(import.meta.dirname, '..')
const isServerFile = (path: string) =>
  !/\.test\.ts$|\/test-[^/]*$|-test-server\.ts$|\/ui\/|^src\/web\//.test(path)

const inBytes = 'a bounded cache: in bytes'
const ofCall = 'ends with the call'
const underWay = 'work in progress, which has bounds of its own'
const ofStart = 'the parts the product is made of at its start'
const ofFonts = 'the fonts of the product'

/** The bound of each collection, in bytes unless its items are small or naturally few. */
const bounds: Readonly<Record<string, string>> = {
  'src/payments/tax-numbers/check-number.ts: turns': 'the countries of the EU',
  'src/payments/provider-tax/assess-tax.ts: calculated': inBytes,
  'src/accounts/api-keys/watch-keys.ts: known': '10,000 networks of keys',
  'src/accounts/content-security/collect-reports.ts: counts': '500 of short texts',
  'src/accounts/content-security/collect-reports.ts: keys': '10,000 networks with 20 short texts each',
  'src/accounts/identity/sessions/bearer.ts: verified': '10,000 tokens of our own',
  'src/accounts/invoice-details/countries.ts: byName': 'the languages',
  'src/accounts/invoice-details/countries.ts: names': 'the languages',
  'src/accounts/settings/erase-account.ts: afterwards': ofCall,
  'src/accounts/uploads/pictures/picture-widths.ts: making': underWay,
  'src/accounts/uploads/multipart/register-multipart.ts: completing': underWay,
  'src/buying/checkout/page/form-views.ts: counts': '10,000 forms with 96 numbers each',
  'src/buying/checkout/page/answer-cache.ts: cached': inBytes,
  'src/buying/checkout/page/answer-cache.ts: made':
    'three encodings of an answer that is bounded by `cached`',
  'src/buying/checkout/page/answer-cache.ts: noChosenBumps': 'empty',
  'src/buying/checkout/page/page-cache.ts: pages': inBytes,
  'src/foundation/card-provider/plans/plan-subscriptions.ts: priceIds': 'the prices of our own plans',
  'src/foundation/db/embedded/account.ts: outputs': ofCall,
  'src/foundation/db/driver/prepare.ts: built': 'the sets of columns our code writes',
  'src/foundation/db/driver/statement-names.ts: names': 'the statements our code prepares',
  'src/foundation/db/backup/restore.ts: waiting': ofCall,
  'src/foundation/zip/write-zip.ts: pieces': ofCall,
  'src/foundation/jobs/fair-turns.ts: queues': underWay,
  'src/foundation/jobs/fair-turns.ts: running': underWay,
  'src/foundation/http/call-address.ts: chunks': 'a kilobyte of each call',
  'src/foundation/http/answer-at-once.ts: routes': ofStart,
  'src/foundation/http/contract/api-docs.ts: routes': ofStart,
  'src/foundation/http/contract/api-docs.ts: answers': 'the files of the API’s reference',
  'src/foundation/http/input/gather-bodies.ts: held': underWay,
  'src/foundation/http/pages/compressed-body.ts: made': 'three encodings of a body',
  'src/foundation/http/pages/compressed-body.ts: ways': '200 short texts',
  'src/foundation/http/crowds/places.ts: networks': 'taken places, whose number is limited',
  'src/foundation/http/crowds/reading-pace.ts: paces': 'connections, whose number is limited',
  'src/foundation/http/when-over.ts: answers': underWay,
  'src/foundation/limits/limit-calls.ts: windows': '10,000 numbers',
  'src/foundation/mail/send-mails.ts: unrecorded': 'the mails of a batch',
  'src/foundation/pdf/font-characters.ts: opening': ofFonts,
  'src/foundation/pdf/open-document.ts: loading': ofFonts,
  'src/foundation/language/catalog.ts: catalogs': 'the languages',
  'src/foundation/language/language-name.ts: named': '200 short texts',
  'src/foundation/language/read-language.ts: read': '200 short texts',
  'src/foundation/language/speech.ts: made': 'the languages',
  'src/foundation/language/t.ts: compiled': 'the messages of the sources, by language',
  'src/foundation/pdf/outline-font.ts: characters': 'the letters of a document',
  'src/foundation/pdf/outline-font.ts: places': ofCall,
  'src/foundation/pdf/script-fonts.ts: coverages': ofFonts,
  'src/foundation/pdf/script-fonts.ts: loading': ofFonts,
  'src/foundation/pdf/shape-text.ts: fonts': ofFonts,
  'src/foundation/pdf/write-document.ts: cache': inBytes,
  'src/foundation/pdf/write-document.ts: writing': '200 that wait',
  'src/foundation/pictures/encode-picture.ts: waiting': underWay,
  'src/foundation/text/read-formats.ts: distinct': 'the ways amounts and days are written',
  'src/foundation/text/read-formats.ts: known': '200 languages',
  'src/foundation/text/read-formats.ts: locales': '200 short texts',
  'src/foundation/text/reader.ts: asking': '200 short texts',
  'src/foundation/text/reader.ts: readers': '200 languages',
  'src/foundation/time/date-format.ts: made': '200 ways to write a day or a time',
  'src/registry/registry.ts: accountExports': ofStart,
  'src/registry/registry.ts: endings': ofStart,
  'src/registry/registry.ts: erasures': ofStart,
  'src/registry/registry.ts: loops': ofStart,
  'src/registry/registry.ts: stores': ofStart,
  'src/registry/registry.ts: works': ofStart,
  'src/life.ts: started': ofStart,
  'src/operations/demo/history/date-back.ts: moments': ofCall,
  'src/operations/demo/history/plan-sales.ts: bought': ofCall,
  'src/operations/demo/history/plan-sales.ts: known': ofCall,
  'src/operations/demo/history/plan-sales.ts: people': ofCall,
  'src/payments/purchases/settle/settle-purchase.ts: settling': underWay,
  'src/payments/subscriptions/begin/price-parts.ts: ids': ofCall,
  'src/payments/subscriptions/sync/save-subscription.ts: renewals': ofCall,
  'src/selling/endpoints/deliver.ts: turns': '40 turns',
  'src/selling/forms/price/price-changes.ts: known': ofCall,
  'src/selling/notifications/live/register-live.ts: listeners': '500 streams',
  'src/selling/notifications/live/register-live.ts: open': '500 streams',
  'src/selling/payouts/read-payouts.ts: answers': inBytes,
  'src/selling/payouts/handlers.ts: sums': ofCall,
  'src/serve.ts: underWay': underWay,
}

// Proves bounded-memory.
test(
  'every collection the server keeps in memory beyond a call is listed here with its bound',
  { tags: 'long' },
  () => {
    const files = globSync('src/**/*.ts', { cwd: root }).filter(isServerFile)
    const found = files.flatMap((path) =>
      listCollectionsInMemory(path, readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    )

    expect(found.toSorted()).toEqual(Object.keys(bounds).toSorted())
  },
)

test.each([
  ['a module’s map', 'const a = new Map<string, string>()\nexport const put = (k: string) => a.set(k, k)'],
  [
    'a factory’s map',
    'export function f() { const a = new Map(); return { put: (k: string) => a.set(k, k) } }',
  ],
  ['a queue', 'const a: string[] = []\nexport function put(k: string) { a.push(k) }'],
  [
    'a map that is passed on',
    'export function f() { const a = new Map(); return (k: string) => latest(a, k) }',
  ],
  ['a cache', 'export function f() { const a = boundedCache({}); return (k: string) => a.set(k, k) }'],
  ['an object’s map', 'export const f = () => ({ a: new Map() })'],
])('the check finds %s', (_, text) => {
  expect(listCollectionsInMemory('x.ts', text)).toEqual(['a'])
})

test.each([
  ['export function f(all: string[]) { const a = new Map(); for (const k of all) a.set(k, k); return a }'],
  ['export function f(all: string[]) { const a = new Map(); all.forEach((k) => a.set(k, k)); return a }'],
  ["const a = new Set(['one'])\nexport const has = (k: string) => a.has(k)"],
])('the check ignores a collection that ends with its call or never changes: %s', (text) => {
  expect(listCollectionsInMemory('x.ts', text)).toEqual([])
})
