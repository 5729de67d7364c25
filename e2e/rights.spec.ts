// Pages offer only actions that a member's role allows. API tests next to the code cover the rejections.
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { withPicture } from './picture.ts'
import type { Product } from './product.ts'
import { newForm, newProduct } from './seller.ts'
import { send, tokenOf, type Method } from './shop.ts'
import { grantSuperAdmin, signInAs, signUp } from './super-admin.ts'
import { expect, expectAccessible, test } from './test.ts'

const password = 'correct-horse'
const made = z.object({ id: z.string() })
const session = z.object({ token: z.string(), user: made })
const named = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

/** Calls the API with this token. Returns the body. */
const ask = (product: Product, token: string, method: Method, path: string, body?: object) =>
  send(product, [method, path], body, token === '' ? undefined : token)

const signInByApi = (product: Product, email: string, word: string): Promise<string> =>
  tokenOf(product, { email, password: word })

/** Creates a team role that can read and change forms but not delete them. Returns its id. */
async function makeChanger(product: Product): Promise<string> {
  const boss = await signUp(product)
  await grantSuperAdmin(product, boss)
  const token = await signInByApi(product, boss, password)
  const permission = await ask(product, token, 'POST', '/admin/permissions', {
    name: `Change forms ${randomUUID()}`,
    description: 'Of a test',
    entity: 'forms',
    Read: true,
    Write: false,
    Update: true,
    Delete: false,
  })
  const role = await ask(product, token, 'POST', '/admin/roles', {
    name: `Changer ${randomUUID()}`,
    description: 'Of a test',
    permissions: [made.parse(permission).id],
    forTeams: true,
  })
  return made.parse(role).id
}

/** A member of the demo seller's team who can see everything. Returns a function that changes their role. */
async function joinAsViewer(product: Product, owner: string) {
  const email = `member-${randomUUID()}@example.com`
  const { roles } = z.object({ roles: named.shape.data }).parse(await ask(product, owner, 'GET', '/team'))
  const roleId = roles.find(({ name }) => name === 'Viewer')?.id
  const invited = await ask(product, owner, 'POST', '/team/invitations', { email, roleId })
  const { url } = z.object({ url: z.string() }).parse(invited)
  const person = { name: 'Vera Viewer', email, password, invitation: new URL(url).hash.slice(1) }
  const { user } = session.parse(await ask(product, '', 'POST', '/authentication/sign-up', person))
  const become = (role: string) => ask(product, owner, 'PATCH', `/team/members/${user.id}`, { roleId: role })
  return { email, become }
}

const actions =
  /^(Create|Edit|Duplicate|Delete|Refund|Save|Add timer|Change to|Cancel plan|Replace card|Invite)/
const offered = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: actions })
    .or(page.getByRole('main').getByRole('button', { name: actions }))

test('a member sees only the buttons that their role allows, even after the role changes @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  const owner = await signInByApi(product, product.demo.email, product.demo.password)
  const form = newForm()
  const { id } = made.parse(await ask(product, owner, 'POST', '/forms', form))
  const bump = newProduct()
  await ask(product, owner, 'POST', '/bumps', await withPicture(product.url, owner, '/bumps', bump))
  const buyer = { form: id, email: `buyer-${randomUUID()}@example.com`, name: 'Bea' }
  await ask(product, '', 'POST', '/stripe/pay-form', { ...buyer, paymentMethodId: 'pm_card_visa' })
  const { email, become } = await joinAsViewer(product, owner)
  await signInAs(page, email)

  await page.goto(`/forms?q=${encodeURIComponent(form.title)}`)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Open page',
    'Timers',
    'History',
    'After a lost payment',
    'Copy short link',
    'Share',
  ])
  await page.keyboard.press('Escape')
  await expect(offered(page)).toHaveCount(0)
  await page.getByRole('heading', { name: form.title }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: form.title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Numbers' })).toContainText('$49.00')
  await expect(offered(page)).toHaveCount(0)
  await page.goto(`/forms/edit/${id}`)
  await expect(page).toHaveURL(`/forms/${id}`)
  await page.getByRole('link', { name: 'No timers' }).click()
  await expect(page.getByText('No timer yet')).toBeVisible()
  await expect(offered(page)).toHaveCount(0)

  await page.goto(`/bumps?q=${encodeURIComponent(bump.title)}`)
  await page
    .getByRole('heading', { name: bump.title.slice(0, 20) })
    .getByRole('link')
    .click()
  await expect(page.getByText('Your role can view this but not edit it.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeDisabled()
  await expect(offered(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/sales')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(offered(page)).toHaveCount(0)
  await page.goto('/team')
  await expect(page.getByRole('main').getByText('Vera Viewer', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You', { exact: true })).toBeVisible()
  await expect(offered(page)).toHaveCount(0)
  await page.goto('/bumps/create')
  await expect(page.getByText('You are not allowed to do this')).toBeVisible()
  await expect(page).toHaveURL('/billing')
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await expect(offered(page)).toHaveCount(0)

  // This page is open while the member's role changes. Its event stream is rejected once, and then the bell
  // disappears.
  const changer = await makeChanger(product)
  const changed = Promise.withResolvers<void>()
  await page.route('**/api/notices/live', async (route) => {
    await changed.promise
    await route.continue()
  })
  expectedErrors.push(/status of 403 .*\/api\/notices\/live/)
  await page.clock.install()
  await page.goto('/billing')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toBeVisible()
  await become(changer)
  changed.resolve()
  await page.clock.fastForward(5_000)
  await expect(bell).toHaveCount(0)
  await page.goto(`/forms/${id}`)
  await expect(offered(page)).toHaveText(['Edit'])
  await expect(page.getByRole('region', { name: 'Numbers' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).fill(`${form.title} again`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create (bump|offer|tax)/ })).toHaveCount(0)

  await page.goto('/settings/shop')
  await expect(page.getByLabel('Shop name')).toBeDisabled()
  const pages = ['Profile', 'Security', 'Data', 'Shop', 'Checkout and payments', 'Team']
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText(pages)
  await page.goto('/settings/legal')
  await expect(page.getByText('You are not allowed to see this')).toBeVisible()
  await expect(page).toHaveURL('/billing')
})
