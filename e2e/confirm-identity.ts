// Confirms the user's identity before a lasting change, in the dialog or through the API.
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Types the password that the page asks for. */
export async function confirmIdentity(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}
