import type { Runtime } from '@callwright/service'
import type { Account } from '../accounts/store.ts'
import type { Keepers } from '../keepers.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ClosingStore, Erasure } from './closing-store.ts'

export interface Closing {
  /** False where the account is closed already, or is not what it was when it was read. */
  close(account: Account): Promise<boolean>
  /** Closes the demos whose time is over and has erased what is due; how many erasures were done. */
  catchUp(): Promise<number>
}

interface Deps {
  readonly store: ClosingStore
  readonly keepers: Pick<Keepers, 'erase'>
  readonly sessions: Pick<Sessions, 'tellEnded'>
  readonly runtime: Pick<Runtime, 'log' | 'onClose'>
  readonly now: () => number
}

/** Ends accounts. What is closed is closed at once; what others keep of it is erased as soon as they can be reached. */
export function createClosing({ store, keepers, sessions, runtime, now }: Deps): Closing {
  async function close(account: Account): Promise<boolean> {
    const at = new Date(now())
    const ended = await store.close(account, at)
    if (ended === null) return false
    runtime.log.info({ account_id: account.id, is_demo: account.demoEndsAt !== null }, 'account.closed')
    await sessions.tellEnded(ended, 'closed', at)
    return true
  }

  /** What is due now; what fails is due again a minute later, in another round. One line tells of all of it. */
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
    await keepers.erase(erasure.keeper, erasure.accountId)
    await store.settle(erasure)
  }

  async function closeEndedDemos(): Promise<void> {
    for (let ended = await store.listEndedDemos(new Date(now())); ended.length > 0; ) {
      for (const account of ended) await close(account)
      ended = await store.listEndedDemos(new Date(now()))
    }
  }

  const underWay = new Set<Promise<void>>()
  runtime.onClose('erasures', async () => void (await Promise.all(underWay)))

  /** Nobody waits for it: what is left undone is done by the next round. */
  function beginErasing(): void {
    const round = eraseDue().then(
      () => void underWay.delete(round),
      (error: unknown) => {
        underWay.delete(round)
        runtime.log.warn({ err: error }, 'erasure.failed')
      },
    )
    underWay.add(round)
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
