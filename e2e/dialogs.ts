// Opens the dialogs and menus behind buttons, for tests that check every page.
import type { Page } from '@playwright/test'
import type { ShownPage } from './shown-page.ts'

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
export const inDialog = async (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()

/** Opens the dialog behind the first button with this name. */
export function dialog(name: string, path: string, button: string | RegExp): ShownPage {
  const open = async (page: Page) => {
    await press(button)(page)
    await inDialog(page)
  }
  return { name, path, open, isDialog: true }
}
