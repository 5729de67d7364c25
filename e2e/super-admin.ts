// The basis of platform tests: the operator's command makes a new user a SuperAdmin.
import type { Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { arriveAs } from './arrive.ts'
import type { Product } from './product.ts'

export const password = 'correct-horse'

/** Signs up a new user. Returns the email address. */
export async function signUp(product: Product, name = 'Ada'): Promise<string> {
  const email = `person-${randomUUID()}@example.com`
  await fetch(`${product.url}/api/authentication/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password }),
  })
  return email
}

/** Confirms an account's email, which platform roles require, and gives it a passkey. */
export async function confirmWithPasskey(product: Product, email: string): Promise<void> {
  await run(product, ['e2e/add-passkey.ts', email])
}

/** Makes a user a SuperAdmin with a passkey. Without a passkey, the platform's pages lead to the settings. */
export async function grantSuperAdmin(product: Product, email: string): Promise<void> {
  await confirmWithPasskey(product, email)
  await run(product, ['scripts/admin.ts', 'grant-superadmin', email])
}

/**
 * Must be asynchronous, because this process has to notice connections that the product closes while the command runs.
 */
async function run(product: Product, args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: product.dataDir, DATABASE_URL: '' },
  })
}

export async function signInAs(page: Page, email: string): Promise<void> {
  await arriveAs(page, { email, password })
  await page.goto('/settings')
}
