import { expect, type Locator } from '@playwright/test'

/** Agrees to what a button has come to mean, until that shows: for a moment a press is still the second of a double one. */
export async function agree(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 })
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass()
}
