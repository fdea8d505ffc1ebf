import type { Runtime } from '@callwright/service'
import type { Account } from '../accounts/store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UserDataClient } from '../user-data.ts'
import type { ClosingStore, Erasure } from './closing-store.ts'

export interface Closing {
  /** Returns false if the account is already closed or has changed since it was read. */
  close(account: Account): Promise<boolean>
  /** Closes expired demos and runs the erasures that are due. Returns the number of completed erasures. */
  catchUp(): Promise<number>
}

interface Deps {
  readonly store: ClosingStore
  readonly userData: Pick<UserDataClient, 'erase'>
  readonly sessions: Pick<Sessions, 'publishEnded'>
  readonly runtime: Pick<Runtime, 'log' | 'onClose'>
  readonly now: () => number
}

/** Closes accounts immediately, and erases their data in other services as soon as those can be reached. */
export function createClosing({ store, userData, sessions, runtime, now }: Deps): Closing {
  async function close(account: Account): Promise<boolean> {
    const at = new Date(now())
    const ended = await store.close(account, at)
    if (ended === null) return false
    runtime.log.info({ account_id: account.id, is_demo: account.demoEndsAt !== null }, 'account.closed')
    await sessions.publishEnded(ended, 'closed', at)
    return true
  }

  /** Runs the erasures that are due and logs one line for all of them. A failed one is due again a minute later. */
  async function eraseDue(): Promise<number> {
    const at = new Date(now())
    let done = 0
    const failures: unknown[] = []
    for (let claimed = await store.claim(at); claimed.length > 0; ) {
      for (const erasure of claimed) {
        await erase(erasure).then(
          () => (done += 1),
          (error: unknown) => failures.push(error),
        )
      }
      claimed = await store.claim(at)
    }
    if (done > 0) runtime.log.info({ done }, 'erasure.done')
    if (failures.length > 0) runtime.log.warn({ err: failures[0], failed: failures.length }, 'erasure.failed')
    return done
  }

  async function erase(erasure: Erasure): Promise<void> {
    await userData.erase(erasure.keeper, erasure.accountId)
    await store.settle(erasure)
  }

  async function closeEndedDemos(): Promise<void> {
    for (let ended = await store.listEndedDemos(new Date(now())); ended.length > 0; ) {
      for (const account of ended) await close(account)
      ended = await store.listEndedDemos(new Date(now()))
    }
  }

  const running = new Set<Promise<void>>()
  runtime.onClose('erasures', async () => void (await Promise.all(running)))

  /** Starts a round of erasures in the background. The next round repeats those that it doesn't finish. */
  function beginErasing(): void {
    const round = eraseDue().then(
      () => void running.delete(round),
      (error: unknown) => {
        running.delete(round)
        runtime.log.warn({ err: error }, 'erasure.failed')
      },
    )
    running.add(round)
  }

  return {
    async close(account) {
      const isClosed = await close(account)
      if (isClosed) beginErasing()
      return isClosed
    },
    async catchUp() {
      await closeEndedDemos()
      return eraseDue()
    },
  }
}
