import { expect, type Locator } from '@playwright/test'

/**
 * Clicks a button whose meaning just changed until the result appears. For a moment, the page treats a click as part of
 * a double click.
 */
export async function agree(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    await button.click({ timeout: 5_000 })
    await expect(shown).toBeVisible({ timeout: 5_000 })
  }).toPass()
}
