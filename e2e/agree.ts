import { expect, type Locator } from '@playwright/test'

/** Confirms a button's new meaning until it shows: for a moment, a click still counts as the second of a double click. */
export async function agree(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 })
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass()
}
