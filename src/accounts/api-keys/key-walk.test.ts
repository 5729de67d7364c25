// Calls every restricted route with API keys to prove that no key opens more than its scopes say.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileRoutes } from '#accounts/uploads/contract.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Admission, Contract, Route } from '#foundation/http/contract/contract.ts'
import { keyEntities, scopes, type Scope } from '#foundation/rights/scopes.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { contracts } from '#test-contracts.ts'
import { makeKey } from './test-keys.ts'

/** Every route that an API key can open. A new route is closed to keys until it is listed here or declared personal. */
const open: ReadonlySet<string> = new Set([
  'addCustomerNote',
  'beginUpload',
  'cancelSaleSubscription',
  'cancelUpload',
  'collectSaleSubscription',
  'completeUpload',
  'countBumpSales',
  'countOfferSales',
  'countOpenWithdrawals',
  'countSalesByForm',
  'createBump',
  'createCode',
  'createCodes',
  'createCoupon',
  'createForm',
  'createHook',
  'createOffer',
  'createTax',
  'deleteBump',
  'deleteCode',
  'deleteCoupon',
  'deleteCustomerNote',
  'deleteEndpoint',
  'deleteForm',
  'deleteHook',
  'deleteOffer',
  'deleteTax',
  'deleteUpload',
  'dismissWithdrawals',
  'downloadFile',
  'getBalance',
  'getBump',
  'getCohorts',
  'getComing',
  'getCoupon',
  'getCustomer',
  'getDashboard',
  'getFees',
  'getForm',
  'getOffer',
  'getPayout',
  'getPayoutWeeks',
  'getRecurring',
  'getSale',
  'getShortLink',
  'getTax',
  'getVersion',
  'listAhead',
  'listBegun',
  'listBumps',
  'listCodes',
  'listCounted',
  'listCoupons',
  'listCustomers',
  'listCustomerTags',
  'listDeliveries',
  'listEndpoints',
  'listEvents',
  'listFiles',
  'listForms',
  'listInvoices',
  'listMovements',
  'listOffers',
  'listPayouts',
  'listRecoveries',
  'listSales',
  'listSentEvents',
  'listSeries',
  'listTaxes',
  'listTaxRegions',
  'listTerms',
  'listVersions',
  'listWithdrawals',
  'mergeCustomer',
  'pauseSaleSubscription',
  'previewRecoveryMail',
  'previewRefund',
  'readDelivery',
  'readEvent',
  'readFormRecovery',
  'readTaxQuarter',
  'readTaxStatus',
  'refundSale',
  'refundWithdrawal',
  'refuseWithdrawal',
  'resendReceipt',
  'sampleEvent',
  'saveDelivery',
  'saveFormRecovery',
  'saveTaxRegions',
  'sendAccessLink',
  'sendAgain',
  'sendEvidence',
  'sendRecovery',
  'stopRecovery',
  'suggestEvidence',
  'sumRecoveries',
  'sumSales',
  'tagCustomer',
  'testEndpoint',
  'turnOffEndpoint',
  'turnOnEndpoint',
  'undoCustomerMerge',
  'unpauseSaleSubscription',
  'updateBump',
  'updateCoupon',
  'updateForm',
  'updateOffer',
  'updateTax',
  'uploadFile',
])

type Walked = Admission & Pick<Route, 'method' | 'path'> & { readonly name: string }

const ofFiles: readonly Walked[] = [
  { name: 'uploadPicture', method: 'POST', path: '/uploads/pictures', ...fileRoutes.uploadPicture },
  { name: 'uploadFile', method: 'POST', path: '/uploads/files', ...fileRoutes.uploadFile },
  { name: 'downloadFile', method: 'GET', path: '/files/:id', ...fileRoutes.downloadFile },
]
const routes: readonly Walked[] = [
  ...contracts.flatMap((contract: Contract) =>
    Object.entries(contract).map(([name, route]): Walked => ({ ...route, name })),
  ),
  ...ofFiles,
].filter(({ access }) => access !== 'anyone')

let app: TestApp
let owner: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  owner = await signUpSeller(app)
})
afterAll(async () => app.close())

/** The routes that an API key with these scopes wrongly opens or wrongly rejects, with their status. */
async function walk(given: readonly Scope[], asked: readonly Walked[], isOpen: (route: Walked) => boolean) {
  const { key, apiKey } = await makeKey(app, owner, given)
  const wrong: string[] = []
  for (const few of Map.groupBy(asked, (_route, index) => Math.floor(index / 8)).values()) {
    const cells = few.map(async (route) => {
      const { status } = await call(app, route.method, `/api${route.path.replaceAll(/:\w+/g, newId())}`, {
        token: key,
        ...(route.method === 'POST' || route.method === 'PATCH' ? { body: {} } : {}),
      })
      const wasLetIn = status !== 401 && status !== 403
      if (wasLetIn !== isOpen(route) || status >= 500) wrong.push(`${route.name}: ${status}`)
    })
    await Promise.all(cells)
  }
  await call(app, 'DELETE', `/api/keys/${apiKey.id}`, { token: owner.token })
  return wrong
}

// Proves key-rights.
test('an API key with every right opens the listed routes and no others', async () => {
  const known = new Set(routes.map(({ name }) => name))
  expect([...open].filter((name) => !known.has(name))).toEqual([])
  expect(routes.length).toBeGreaterThan(150)

  expect(await walk(scopes, routes, ({ name }) => open.has(name))).toEqual([])
})

/** This handler checks the right only after it has found the form. */
const byHandler = 'updateForm'

// Proves key-rights.
test.each(keyEntities)(
  'a key for %s opens nothing else, and one that reads changes nothing',
  { tags: 'long' },
  async (entity) => {
    const asked = routes.filter(({ name }) => open.has(name) && name !== byHandler)
    const isOf = ({ right }: Walked) => right?.entity === entity

    expect(await walk([`${entity}:write`], asked, isOf)).toEqual([])
    expect(
      await walk([`${entity}:read`], asked, (route) => isOf(route) && route.right?.verb === 'read'),
    ).toEqual([])
  },
)
