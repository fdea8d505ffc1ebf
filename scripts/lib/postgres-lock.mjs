import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, end, identityOf } from './processes.mjs'

/** Number of processes attached to the shared memory in a lock file (its seventh line: key and id). */
function holders(lockText) {
  try {
    const id = lockText.split('\n')[6].trim().split(/\s+/)[1]
    const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
    const row = rows.map((line) => line.trim().split(/\s+/)).find((columns) => columns[1] === id)
    return row ? Number(row[6]) : 0
  } catch {
    return 0
  }
}

/**
 * Stops a server whose parent was killed (kill -9). Removes its lock file only when no process of that server still
 * uses the files. PostgreSQL's own check is fooled by zombies and reused process ids.
 */
export async function clearStaleLock(dataDir) {
  const lock = join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const text = readFileSync(lock, 'utf8')
  const pid = Number(text.split('\n')[0])
  const command = commandOf(pid)
  if (command.includes('postgres') && command.includes(dataDir)) {
    await end(pid, identityOf(pid), { name: 'SIGINT' })
  }
  for (let waited = 0; holders(text) > 0; waited += 100) {
    if (waited > 10_000) throw new Error(`Processes of an earlier PostgreSQL still use ${dataDir}. Stop them first.`)
    await delay(100)
  }
  rmSync(lock, { force: true })
}
