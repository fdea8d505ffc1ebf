import { randomBytes } from 'node:crypto'
import type { Runtime } from '@callwright/service'
import type { Client } from '../requests.ts'
import type { UserDataClient } from '../user-data.ts'
import type { Limits } from './limits.ts'
import type { Account, AccountStore, NewAccount } from './store.ts'

const LIFE_MS = 24 * 60 * 60 * 1_000
/** A reserved domain that can never receive mail (RFC 2606). */
const DOMAIN = 'demo.invalid'
const NAME_BYTES = 5

interface Deps {
  readonly store: Pick<AccountStore, 'insert'>
  readonly limits: Pick<Limits, 'beginDemo'>
  readonly userData: Pick<UserDataClient, 'seedDemo'>
  readonly runtime: Pick<Runtime, 'log'>
  readonly now: () => number
  readonly newId: () => string
}

/**
 * Creates temporary accounts without a password, with example positions if the portfolio service can provide them
 * (D49).
 */
export function createDemos({ store, limits, userData, runtime, now, newId }: Deps) {
  async function insert(): Promise<Account> {
    const username = `demo-${randomBytes(NAME_BYTES).toString('hex')}`
    const email = `${username}@${DOMAIN}`
    const at = now()
    const account: NewAccount = {
      id: newId(),
      username,
      usernameKey: username,
      email,
      emailKey: email,
      fullName: null,
      passwordHash: null,
      createdAt: new Date(at),
      demoEndsAt: new Date(at + LIFE_MS),
    }
    return (await store.insert(account)) ? { ...account, disabledAt: null } : insert()
  }

  return async (client: Client): Promise<Account> => {
    const paid = await limits.beginDemo(client.address)
    const account = await insert().catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    const fields = { account_id: account.id, client_address: client.address, request_id: client.requestId }
    runtime.log.info(fields, 'demo.opened')
    await userData.seedDemo(account.id, client.requestId).catch((error: unknown) => {
      runtime.log.warn({ err: error, account_id: account.id, request_id: client.requestId }, 'demo.seed_failed')
    })
    return account
  }
}
