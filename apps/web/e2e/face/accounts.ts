import { randomBytes } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Site } from '../screener/site.ts'

export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

export function inventAccount(): Account {
  const username = `face-${randomBytes(4).toString('hex')}`
  return { username, email: `${username}@example.com`, password: `call-${randomBytes(6).toString('hex')}` }
}

/** A new account that no browser knows of yet. */
export async function createAccount(site: Site): Promise<Account> {
  const account = inventAccount()
  const response = await fetch(`${site.url()}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)])
  return account
}

/** Fills in the form for it, which is in view, and sends it. */
export async function signIn(page: Page, { username, password }: Pick<Account, 'username' | 'password'>) {
  await page.getByLabel('Username or Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
