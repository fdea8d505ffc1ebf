import { randomBytes } from 'node:crypto'
import type { AuthResponse } from '@callwright/contracts'
import { expect } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'

export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

export function inventAccount(): Account {
  const username = `trader-${randomBytes(4).toString('hex')}`
  return { username, email: `${username}@example.com`, password: `call-${randomBytes(6).toString('hex')}` }
}

/** Creates an account that no browser has used yet. */
export async function createAccount(url: string): Promise<Account> {
  const account = inventAccount()
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, full_name: 'Test Trader' }),
  })
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)])
  return account
}

/** Values that the application stores in the browser for a signed-in user. */
export type Session = Readonly<Record<string, string>>

/** Signs in without opening a page: sets the cookie and returns the values to put in the storage of each page. */
export async function startSession(context: BrowserContext, url: string, account: Account): Promise<Session> {
  const { username, password } = account
  const response = await context.request.post(`${url}/api/auth/login`, { form: { username, password } })
  expect([response.status(), await response.text()]).toEqual([200, expect.any(String)])
  const { access_token, expires_in, user }: AuthResponse = await response.json()
  const { id, email, full_name, is_demo, demo_ends_at } = user
  const kept = { id, username: user.username, email, fullName: full_name, isDemo: is_demo, demoEndsAt: demo_ends_at }
  return {
    user: JSON.stringify(kept),
    tokenReceipt: JSON.stringify({ receivedAtMs: Date.now(), expiresInSeconds: expires_in }),
    token: access_token,
  }
}

/** Fills in the visible sign-in form and submits it. */
export async function signIn(page: Page, { username, password }: Pick<Account, 'username' | 'password'>) {
  await page.getByLabel('Username or Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login**')
}

/** Registration form fields, by name. */
export const registration = (page: Page) => {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const fields = {
    username: field('Username'),
    email: field('Email Address'),
    password: field('Password'),
    confirmation: field('Confirm Password'),
  }
  return {
    ...fields,
    submit: page.getByRole('button', { name: 'Create account' }),
    fill: async ({ username, email, password }: Account) => {
      await fields.username.fill(username)
      await fields.email.fill(email)
      await fields.password.fill(password)
      await fields.confirmation.fill(password)
    },
  }
}

/** Registers a new user through the form, which opens the dashboard. */
export async function signUp(page: Page, url: string): Promise<Account> {
  const account = inventAccount()
  await page.goto(`${url}/register`)
  await registration(page).fill(account)
  await registration(page).submit.click()
  await page.waitForURL('**/dashboard')
  return account
}

/** Registers a new user through the form and opens the screener. */
export async function register(page: Page, url: string): Promise<Account> {
  const account = await signUp(page, url)
  await page.goto(`${url}/screening`)
  return account
}
