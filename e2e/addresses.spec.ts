// URLs as people type them, without a scheme.
import { create, newForm, signIn } from './seller.ts'
import { expect, test } from './test.ts'

test('pressing Enter completes a typed URL just as leaving the field does @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const form = await create(page, '/forms', newForm({ termsUrl: 'https://example.com/terms' }))
  await page.goto(`/forms/edit/${form.id}`)
  const video = page.getByLabel('Video')
  await video.fill('youtu.be/M7lc1UVf-VE')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await video.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ video: 'https://youtu.be/M7lc1UVf-VE' })
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await expect(video).toHaveValue('https://youtu.be/M7lc1UVf-VE')

  const terms = page.getByLabel('Terms link', { exact: true })
  await terms.fill('example.com/conditions')
  await terms.blur()
  await expect(terms).toHaveValue('https://example.com/conditions')
})
