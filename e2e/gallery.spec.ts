// A payment page with several pictures.
import { create, newForm, signIn } from './seller.ts'
import { uploadedPicture } from './picture.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a buyer looks through a form’s pictures by thumbnail and by keyboard', async ({ page, product }) => {
  await signIn(page, product)
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const picture = () => uploadedPicture(product.url, token)
  const form = await create(
    page,
    '/forms',
    newForm({
      video: null,
      image: await picture(),
      pictures: [{ image: await picture() }, { image: await picture() }],
    }),
  )
  await page.goto(`/payment/${form.id}`)
  const slides = page.getByRole('region', { name: 'Pictures' })
  const shown = (place: number) => page.locator(`#picture-${place} img`)
  await expect(shown(0)).toBeInViewport({ ratio: 0.9 })
  await expect(shown(2)).not.toBeInViewport()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show picture 3 of 3' }).click()
  await expect(shown(2)).toBeInViewport({ ratio: 0.9 })
  await expect(shown(0)).not.toBeInViewport()
  await expect(page.getByRole('img', { name: 'Picture 3 of 3' })).toBeVisible()
  await expect(page).toHaveURL(`/payment/${form.id}`)

  await slides.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(shown(1)).toBeInViewport({ ratio: 0.9 })
  // Clicking a picture does not submit the form, so nothing was paid or marked as missing.
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toHaveAttribute('aria-invalid', 'true')
})
