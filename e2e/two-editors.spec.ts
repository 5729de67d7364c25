import { openShop } from './shop.ts'
import { newProduct, signIn } from './seller.ts'
import { expect, test } from './test.ts'

test('saving an outdated page of a coupon, a bump or a tax does not undo someone else’s change @desktop', async ({
  page,
  product,
}) => {
  const { create, change, read } = await openShop(product)
  const coupon = await create('/coupons', {
    code: 'TWO-TABS',
    title: 'A coupon with a tpying slip',
    kind: 'percent',
    percentage: 20,
  })
  const bump = await create('/bumps', newProduct({ title: 'A bump with a tpying slip', amount: 9 }))
  const tax = await create('/taxes', { title: 'A tax with a tpying slip', percentage: 20, inclusive: true })
  await signIn(page, product)
  for (const [path, theirs, label] of [
    [`/coupons/${coupon}`, { isActive: false, maxRedemptions: 5 }, 'Name'],
    [`/bumps/${bump}`, { amount: 11, currency: 'usd' }, 'Title'],
    [`/taxes/${tax}`, { active: false }, 'Title'],
  ] as const) {
    await page.goto(path.replace(/\/(?=[^/]*$)/, '/edit/'))
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    await change(path, theirs)
    await page.getByLabel(label, { exact: true }).fill('Without the typing slip')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/updated successfully/)).toBeVisible()
    expect(await read(path)).toMatchObject({ title: 'Without the typing slip', ...theirs })
  }
})
